// Selectors: one text syntax that names a device or port, in configuration files and commands.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "verbatim/verbs/discovery/device.hpp"

namespace verbatim {

/// The place of a device in devices(), from 0.
struct device_index {
  std::uint32_t value = 0;  ///< the index, from 0
  auto operator<=>(const device_index&) const = default;
};

/// A selector of a device, a port of it and a network interface of the port; each part may be left
/// out.
///
///   mlx5_0                  the device of that name
///   mlx5_0/2                its second port
///   #0                      the first device of the list
///   0000:03:00.0            the device at that PCI address; domain 0 may be left out
///   0002:c903:005e:1a00     the device or the port of that GUID; also 0x0002c903005e1a00
///   fe80::2:c903:5e:1a00    the port of that GID, or of an interface with that IPv6 address
///   10.0.0.1                the port of that IPv4 address
///   lid:7                   the port that answers to that LID, decimal or with 0x
///   %eth0                   the port of that network interface
///   fe80::1%eth0            both; %eth0 can follow every other form, and the port: mlx5_0/1%eth0
///   (empty)                 any device
struct device_selector {
  /// The first part of the text. A string is a device name of letters, digits, '_', '.' and '-'
  /// that does not read as any other form.
  std::variant<std::monostate, std::string, device_index, pci_address, guid, gid, lid> device = {};
  std::uint8_t port = 0;    ///< from 1; 0 is any
  std::string netdev = {};  ///< "" is any

  bool operator==(const device_selector&) const = default;
};

namespace verbs {

/// The result of parse_selector().
struct parsed_selector {
  std::optional<device_selector> selector;  ///< none if the text is wrong
  std::string why;  ///< if there is none: what is wrong with the text, and the syntax
};

}  // namespace verbs

/// Parses any text; throws nothing but std::bad_alloc.
verbs::parsed_selector parse_selector(std::string_view text);

/// Returns the text that is parsed as the same selector.
std::string to_string(const device_selector& selector);
inline std::ostream& operator<<(std::ostream& out, const device_selector& value) {
  return out << to_string(value);
}

namespace verbs {

/// The result of choose_port().
struct port_choice {
  std::optional<found_port> chosen;  ///< none if nothing or too much fits
  std::string why;  ///< if there is none: nothing or too much fits, and the choices
};

}  // namespace verbs

/// Returns the port that the selector names, as find_port() does, among the given devices.
verbs::port_choice choose_port(std::span<const device> devices, const device_selector& selector);

}  // namespace verbatim
