// The fields of packets and CQEs that come from an address vector.
#pragma once

#include <cstdint>

#include "objects/port.hpp"
#include "transport/datagram.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"

namespace verbatim::emulator {

/// Returns true if packets to that address contain the GIDs of both ends. Then sgid_index has to be
/// checked.
bool has_gids(const port_identity& port, const av_ud_seg& to) noexcept;

/// Returns the source and destination of a packet from that port, without a Q_Key, which DC does
/// not have.
datagram_addresses addresses_for(const port_identity& port, const av_ud_seg& to);

/// Returns `sl` of the receiver's CQE.
std::uint8_t sl_in_cqe(const datagram_addresses& by) noexcept;

}  // namespace verbatim::emulator
