// The work of the device, in turns.
#pragma once

#include <vector>

#include "engine/base/engine_room.hpp"
#include "engine/check/missing_doorbells.hpp"
#include "objects/uar_page.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// One turn of the engine, and the state that it keeps for the next turn. Guarded by
/// device::lock().
class engine_turn : public message_receiver {
 public:
  explicit engine_turn(engine_room& room) noexcept : room_(room) {}

  /// Handles messages and doorbells, and does the work that can be done now. Returns true if there
  /// was work.
  bool run();

  /// Returns the time of the next work if nothing arrives.
  engine_clock::time_point next() const noexcept { return next_; }

  /// Returns the register pages whose doorbells are handled.
  const std::vector<uar_page*>& pages() const noexcept { return pages_; }
  void add_page(uar_page& page);
  void remove_page(uar_page& page) noexcept;
  void abandon_pages() noexcept;

  /// These functions handle the doorbells of a page, or of all pages on which a queue pair may be
  /// rung.
  void take_doorbells(uar_page& page);
  void take_doorbells_of(const queue_pair& qp);

  /// These functions begin and end the search for missing doorbells of a queue pair.
  void begin_doorbells(const queue_pair& qp) { missing_doorbells_.begin(qp.qpn, qp.sq); }
  void forget_doorbells(const queue_pair& qp) { missing_doorbells_.forget(qp.qpn); }

  // For --count and --record.

  /// Begins to count the doorbells of a new queue pair.
  void count_writes_of(const queue_pair& qp);

  /// Brings the counts of a queue pair up to date, which is destroyed.
  void finish_counts_of(const queue_pair& qp);

  /// These functions count the advances of a doorbell record of receives.
  static void look_at_receives(const queue_pair& qp);
  static void look_at_receives(const shared_receive_queue& srq);

  /// Prepares for a queue pair that begins anew.
  void begin_counts_anew();

  /// Brings all counts up to date.
  void update_counts();

  void release_completions_of(queue_pair& qp);
  void release_completions_of(completion_queue& cq);

  void message_arrived(const message& arrived) override;
  void peer_lost(std::uint32_t slot) override;

 private:
  bool advance_queue_pairs();
  bool release_completions();
  void keep_house();
  void look_at_receives();
  void record_receives();

  engine_room& room_;
  std::vector<uar_page*> pages_;
  missing_doorbells missing_doorbells_;
  engine_clock::time_point next_housekeeping_;
  engine_clock::time_point next_;
};

}  // namespace verbatim::emulator
