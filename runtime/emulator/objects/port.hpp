// The ports of the emulated devices: link layer, LID, MAC address and GIDs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "settings/addresses.hpp"
#include "settings/options.hpp"

namespace verbatim::emulator {

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

  /// The LID, the LID of the subnet manager and its service level, and the LID mask control; 0 on
  /// Ethernet.
  std::uint16_t lid = 0;
  std::uint16_t sm_lid = 0;
  std::uint8_t sm_sl = 0;
  std::uint8_t lmc = 0;

  /// The only entry of the table of partitions.
  std::uint16_t pkey = 0xffff;

  /// Zero on InfiniBand.
  mac_address mac{};

  /// The GID table from index 0 on. All further entries are empty.
  std::vector<gid_entry> gids;

  /// The IP addresses of the port for rdma_cm; IPv4 addresses are ::ffff:a.b.c.d.
  std::vector<gid> addresses;

  /// The network interface of the port.
  std::string netdev;
  std::uint32_t netdev_index = 0;

  /// The MTU in the encoding of ibv_mtu: 5 is 4096 bytes. With --wire it is what the network interface
  /// has room for.
  std::uint8_t active_mtu = 5;

  /// The speed of its link in Gb/s.
  unsigned gigabits = 200;

  /// True if the port is reported as active. Traffic flows even if it is false. A port that is not
  /// active has the other state.
  bool active = true;
  port_state inactive_state = port_state::down;

  bool ethernet() const noexcept { return link == link_layer::ethernet; }

  /// Returns true for the LID, and for those above it that the LMC adds.
  bool has_lid(std::uint16_t wanted) const noexcept {
    return wanted >= lid && wanted < lid + (1u << lmc);
  }
  bool has_gid(const gid& wanted) const noexcept;
};

/// The names of interfaces of --netdev own are this and a number, and so are their indexes. The kernel
/// counts its own from 1 on.
inline constexpr std::string_view own_netdev_prefix = "emulated";
inline constexpr std::uint32_t first_own_netdev_index = 0x15b30000;

inline constexpr std::uint64_t subnet_prefix = 0xfe80000000000000;

inline constexpr std::uint64_t first_node_guid = 0x0002c903005e1a00;

/// The number of GUIDs of each device, for itself and its ports.
inline constexpr std::uint64_t guids_per_device = 16;

/// Returns the GUID of device number `card` where there is one host.
constexpr std::uint64_t node_guid_of(unsigned card) noexcept {
  return first_node_guid + card * guids_per_device;
}

/// The capability mask of a port: IsSystemImageGUIDSupported and IsExtendedSpeedsSupported (IBTA
/// vol. 1, 14.2.5.6).
inline constexpr std::uint32_t port_capabilities = 1u << 11 | 1u << 14;

/// The LID of the first port, on which the emulator's own subnet manager is.
inline constexpr std::uint16_t first_manager_lid = 1;

/// Returns the description of the node of device number `card`.
std::string description_of(unsigned card);

/// Returns the ports of device number `card`, port 1 first.
std::vector<port_identity> make_ports(const options& with, unsigned card);

/// Returns the ports of the other hosts of the topology; none without one.
std::vector<port_identity> ports_of_other_hosts(const options& with);

/// Returns the current state of a port.
port_state state_of(const port_identity& port) noexcept;

/// Returns the state of all ports before a subnet manager or an event changes it.
port_state first_state_of(const options& with) noexcept;

/// Returns true for ff00::/8, and for an IPv4 multicast address in a mapped address.
bool is_multicast(const gid& address) noexcept;

/// Returns the MAC address of an IPv6 or mapped IPv4 multicast address.
mac_address multicast_mac(const gid& address) noexcept;

/// Returns the LID of a multicast group without a subnet administrator that assigns one: every
/// process computes the same. The second function returns the one to try if another group has it.
std::uint16_t multicast_lid(const gid& group) noexcept;
std::uint16_t next_multicast_lid(std::uint16_t lid) noexcept;

/// Returns true for ::ffff:a.b.c.d.
bool is_mapped_ipv4(const gid& address) noexcept;

/// These functions return an address as text: eight groups of four digits, or six groups of two.
std::string in_words(const gid& address);
std::string in_words(const mac_address& address);

}  // namespace verbatim::emulator
