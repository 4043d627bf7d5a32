// The hash that spreads frames over receive queues.
#pragma once

#include <cstdint>
#include <span>

namespace verbatim::emulator {

/// Returns the Toeplitz hash of `input`, as Microsoft's specification of receive-side scaling
/// defines it. The key has four bytes more than the input, or more.
std::uint32_t toeplitz_hash(std::span<const std::uint8_t> key,
                            std::span<const std::uint8_t> input) noexcept;

}  // namespace verbatim::emulator
