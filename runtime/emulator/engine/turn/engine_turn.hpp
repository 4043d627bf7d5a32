// The work of the device: everything that there is to do, in turns.
#pragma once

#include <vector>

#include "engine/base/engine_room.hpp"
#include "engine/check/missing_doorbells.hpp"
#include "objects/uar_page.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// One turn of the engine, and the things that it has to remember for the next. Guarded by
/// device::lock().
class engine_turn : public message_receiver {
 public:
  explicit engine_turn(engine_room& room) noexcept : room_(room) {}

  /// Takes messages and doorbells, and does the work that can be done now. Returns true if there
  /// was some.
  bool run();

  /// The next time with something to do although nothing arrives.
  engine_clock::time_point next() const noexcept { return next_; }

  /// The register pages whose doorbells are taken.
  const std::vector<uar_page*>& pages() const noexcept { return pages_; }
  void add_page(uar_page& page);
  void remove_page(uar_page& page) noexcept;
  void abandon_pages() noexcept;

  /// Take the doorbells of a page, or of all pages on which a queue pair may be rung.
  void take_doorbells(uar_page& page);
  void take_doorbells_of(const queue_pair& qp);

  /// Look from now on, or no longer, for doorbells that a queue pair is missing.
  void begin_doorbells(const queue_pair& qp) { missing_doorbells_.begin(qp.qpn, qp.sq); }
  void forget_doorbells(const queue_pair& qp) { missing_doorbells_.forget(qp.qpn); }

  void release_completions_of(queue_pair& qp);

  void message_arrived(const message& arrived) override;
  void peer_lost(std::uint32_t slot) override;

 private:
  bool advance_queue_pairs();
  bool release_completions();
  void keep_house();

  engine_room& room_;
  std::vector<uar_page*> pages_;
  missing_doorbells missing_doorbells_;
  engine_clock::time_point next_housekeeping_;
  engine_clock::time_point next_;
};

}  // namespace verbatim::emulator
