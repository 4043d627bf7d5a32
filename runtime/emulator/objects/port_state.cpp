// The state that the ports report.
#include "objects/port_state.hpp"

#include <cstdlib>
#include <string_view>

namespace verbatim::emulator {

port_state first_port_state() {
  const char* const given = std::getenv("VERBATIM_EMULATOR_PORT_STATE");
  const std::string_view name = given != nullptr ? given : "";
  if (name == "down") return port_state::down;
  if (name == "init") return port_state::init;
  return name == "armed" ? port_state::armed : port_state::active;
}

port_state state_of(const port_identity& port) {
  static const port_state first = first_port_state();
  if (port.active) return port_state::active;
  return first != port_state::active ? first : port_state::down;
}

}  // namespace verbatim::emulator
