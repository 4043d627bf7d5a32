// The messages of connection managers on a network: management datagrams to queue pair 1.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "cm/packet.hpp"
#include "verbatim/generated/management/cm_mad.hpp"

namespace verbatim::emulator::cm {

/// The queue pair of general services, and its Q_Key (IBTA volume 1, 3.5.7 and 10.2.5).
inline constexpr std::uint32_t general_services_qpn = 1;
inline constexpr std::uint32_t general_services_qkey = 0x8001'0000;

using management_datagram = std::array<std::byte, management::cm_mad::size>;

/// Returns the datagram of a message. All fields are big-endian. Source: IBTA volume 1, 12.6 to
/// 12.11, and annex A11 for the IP addresses in the private data.
management_datagram datagram_of(const packet& from);

/// Reads a datagram. Returns nothing if it is no message of a connection manager, of another
/// version, or of a kind that is ignored (LAP and APR). A request without IP addresses has a
/// destination without a family.
std::optional<packet> read_datagram(std::span<const std::byte> from);

}  // namespace verbatim::emulator::cm
