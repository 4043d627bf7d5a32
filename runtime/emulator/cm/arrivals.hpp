// The effects of messages that other processes send.
#pragma once

#include <cstdint>

#include "cm/id.hpp"
#include "cm/packet.hpp"

namespace verbatim::emulator::cm {

class manager;

/// Handles a message of the process in `slot`. Needs the manager's lock.
void packet_arrived(manager& on, std::uint32_t slot, const packet& arrived);

/// Records that a connection is there; raises what --fail-cm asks for.
void connection_made(manager& on, id& of);

/// Writes the way to the peer into an address vector.
void fill_address(const id& of, ib_uverbs_ah_attr& to) noexcept;

}  // namespace verbatim::emulator::cm
