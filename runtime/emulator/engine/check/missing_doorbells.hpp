// Finds programs that post WQEs and forget the doorbell.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

/// The state of a send queue in RTS at one moment.
struct send_queue_view {
  std::uint32_t qpn = 0;
  work_ring ring;

  /// In WQEBBs modulo 2^16: the index in the doorbell record, and the index that doorbells have
  /// announced.
  std::uint16_t record = 0;
  std::uint16_t announced = 0;
};

class missing_doorbells {
 public:
  using clock = std::chrono::steady_clock;

  /// Returns the text of a report if the record, or only the ring, has been ahead of the announced
  /// doorbells for some time without a change. Returns it once for each position; otherwise empty.
  std::string look_at(const send_queue_view& of, clock::time_point now);

  /// Begins a new life of a queue pair: WQEs that its ring holds now are old.
  void begin(std::uint32_t qpn, const work_ring& ring);

  /// Records that a doorbell was rung.
  void rung(std::uint32_t qpn) {
    if (!waiting_.empty()) waiting_.erase(qpn);
  }

  /// Forgets a destroyed queue pair.
  void forget(std::uint32_t qpn);

 private:
  /// The end of a queue, according to its record and to its ring.
  struct position {
    std::uint16_t announced = 0;
    std::uint16_t record = 0;
    std::uint32_t in_ring = 0;

    bool operator==(const position&) const = default;
  };

  struct waiting {
    position at;
    clock::time_point seen;

    /// The time without a change, as far as this thread ran.
    clock::duration idle{};
    bool said = false;
  };

  std::uint32_t unannounced(const send_queue_view& of) const;

  /// The waiting queues, by QP number.
  std::unordered_map<std::uint32_t, waiting> waiting_;

  /// Hashes, by QP number and slot, of WQEBBs that begin like an old WQE.
  std::unordered_map<std::uint32_t, std::unordered_map<std::uint32_t, std::uint64_t>> past_;
};

}  // namespace verbatim::emulator
