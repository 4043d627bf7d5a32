// The bytes that the two ends of a stream exchange: the private data of rdma_cm.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/stream/bytes/values.hpp"

namespace verbatim::stream::detail {

/// Big-endian: "VBS" and the version (4 bytes), window (4), slot_bytes (4), the limit word's rkey
/// (4) and address (8), what the stream carries (4), the ring's rkey (4), address (8) and length (4),
/// lend_from (4), and most_window (4).
using link_bytes = std::array<std::byte, 52>;

/// Returns the bytes. The queue pair's address is not among them, because rdma_cm carries it.
link_bytes pack(const stream_address& address) noexcept;

/// Returns the values; nothing if the bytes are not those of a stream of this version, or if a
/// value is not allowed. `from` may be longer.
std::optional<stream_address> unpack(std::span<const std::byte> from) noexcept;

/// Returns the reason why unpack() returns nothing for these bytes, for the peer. A rejection of rdma_cm has
/// room for it, which is 148 bytes.
std::string why_refused(std::span<const std::byte> from);

/// The reason for which a stream of bytes refuses a channel of messages, and the other way round.
inline constexpr std::string_view other_kind = "this end takes streams of the other kind";

/// Returns true if a request could not be accepted because its peer has given up.
bool is_of_peer(const cm::error& failed) noexcept;

}  // namespace verbatim::stream::detail
