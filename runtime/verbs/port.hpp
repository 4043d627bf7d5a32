// A port of a device: its addresses and what its link can do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace verbatim {

/// A global address, 16 bytes in network order: a subnet prefix and a GUID, or on RoCE an IP address.
struct gid {
  std::array<std::uint8_t, 16> bytes{};

  /// True of no device: an entry of the GID table that is not used.
  bool is_zero() const noexcept { return *this == gid{}; }

  bool operator==(const gid&) const = default;
};

/// As an IPv6 address: `fe80::1`, `::ffff:10.0.0.1`.
std::string to_string(const gid& gid);

/// An entry of a RoCE port's GID table.
struct gid_entry {
  verbatim::gid gid;
  std::uint16_t index = 0;
  bool roce_v2 = false;  ///< routable: IP and UDP on the wire, rather than Ethernet only
};

/// The entry that most peers can reach: RoCE v2 before v1, IPv4 before IPv6, global before
/// link-local, and of equals the first. Null if no entry is used.
const gid_entry* best_gid(std::span<const gid_entry> entries) noexcept;

enum class link_layer : std::uint8_t {
  infiniband,  ///< addresses by LID, and across subnets by GID
  ethernet,    ///< RoCE: addresses by GID
};

/// What a port was like when it was asked.
struct port {
  std::uint8_t number = 0;  ///< from 1
  verbatim::link_layer link_layer = link_layer::infiniband;
  bool active = false;            ///< the link is up
  std::uint16_t lid = 0;          ///< 0 on Ethernet
  std::uint16_t active_mtu = 0;   ///< in bytes
  std::uint16_t gid_tbl_len = 0;  ///< GID indexes are below
  std::uint16_t pkey_tbl_len = 0;
  bool grh_required = false;  ///< also within the subnet
};

}  // namespace verbatim
