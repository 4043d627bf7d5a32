// Makes the ports' addresses from the options and the machine's network interfaces.
#include "objects/port.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "settings/gid_forms.hpp"
#include "settings/topology.hpp"

namespace verbatim::emulator {
namespace {

/// The first port's MAC address. It is a locally administered address, which no real card has.
constexpr std::uint64_t first_mac = 0x02c9'035e'1a00;

constexpr std::uint16_t first_multicast_lid = 0xc000;
constexpr std::uint16_t multicast_lids = 0x3ffe;

/// Returns the link-local address of a MAC address (RFC 4291, appendix A).
gid local_gid(const mac_address& mac) noexcept {
  using headers::eui64;
  gid result = gid_of(subnet_prefix, 0);
  const auto form = eui64_in(result);
  const std::uint64_t number = number_of_mac(mac);
  form.set(eui64::oui, (number >> mac_half) ^ local_bit);
  form.set(eui64::ff, eui64_ff);
  form.set(eui64::fe, eui64_fe);
  form.set_low(eui64::card, number);
  return result;
}

/// The addresses that the kernel reports for a network interface.
struct interface_addresses {
  mac_address mac{};
  std::optional<std::uint32_t> ipv4;
  std::vector<gid> ipv6;
  int mtu = 0;
};

std::vector<gid> ask_ipv6(const std::string& name) {
  std::vector<gid> result;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return result;
  for (const ifaddrs* one = all; one; one = one->ifa_next) {
    if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET6 || name != one->ifa_name) continue;
    sockaddr_in6 address;
    std::memcpy(&address, one->ifa_addr, sizeof address);
    std::memcpy(result.emplace_back().data(), &address.sin6_addr, sizeof address.sin6_addr);
  }
  freeifaddrs(all);
  return result;
}

/// Returns the addresses of a port in an option: commas separate ports, and pluses separate the
/// addresses of one port.
std::vector<gid> given_addresses(std::string_view text, unsigned number) {
  for (; number != 0 && !text.empty(); --number) {
    const auto end = text.find(',');
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
  text = text.substr(0, text.find(','));
  std::vector<gid> result;
  while (!text.empty()) {
    const std::string one(text.substr(0, text.find('+')));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    gid bytes{};
    in_addr ipv4{};
    if (inet_pton(AF_INET, one.c_str(), &ipv4) == 1) {
      bytes = mapped_gid(ntohl(ipv4.s_addr));
    } else if (inet_pton(AF_INET6, one.c_str(), bytes.data()) != 1) {
      continue;
    }
    result.push_back(bytes);
  }
  return result;
}

interface_addresses ask_interface(const std::string& name) {
  interface_addresses result;
  const int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (file < 0) return result;
  ifreq request{};
  std::strncpy(request.ifr_name, name.c_str(), sizeof request.ifr_name - 1);
  if (ioctl(file, SIOCGIFHWADDR, &request) == 0) {
    std::memcpy(result.mac.data(), request.ifr_hwaddr.sa_data, result.mac.size());
  }
  if (ioctl(file, SIOCGIFADDR, &request) == 0) {
    sockaddr_in address;
    std::memcpy(&address, &request.ifr_addr, sizeof address);
    result.ipv4 = ntohl(address.sin_addr.s_addr);
  }
  if (ioctl(file, SIOCGIFMTU, &request) == 0) result.mtu = request.ifr_mtu;
  close(file);
  result.ipv6 = ask_ipv6(name);
  return result;
}

/// Returns the addresses of port `number`. An interface has its addresses only once, so the first
/// port gets them. The loopback interface has all of 127.0.0.0/8, so each port has an address
/// there.
std::vector<gid> addresses_of(const interface_addresses& known, const options& with,
                              unsigned number) {
  if (!with.addresses.empty()) return given_addresses(with.addresses, number);
  const bool is_loopback = (known.ipv4.value_or(0) >> 24) == IN_LOOPBACKNET;
  std::vector<gid> result;
  if (known.ipv4 && (number == 0 || is_loopback)) {
    result.push_back(mapped_gid(*known.ipv4 + number));
  }
  if (number == 0) result.insert(result.end(), known.ipv6.begin(), known.ipv6.end());
  return result;
}

/// Returns the code of the largest MTU that fits behind the headers, for which Linux reserves 96 bytes
/// (drivers/infiniband/core/cma.c, iboe_get_mtu).
std::uint8_t mtu_code(int bytes_of_interface) noexcept {
  constexpr std::uint8_t largest = 5;
  std::uint8_t code = 1;
  while (code < largest && (256 << code) <= bytes_of_interface - 96) ++code;
  return code;
}

void make_infiniband(port_identity& port, unsigned lid, const options& with) {
  // A subnet manager gives LIDs to ports without a topology.
  if (with.manages_subnet || with.hosts) {
    port.lid = static_cast<std::uint16_t>(lid);
    port.sm_lid = first_manager_lid;
  }
  port.gids = {{gid_of(subnet_prefix, port.guid), gid_type::infiniband}};
}

void make_ethernet(port_identity& port, unsigned number, const mac_address& of_interface) {
  port.mac = mac_of_number(first_mac + number);
  if (number == 0 && of_interface != mac_address{}) port.mac = of_interface;
  std::vector<gid> addresses = {local_gid(port.mac)};
  for (const gid& address : port.addresses) {
    if (address != addresses.front()) addresses.push_back(address);
  }
  for (const gid& address : addresses) {
    port.gids.push_back({address, gid_type::roce_v1});
    port.gids.push_back({address, gid_type::roce_v2});
  }
}

void name_interface(port_identity& port, unsigned number, const options& with) {
  if (with.has_own_netdevs()) {
    port.netdev = fmt::format("{}{}", own_netdev_prefix, number);
    port.netdev_index = first_own_netdev_index + number;
  } else {
    port.netdev = with.netdev;
    port.netdev_index = if_nametoindex(with.netdev.c_str());
  }
}

}  // namespace

bool port_identity::has_gid(const gid& wanted) const noexcept {
  return std::any_of(gids.begin(), gids.end(),
                     [&](const gid_entry& entry) { return entry.bytes == wanted; });
}

std::vector<port_identity> make_ports(const options& with, unsigned card) {
  const topology_host* const host = with.hosts ? &with.hosts->hosts[with.host] : nullptr;
  const std::size_t count = host ? host->devices[card].ports.size() : with.ports;
  std::vector<port_identity> ports(count);
  const interface_addresses known = ask_interface(with.addressed_netdev());
  for (unsigned i = 0; i < count; ++i) {
    port_identity& port = ports[i];
    // The first number of another host is not that of the machine's own MAC address.
    const unsigned first = host ? host->first_card + 1 : 0;
    const unsigned number = (first + card) * options::most_ports + i;
    port.host = with.host;
    port.node_guid = first_node_guid + (first + card) * guids_per_device;
    port.guid = port.node_guid + i;
    name_interface(port, number, with);
    unsigned lid = 1 + number;
    port_state state = first_state_of(with);
    if (host) {
      const topology_port& described = host->devices[card].ports[i];
      port.link = described.link;
      port.gigabits = described.gigabits;
      port.addresses = given_addresses(described.addresses, 0);
      state = described.state;
      lid = described.lid;
    } else {
      port.link = with.link;
      port.addresses = addresses_of(known, with, number);
    }
    port.active = state == port_state::active;
    if (!port.active) port.inactive_state = state;
    if (with.wire) port.active_mtu = mtu_code(known.mtu);
    if (port.ethernet()) {
      make_ethernet(port, number, known.mac);
    } else {
      make_infiniband(port, lid, with);
    }
  }
  return ports;
}

std::vector<port_identity> ports_of_other_hosts(const options& with) {
  std::vector<port_identity> result;
  for (unsigned host = 0; with.hosts && host < with.hosts->hosts.size(); ++host) {
    if (host == with.host) continue;
    const options there = as_host(with, host);
    for (unsigned card = 0; card < there.devices; ++card) {
      for (port_identity& port : make_ports(there, card)) result.push_back(std::move(port));
    }
  }
  return result;
}

bool is_mapped_ipv4(const gid& address) noexcept {
  using headers::mapped_ipv4;
  const auto form = form_of<mapped_ipv4>(address);
  return !form.is_set(mapped_ipv4::prefix) && form.get(mapped_ipv4::mark) == mark_of_ipv4;
}

port_state state_of(const port_identity& port) noexcept {
  return port.active ? port_state::active : port.inactive_state;
}

port_state first_state_of(const options& with) noexcept {
  const bool waits = with.link == link_layer::infiniband && !with.manages_subnet &&
                     with.first_port_state == port_state::active;
  return waits ? port_state::init : with.first_port_state;
}

std::string description_of(unsigned card) {
  return fmt::format("Verbatim emulated ConnectX mlx5_{}", card);
}

std::uint16_t multicast_lid(const gid& group) noexcept {
  std::uint32_t mixed = 0;
  for (const std::uint8_t byte : group) mixed = mixed * 31 + byte;
  return static_cast<std::uint16_t>(first_multicast_lid + mixed % multicast_lids);
}

std::uint16_t next_multicast_lid(std::uint16_t lid) noexcept {
  return static_cast<std::uint16_t>(first_multicast_lid +
                                    (lid - first_multicast_lid + 1) % multicast_lids);
}

bool is_multicast(const gid& address) noexcept {
  using headers::multicast_address;
  constexpr std::uint32_t prefix = 0xff;
  return form_of<multicast_address>(address).get(multicast_address::prefix) == prefix ||
         (is_mapped_ipv4(address) && IN_MULTICAST(ipv4_of(address)));
}

mac_address multicast_mac(const gid& address) noexcept {
  constexpr std::uint64_t of_ipv4 = 0x0100'5e00'0000, of_ipv6 = 0x3333'0000'0000;
  constexpr std::uint32_t ipv4_bits = 0x007f'ffff;
  if (is_mapped_ipv4(address)) return mac_of_number(of_ipv4 | (ipv4_of(address) & ipv4_bits));
  using headers::multicast_address;
  return mac_of_number(of_ipv6 |
                       form_of<multicast_address>(address).get(multicast_address::group_low));
}

std::string in_words(const gid& address) {
  std::string result;
  for (std::size_t i = 0; i < address.size(); i += 2) {
    if (i != 0) result += ':';
    result += fmt::format("{:02x}{:02x}", address[i], address[i + 1]);
  }
  return result;
}

std::string in_words(const mac_address& address) {
  return fmt::format("{:02x}", fmt::join(address, ":"));
}

}  // namespace verbatim::emulator
