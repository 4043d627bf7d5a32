// A port of a device: its addresses and the properties of its link.
#include "verbatim/verbs/values/port.hpp"

#include <array>

namespace verbatim {
namespace {

template <std::size_t N>
std::string_view name_in(const std::array<std::string_view, N>& names, std::uint8_t value) {
  return value < N ? names[value] : names[0];
}

}  // namespace

std::string_view name(link_layer layer) noexcept {
  return layer == link_layer::infiniband ? "InfiniBand" : "Ethernet";
}

std::string_view name(port_state state) noexcept {
  constexpr std::array<std::string_view, 6> names{"unknown", "down",   "init",
                                                  "armed",   "active", "active, deferred"};
  return name_in(names, static_cast<std::uint8_t>(state));
}

std::string_view name(link_state state) noexcept {
  constexpr std::array<std::string_view, 8> names{"unknown",        "sleep",    "polling",
                                                  "disabled",       "training", "link up",
                                                  "error recovery", "PHY test"};
  return name_in(names, static_cast<std::uint8_t>(state));
}

std::string to_string(const port& port) {
  std::string text = "port " + std::to_string(port.number);
  text.append(", ").append(name(port.link_layer)).append(", ").append(name(port.state));
  if (port.lid != 0) text.append(", LID ").append(to_string(lid(port.lid)));
  if (port.active_rate != rate()) text.append(", ").append(to_string(port.active_rate));
  if (port.active_mtu != 0) text.append(", MTU ").append(to_string(mtu(port.active_mtu)));
  return text;
}

}  // namespace verbatim
