// The properties of ports that users set.
#pragma once

#include <cstdint>

namespace verbatim::emulator {

/// The network of a port.
enum class link_layer { infiniband, ethernet };

/// The state that a port reports. The values are those of ibv_port_state.
enum class port_state : std::uint8_t { down = 1, init, armed, active };

inline constexpr unsigned most_devices_of_a_host = 8;
inline constexpr unsigned most_ports_of_a_device = 2;

}  // namespace verbatim::emulator
