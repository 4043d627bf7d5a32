// What an address vector says of a packet, and what a CQE says of it.
#pragma once

#include <cstdint>

#include "objects/port.hpp"
#include "transport/datagram.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"

namespace verbatim::emulator {

/// True if packets to there name both ends by GID. Then sgid_index has to be checked.
bool has_gids(const port_identity& port, const av_ud_seg& to) noexcept;

/// Where a packet from that port comes from and goes to. Without a Q_Key, which DC does not have.
datagram_addresses addresses_for(const port_identity& port, const av_ud_seg& to);

/// `sl` of the receiver's CQE.
std::uint8_t sl_in_cqe(const datagram_addresses& by) noexcept;

}  // namespace verbatim::emulator
