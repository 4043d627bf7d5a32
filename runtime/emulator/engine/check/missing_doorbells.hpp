// Notices programs that post WQEs and forget the doorbell.
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

  /// WQEBBs modulo 2^16: those in the doorbell record, and those that doorbells have announced.
  std::uint16_t record = 0;
  std::uint16_t announced = 0;
};

class missing_doorbells {
 public:
  using clock = std::chrono::steady_clock;

  /// Returns the words of a report: the record, or only the ring, has for some time been ahead of
  /// the announced doorbells, and nothing changed meanwhile. Returns them once for each position;
  /// else empty.
  std::string look_at(const send_queue_view& of, clock::time_point now);

  /// Begins a queue pair anew: WQEs that its ring holds now are of the past.
  void begin(std::uint32_t qpn, const work_ring& ring);

  /// Records that a doorbell came.
  void rung(std::uint32_t qpn);

  /// Forgets a queue pair that is gone.
  void forget(std::uint32_t qpn);

 private:
  /// The end of a queue, by its record and by its ring.
  struct position {
    std::uint16_t announced = 0;
    std::uint16_t record = 0;
    std::uint32_t in_ring = 0;

    bool operator==(const position&) const = default;
  };

  struct waiting {
    position at;
    clock::time_point seen;

    /// The time that it has been there, as far as this thread ran.
    clock::duration idle{};
    bool said = false;
  };

  std::uint32_t unannounced(const send_queue_view& of) const;

  /// The waiting queues, by QP number.
  std::unordered_map<std::uint32_t, waiting> waiting_;

  /// Digests, by QP number and slot, of WQEBBs that start like a WQE of the past.
  std::unordered_map<std::uint32_t, std::unordered_map<std::uint32_t, std::uint64_t>> past_;
};

}  // namespace verbatim::emulator
