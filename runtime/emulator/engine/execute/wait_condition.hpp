// Decides if a WAIT is over.
#pragma once

#include <cstdint>

#include "engine/check/cross_channel_check.hpp"

namespace verbatim::emulator {

/// Returns true if a WAIT for data or time is over with the value `there` in memory or on the
/// clock.
bool holds(const wait_request& what, std::uint64_t there) noexcept;

/// Returns true if a WAIT for completions is over when the CQ has had `produced` completions.
bool reached(const wait_request& what, std::uint32_t produced) noexcept;

}  // namespace verbatim::emulator
