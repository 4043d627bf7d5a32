// The place of a device on the PCI bus.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// A PCI address, in the form of `lspci -D`.
struct pci_address {
  std::uint32_t domain = 0;   ///< 0 on most machines
  std::uint8_t bus = 0;       ///< 0 to 255
  std::uint8_t device = 0;    ///< 0 to 31
  std::uint8_t function = 0;  ///< 0 to 7

  auto operator<=>(const pci_address&) const = default;
};

/// Returns text such as `0000:03:00.0`.
std::string to_string(const pci_address& address);
inline std::ostream& operator<<(std::ostream& out, const pci_address& value) {
  return out << to_string(value);
}

/// Parses an address in this form, or without the domain: `03:00.0` has the domain 0. Returns
/// nothing if `text` is neither.
std::optional<pci_address> parse_pci_address(std::string_view text);

}  // namespace verbatim
