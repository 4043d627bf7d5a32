// The two checks of packets: InfiniBand specification, 7.8.
#pragma once

#include <cstdint>

#include "engine/wire/reflected_crc.hpp"

namespace verbatim::emulator {

/// The check of the payload and of the fields that no switch and no router changes.
using invariant_crc = reflected_crc<std::uint32_t, 0xedb88320>;

/// The check of a whole packet on one InfiniBand link.
using variant_crc = reflected_crc<std::uint16_t, 0xd008>;

}  // namespace verbatim::emulator
