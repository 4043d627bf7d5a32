// The ports of the emulated devices: link layer, LID, MAC address and GIDs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "settings/options.hpp"

namespace verbatim::emulator {

using gid = std::array<std::uint8_t, 16>;
using mac_address = std::array<std::uint8_t, 6>;

/// The type of a GID; values of enum ib_uverbs_gid_type.
enum class gid_type : std::uint8_t { infiniband, roce_v1, roce_v2 };

struct gid_entry {
  gid bytes{};
  gid_type type = gid_type::infiniband;
};

/// One port. The same options give the same ports in every process: the programs of one host of a
/// fabric share its devices, and have different QP numbers.
struct port_identity {
  link_layer link = link_layer::infiniband;

  /// Its host in the topology.
  unsigned host = 0;
  std::uint64_t node_guid = 0;
  std::uint64_t guid = 0;

  /// 0 on Ethernet.
  std::uint16_t lid = 0;

  /// Zero on InfiniBand.
  mac_address mac{};

  /// The GID table from index 0 on. All further entries are empty.
  std::vector<gid_entry> gids;

  /// The IP addresses of the port for rdma_cm; IPv4 addresses are ::ffff:a.b.c.d.
  std::vector<gid> addresses;

  /// The network interface of the port.
  std::string netdev;
  std::uint32_t netdev_index = 0;

  /// The speed of its link in Gb/s.
  unsigned gigabits = 200;

  /// True if the port is reported as active. Traffic flows even if it is false. A port that is not
  /// active has the other state.
  bool active = true;
  port_state inactive_state = port_state::down;

  bool ethernet() const noexcept { return link == link_layer::ethernet; }
  bool has_gid(const gid& wanted) const noexcept;
};

inline constexpr std::uint64_t subnet_prefix = 0xfe80000000000000;

/// Returns the ports of device number `card`, port 1 first.
std::vector<port_identity> make_ports(const options& with, unsigned card);

/// Returns the ports of the other hosts of the topology; none without one.
std::vector<port_identity> ports_of_other_hosts(const options& with);

/// Returns the current state of a port.
port_state state_of(const port_identity& port) noexcept;

/// Returns true for ff00::/8, and for an IPv4 multicast address in a mapped address.
bool is_multicast(const gid& address) noexcept;

/// Returns the MAC address of an IPv6 or mapped IPv4 multicast address.
mac_address multicast_mac(const gid& address) noexcept;

/// Returns true for ::ffff:a.b.c.d.
bool is_mapped_ipv4(const gid& address) noexcept;

/// These functions return an address as text: eight groups of four digits, or six groups of two.
std::string in_words(const gid& address);
std::string in_words(const mac_address& address);

}  // namespace verbatim::emulator
