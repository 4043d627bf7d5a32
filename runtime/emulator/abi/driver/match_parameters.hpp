// The match parameters of direct verbs: fields of headers, in the layout of flow tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "objects/flow.hpp"

namespace verbatim::emulator {

/// Refuses a mask with fields that this device does not match, or outside of the enabled criteria.
void require_matched(std::span<const std::byte> mask, std::uint8_t criteria);

/// Sets the values, masks and headers of a flow. A mask that is shorter than a value ends with zeros.
void take_match(std::span<const std::byte> mask, std::span<const std::byte> value, flow& to);

}  // namespace verbatim::emulator
