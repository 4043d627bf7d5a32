// Tells the device about the WQEs of a send queue.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/send/send_queue_memory.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::detail {

/// The doorbell record and the doorbell register of a send queue.
template <class Policies>
class send_doorbell {
 public:
  explicit send_doorbell(const send_queue_memory& memory) noexcept
      : dbrec_(memory.dbrec), register_(memory.doorbell) {}

  /// Tells the device about every WQE before the index `pi`. `ctrl` is the first 8 bytes of the
  /// last WQE. Both are passed by value, because after the barrier the compiler would have to read
  /// them again.
  [[gnu::always_inline]] void ring(std::uint32_t pi, std::uint64_t ctrl) noexcept {
    mmio::wqe_before_dbrec();
    dbrec_.publish16(pi);
    register_->template ring<Policies::ringers, Policies::register_memory>(ctrl);
  }

  /// Rings the doorbell. Also copies the WQEBBs of `ring` from `begin` on, which hold `wqes` WQEs,
  /// into the register, if they fit and all earlier WQEs were rung already.
  template <class Ring>
  [[gnu::always_inline]] void push(const Ring& ring, std::uint32_t begin, unsigned wqes) noexcept {
    const auto pi = ring.pi();
    const auto length = pi - begin;
    if (published() != static_cast<std::uint16_t>(begin) || length * wqebb > blueflame_size())
      return this->ring(pi, ring.last_ctrl());
    mmio::wqe_before_dbrec();
    dbrec_.publish16(pi);
    register_->template copy<Policies::ringers>(
        length, [&](std::uint32_t i) { return ring.at(begin + i); },
        wqes > 1 ? &ring.last_ctrl() : nullptr);
  }

  /// Returns the lower 16 bits of the last producer index that was published.
  std::uint16_t published() const noexcept { return dbrec_.published16(); }

  /// Returns the most bytes of WQEs that the register takes at once; 0 if it takes none.
  std::uint32_t blueflame_size() const noexcept { return register_->blueflame_size(); }

  /// Redirects the doorbell to memory that no device reads.
  void close(std::byte* word, mmio::doorbell_register& nowhere) noexcept {
    dbrec_ = mmio::doorbell_record(word);
    register_ = &nowhere;
  }

 private:
  mmio::doorbell_record dbrec_;
  mmio::doorbell_register* register_;
};

}  // namespace verbatim::detail
