// The place of a device on the PCI bus.
#include "verbatim/verbs/values/pci_address.hpp"

#include <charconv>
#include <cstdio>

namespace verbatim {
namespace {

/// Returns the hexadecimal number in `text`, if `text` has from `least` to `most` digits and
/// nothing else.
std::optional<std::uint32_t> hex(std::string_view text, std::size_t least, std::size_t most) {
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, 16);
  const bool is_number = read.ec == std::errc() && read.ptr == end;
  if (!is_number || text.size() < least || text.size() > most) return std::nullopt;
  return value;
}

}  // namespace

std::string to_string(const pci_address& address) {
  char text[32];
  std::snprintf(text, sizeof text, "%04x:%02x:%02x.%x", address.domain, unsigned{address.bus},
                unsigned{address.device}, unsigned{address.function});
  return text;
}

std::optional<pci_address> parse_pci_address(std::string_view text) {
  std::optional<std::uint32_t> domain = 0;
  if (text.size() > 7) {  // longer than 03:00.0
    const auto colon = text.find(':');
    if (colon == text.npos) return std::nullopt;
    domain = hex(text.substr(0, colon), 4, 8);
    text.remove_prefix(colon + 1);
  }
  if (text.size() != 7 || text[2] != ':' || text[5] != '.') return std::nullopt;
  const auto bus = hex(text.substr(0, 2), 2, 2);
  const auto device = hex(text.substr(3, 2), 2, 2);
  const auto function = hex(text.substr(6), 1, 1);
  if (!domain || !bus || !device || !function || *device > 31 || *function > 7) return std::nullopt;
  return pci_address{*domain, static_cast<std::uint8_t>(*bus), static_cast<std::uint8_t>(*device),
                     static_cast<std::uint8_t>(*function)};
}

}  // namespace verbatim
