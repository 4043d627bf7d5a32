// GIDs, the GID tables of ports, and the choice of an entry.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// A global address, 16 bytes in network order: a subnet prefix and a GUID, or on RoCE an IP
/// address.
struct gid {
  std::array<std::uint8_t, 16> bytes{};  ///< in network order

  /// Returns true for the GID 0, which is in unused entries of the GID table.
  bool is_zero() const noexcept { return *this == gid{}; }

  /// Returns true for an IPv4 address: `::ffff:10.0.0.1`.
  bool is_ipv4() const noexcept;

  /// Returns true for `fe80::/10`, an address that is valid only within the link.
  bool is_link_local() const noexcept;

  /// Returns true for the address of a multicast group: `ff00::/8`, `::ffff:224.0.0.0/100`.
  bool is_multicast() const noexcept;

  auto operator<=>(const gid&) const = default;
};

/// Returns the GID as an IPv6 address: `fe80::1`, `::ffff:10.0.0.1`.
std::string to_string(const gid& gid);
inline std::ostream& operator<<(std::ostream& out, const gid& value) {
  return out << to_string(value);
}

/// Parses an IPv4 or IPv6 address. Returns nothing if `text` is neither.
std::optional<gid> parse_gid(std::string_view text);

/// The headers of packets that are sent from a GID. The values are those of ibv_gid_type.
enum class gid_type : std::uint8_t {
  infiniband,  ///< a GRH
  roce_v1,     ///< a GRH after the Ethernet header: not routable
  roce_v2,     ///< IP and UDP: routable
};
/// Returns `InfiniBand`, `RoCE v1` or `RoCE v2`.
std::string_view name(gid_type type) noexcept;
inline std::ostream& operator<<(std::ostream& out, gid_type value) { return out << name(value); }

/// An entry of a port's GID table.
struct gid_entry {
  verbatim::gid gid;                  ///< the address
  std::uint16_t index = 0;            ///< place in the table, from 0
  gid_type type = gid_type::roce_v1;  ///< the headers of packets from this GID
  std::string netdev = {};            ///< its network interface, such as `eth0`; "" on InfiniBand

  bool operator==(const gid_entry&) const = default;
};

/// Returns text such as `GID 3, ::ffff:10.0.0.1, RoCE v2 of eth0`.
std::string to_string(const gid_entry& entry);
inline std::ostream& operator<<(std::ostream& out, const gid_entry& value) {
  return out << to_string(value);
}

/// The properties that an entry must have. Properties that are not set match every entry.
struct gid_wish {
  std::optional<verbatim::gid> address = std::nullopt;  ///< the GID itself
  /// The network interface of the entry.
  std::optional<std::string> netdev = std::nullopt;
  std::optional<gid_type> type = std::nullopt;  ///< the headers of packets
};

namespace verbs {

/// An entry that was not chosen, and the reason.
struct rejected_gid {
  gid_entry entry;  ///< the entry
  std::string why;  ///< the reason, in words
};

}  // namespace verbs

/// The result of choose_gid().
struct gid_choice {
  std::optional<gid_entry> chosen;            ///< none if no entry matches
  std::string why;                            ///< the reason for the choice, or for the lack of one
  std::vector<verbs::rejected_gid> rejected;  ///< all other used entries, in the order of the table
};

/// Returns the entry that most peers can reach, among those that match `wish`: RoCE v2 before v1,
/// IPv4 before IPv6, global before link-local. Among equal entries, it is the first. On InfiniBand,
/// it is the first matching entry.
gid_choice choose_gid(std::span<const gid_entry> table, const gid_wish& wish = {});

/// Returns the choice as text: one line for the choice, and one line for each rejected entry.
std::string to_string(const gid_choice& choice);
inline std::ostream& operator<<(std::ostream& out, const gid_choice& value) {
  return out << to_string(value);
}

}  // namespace verbatim
