// The effects of messages from other processes.
#pragma once

#include <cstdint>

#include "cm/id.hpp"
#include "cm/packet.hpp"

namespace verbatim::emulator::cm {

class manager;

/// Handles a message of the process in `slot`. Requires the manager's lock.
void packet_arrived(manager& on, std::uint32_t slot, const packet& arrived);

/// Records a new connection. Raises the events that --fail-cm requests.
void connection_made(manager& on, id& of);

/// Writes the path to the peer into an address vector.
void fill_address(const id& of, ib_uverbs_ah_attr& to) noexcept;

}  // namespace verbatim::emulator::cm
