// TCP segmentation: splits one large payload into packets, each with its own headers. Also tunnels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "report/finding.hpp"

namespace verbatim::emulator {

/// Returns the reason why the headers cannot be those of a large TCP packet; empty if they can.
finding check_segmentation_header(std::span<const std::byte> headers);

/// Returns the packet that carries `part` of the payload from byte `offset` on. The packet has its own IP
/// length and identification, sequence number, flags and checksums. `number` counts packets from 0.
std::vector<std::byte> make_segment(std::span<const std::byte> headers,
                                    std::span<const std::byte> part, std::size_t offset,
                                    std::uint32_t number, bool last);

/// Returns the frame behind outer headers, whose lengths and IPv4 checksum become right. A UDP header
/// keeps its checksum: in pyverbs' tests of NICs it stays 0.
std::vector<std::byte> encapsulate(std::span<const std::byte> outer_headers,
                                   std::span<const std::byte> frame);

/// Returns the frame that a frame of VXLAN (RFC 7348) carries; any other frame itself.
std::span<const std::byte> decapsulate(std::span<const std::byte> frame);

}  // namespace verbatim::emulator
