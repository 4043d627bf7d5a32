// Selectors: a text syntax that selects a device or port, in configuration files and commands.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "verbatim/verbs/discovery/listed_device.hpp"

namespace verbatim {

/// The place of a device in devices(), from 0.
struct device_index {
  std::uint32_t value = 0;  ///< the index, from 0
  auto operator<=>(const device_index&) const = default;
};

/// A selector of a device, of a port of the device, and of a network interface of the port. Each
/// part may be left out.
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
  /// that does not have any other form.
  std::variant<std::monostate, std::string, device_index, pci_address, guid, gid, lid> device = {};
  std::uint8_t port = 0;    ///< from 1; 0 is any
  std::string netdev = {};  ///< "" is any

  bool operator==(const device_selector&) const = default;
};

namespace verbs {

/// The result of parse_selector().
struct parsed_selector {
  std::optional<device_selector> selector;  ///< none if the text is not a selector
  std::string why;  ///< if there is none: the mistake in the text, and the syntax
};

}  // namespace verbs

/// Parses the text of a selector. Any text is allowed. Throws only std::bad_alloc.
verbs::parsed_selector parse_selector(std::string_view text);

/// Returns a text that parse_selector() turns into the same selector.
std::string to_string(const device_selector& selector);
inline std::ostream& operator<<(std::ostream& out, const device_selector& value) {
  return out << to_string(value);
}

namespace verbs {

/// The result of choose_port().
struct port_choice {
  std::optional<found_port> chosen;  ///< none if no port or more than one device matches
  std::string why;                   ///< if there is none: the reason, and the choices
};

}  // namespace verbs

/// Returns the port among the given devices that the selector selects, like find_port().
verbs::port_choice choose_port(std::span<const device> devices, const device_selector& selector);

}  // namespace verbatim
