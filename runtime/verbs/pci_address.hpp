// Where a device is on the PCI bus.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace verbatim {

/// What `lspci -D` has in front of each device.
struct pci_address {
  std::uint32_t domain = 0;
  std::uint8_t bus = 0;
  std::uint8_t device = 0;    ///< 0 to 31
  std::uint8_t function = 0;  ///< 0 to 7

  auto operator<=>(const pci_address&) const = default;
};

/// `0000:03:00.0`
std::string to_string(const pci_address& address);
inline std::ostream& operator<<(std::ostream& out, const pci_address& value) {
  return out << to_string(value);
}

/// The address that `text` writes so, or without its domain, `03:00.0`, which is 0 then; none if it is neither.
std::optional<pci_address> parse_pci_address(std::string_view text);

}  // namespace verbatim
