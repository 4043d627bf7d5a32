// The state that the ports report.
#pragma once

#include <cstdint>

#include "objects/port.hpp"

namespace verbatim::emulator {

/// The values are those of ibv_port_state.
enum class port_state : std::uint8_t { down = 1, init, armed, active };

/// Returns the state of all ports until an event changes it. VERBATIM_EMULATOR_PORT_STATE=down,
/// init or armed.
port_state first_port_state();

/// Returns the current state of a port. A port that is not active has its first state, or is down.
port_state state_of(const port_identity& port);

}  // namespace verbatim::emulator
