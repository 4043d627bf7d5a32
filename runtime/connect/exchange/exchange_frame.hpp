// The binary frames of the endpoint exchange. docs/exchange.md shows their layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "verbatim/connect/exchange/exchange_message.hpp"

namespace verbatim::exchange {

/// The largest size of a frame, in bytes.
inline constexpr std::size_t max_frame_size = 4096;

/// The size of every frame's header in bytes: magic, version, type and length.
inline constexpr std::size_t frame_header_size = 16;

/// The version of the format that this library writes and reads.
inline constexpr std::uint16_t frame_version = 1;

/// Returns the bytes of a frame. Throws if a value does not fit into its field, or if the frame is
/// longer than max_frame_size.
std::vector<std::byte> encode_frame(const exchange::frame& frame);

/// Returns the length of the frame that begins with these bytes. `begin` has frame_header_size
/// bytes or more. Throws if it is not a frame, if it has another version, or if it is longer than
/// max_frame_size.
std::size_t frame_size(std::span<const std::byte> begin);

/// Decodes exactly one frame from any source, trusted or not. Throws an error with the offset of
/// the faulty byte and the problem. Unknown fields are skipped, unless they are critical.
exchange::frame decode_frame(std::span<const std::byte> bytes);

}  // namespace verbatim::exchange
