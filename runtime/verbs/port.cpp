// A port of a device: its addresses and what its link can do.
#include "verbatim/verbs/port.hpp"

#include <arpa/inet.h>

#include <algorithm>

namespace verbatim {

std::string to_string(const gid& gid) {
  char text[INET6_ADDRSTRLEN];
  inet_ntop(AF_INET6, gid.bytes.data(), text, sizeof text);
  return text;
}

namespace {

/// A larger number reaches more peers; 0 is no address.
int reach(const gid_entry& entry) noexcept {
  const auto& bytes = entry.gid.bytes;
  if (entry.gid.is_zero()) return 0;
  const auto is_zero = [](std::uint8_t byte) { return byte == 0; };
  const bool ipv4 = std::all_of(bytes.begin(), bytes.begin() + 10, is_zero) && bytes[10] == 0xff &&
                    bytes[11] == 0xff;
  const bool link_local = bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
  return (entry.roce_v2 ? 4 : 1) + (ipv4 ? 2 : link_local ? 0 : 1);
}

}  // namespace

const gid_entry* best_gid(std::span<const gid_entry> entries) noexcept {
  const auto best =
      std::max_element(entries.begin(), entries.end(),
                       [](const auto& a, const auto& b) { return reach(a) < reach(b); });
  return best == entries.end() || reach(*best) == 0 ? nullptr : &*best;
}

}  // namespace verbatim
