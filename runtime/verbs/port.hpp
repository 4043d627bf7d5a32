// A port of a device: its addresses and what its link can do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

struct ibv_context;

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

namespace verbs {

/// The port with this number. Throws an error that names the ports there are.
port query_port(ibv_context* context, std::uint8_t number);

/// The GID with this index. Throws if there is none.
gid query_gid(ibv_context* context, const port& port, std::uint16_t index);

/// The index that most peers can reach: 0 on InfiniBand. On Ethernet, RoCE v2 before v1, IPv4 before
/// IPv6, global before link-local; of equals the first.
std::uint16_t best_gid_index(ibv_context* context, const port& port);

}  // namespace verbs
}  // namespace verbatim
