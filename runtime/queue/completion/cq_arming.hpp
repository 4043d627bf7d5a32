// Arms a completion queue, which requests an event from the device.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/doorbells/cq_dbrec.hpp"
#include "verbatim/generated/doorbells/cq_doorbell.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::detail {

/// The arming of one CQ. A sequence number counts the events. With it, the device distinguishes a
/// new request from one for which it has already raised the event.
class cq_arming {
 public:
  explicit cq_arming(const completion_queue_memory& memory) noexcept
      : dbrec_(memory.dbrec + 4), doorbell_(memory.doorbell), cqn_(memory.cqn) {}

  /// Requests an event. `ci` is the consumer index of the CQ.
  void arm(std::uint32_t ci, arm_mode which) noexcept {
    assert(doorbell_ != nullptr && "completion_queue_memory.doorbell is needed for arming");
    if (doorbell_ == nullptr) return;
    const auto sequence = static_cast<std::uint8_t>(events_ & 3);
    std::array<std::byte, cq_dbrec::size> record{};
    cq_dbrec{.cmd_sn = sequence, .cmd = which, .arm_ci = ci & 0xffffff}.write(record.data());
    dbrec_.publish(wire::load32(record.data() + 4));
    mmio::dbrec_before_doorbell();
    alignas(8) std::array<std::byte, cq_doorbell::size> doorbell{};
    cq_doorbell{.cmd_sn = sequence, .cmd = which, .ci = ci & 0xffffff, .cqn = cqn_}.write(
        doorbell.data());
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(doorbell_),
                     wire::big_endian(wire::load64(doorbell.data())), __ATOMIC_RELAXED);
    mmio::flush_write_combining();
  }

  /// Returns the number of the CQ; 0 if its creator has not given it.
  std::uint32_t cqn() const noexcept { return cqn_; }

  /// Counts an event that was taken from the channel.
  void event_taken() noexcept { ++events_; }

  /// Forgets the doorbell register, which may no longer be mapped.
  void close() noexcept { doorbell_ = nullptr; }

 private:
  mmio::doorbell_record dbrec_;
  std::byte* doorbell_;
  std::uint32_t cqn_;
  std::uint32_t events_ = 0;
};

}  // namespace verbatim::detail
