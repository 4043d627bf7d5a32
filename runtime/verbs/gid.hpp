// GIDs, the tables that ports have of them, and which entry to be known by.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim {

/// A global address, 16 bytes in network order: a subnet prefix and a GUID, or on RoCE an IP address.
struct gid {
  std::array<std::uint8_t, 16> bytes{};

  /// True of no device: an entry of the GID table that is not used.
  bool is_zero() const noexcept { return *this == gid{}; }

  /// `::ffff:10.0.0.1`
  bool is_ipv4() const noexcept;

  /// `fe80::/10`: only within the link.
  bool is_link_local() const noexcept;

  /// `ff00::/8`, `::ffff:224.0.0.0/100`: a group's.
  bool is_multicast() const noexcept;

  auto operator<=>(const gid&) const = default;
};

/// As an IPv6 address: `fe80::1`, `::ffff:10.0.0.1`.
std::string to_string(const gid& gid);
inline std::ostream& operator<<(std::ostream& out, const gid& value) {
  return out << to_string(value);
}

/// The GID that `text` writes as an IPv4 or IPv6 address; none if it is neither.
std::optional<gid> parse_gid(std::string_view text);

/// What is in front of a packet that leaves by a GID. The values are those of ibv_gid_type.
enum class gid_type : std::uint8_t {
  infiniband,  ///< a GRH
  roce_v1,     ///< a GRH behind an Ethernet header: within the link
  roce_v2,     ///< IP and UDP: routable
};
std::string_view name(gid_type type) noexcept;
inline std::ostream& operator<<(std::ostream& out, gid_type value) { return out << name(value); }

/// An entry of a port's GID table.
struct gid_entry {
  verbatim::gid gid;
  std::uint16_t index = 0;
  gid_type type = gid_type::roce_v1;
  std::string netdev = {};  ///< the network interface that it comes from, `eth0`; "" on InfiniBand

  bool operator==(const gid_entry&) const = default;
};

/// `GID 3, ::ffff:10.0.0.1, RoCE v2 of eth0`
std::string to_string(const gid_entry& entry);
inline std::ostream& operator<<(std::ostream& out, const gid_entry& value) {
  return out << to_string(value);
}

/// What the entry has to be; of what is not said any will do.
struct gid_wish {
  std::optional<verbatim::gid> address = std::nullopt;
  std::optional<std::string> netdev = std::nullopt;
  std::optional<gid_type> type = std::nullopt;
};

struct rejected_gid {
  gid_entry entry;
  std::string why;
};

struct gid_choice {
  std::optional<gid_entry> chosen;  ///< none if no entry is what was wished for
  std::string why;                  ///< of the choice, or of there being none
  std::vector<rejected_gid>
      rejected;  ///< every other entry that is used, in the order of the table
};

/// The entry that most peers can reach of those that are what was wished for: RoCE v2 before v1, IPv4
/// before IPv6, global before link-local, and of equals the first. On InfiniBand the first.
gid_choice choose_gid(std::span<const gid_entry> table, const gid_wish& wish = {});

/// The choice in a line, and below it one for each entry that was rejected.
std::string to_string(const gid_choice& choice);
inline std::ostream& operator<<(std::ostream& out, const gid_choice& value) {
  return out << to_string(value);
}

}  // namespace verbatim
