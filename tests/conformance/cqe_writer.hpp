// The device's end of a completion queue, for tests that play the device.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace verbatim::test {

/// Puts CQEs where a driver looks for them, and hands each over with the right owner bit. It knows
/// nothing of specs/: the tests would not see an owner bit that is wrong on both sides.
class cqe_writer {
 public:
  /// `cqes` is a power of two.
  cqe_writer(std::byte* ring, std::uint32_t cqes) noexcept : ring_(ring), cqes_(cqes) {}

  /// The owner bit in `cqe` does not matter.
  void put(std::span<const std::byte, 64> cqe) noexcept {
    const auto at = ring_ + std::size_t{pi_ & (cqes_ - 1)} * 64;
    const auto lap = (pi_ >> std::countr_zero(cqes_)) & 1;
    std::memcpy(at, cqe.data(), 63);
    __atomic_store_n(reinterpret_cast<std::uint8_t*>(at + 63),
                     static_cast<std::uint8_t>((std::to_integer<unsigned>(cqe[63]) & ~1u) | lap),
                     __ATOMIC_RELEASE);
    ++pi_;
  }

  /// Free-running.
  std::uint32_t pi() const noexcept { return pi_; }

 private:
  std::byte* ring_;
  std::uint32_t cqes_;
  std::uint32_t pi_ = 0;
};

}  // namespace verbatim::test
