// The values that all paths of the subnet have, as codes of IBTA vol. 1, 15.2.5.16.
#pragma once

namespace verbatim::emulator::mad::sa::path_values {

/// 4096 bytes.
inline constexpr unsigned mtu = 5;

/// 200 Gb/s: four lanes of HDR.
inline constexpr unsigned rate = 17;

/// 4.096 microseconds * 2^n.
inline constexpr unsigned life_time = 18;

}  // namespace verbatim::emulator::mad::sa::path_values
