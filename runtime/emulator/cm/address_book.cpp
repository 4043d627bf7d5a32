// Looks addresses up in the ports, and in the machine's network interfaces.
#include "cm/address_book.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "system/descriptor.hpp"

namespace verbatim::emulator::cm {
namespace {

constexpr std::uint8_t mtu_4096 = 5;  // IBV_MTU_4096

/// Returns the MTU code of a RoCE port: the largest MTU that fits after the headers, for which
/// Linux reserves 96 bytes (drivers/infiniband/core/cma.c, iboe_get_mtu).
std::uint8_t mtu_of(const options& with) {
  if (with.link != link_layer::ethernet) return mtu_4096;
  const descriptor file(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  std::strncpy(request.ifr_name, with.netdev.c_str(), sizeof request.ifr_name - 1);
  if (!file || ioctl(file.number(), SIOCGIFMTU, &request) != 0) return mtu_4096;
  std::uint8_t code = 1;  // IBV_MTU_256
  while (code < mtu_4096 && (256 << code) <= request.ifr_mtu - 96) ++code;
  return code;
}

}  // namespace

address_book::address_book(const options& with) : mtu_(mtu_of(with)) {
  for (unsigned card = 0; card < with.devices; ++card) ports_.push_back(make_ports(with, card));
}

std::optional<place> address_book::find(const address& wanted) const {
  for (unsigned card = 0; card < ports_.size(); ++card) {
    for (std::size_t i = 0; i < ports_[card].size(); ++i) {
      const port_identity& port = ports_[card][i];
      place at{card, static_cast<std::uint8_t>(i + 1), 0};
      const bool has_ip = std::find(port.addresses.begin(), port.addresses.end(), wanted.bytes) !=
                          port.addresses.end();
      if (wanted.ip() ? !has_ip : !port.has_gid(wanted.bytes)) continue;
      if (!port.ethernet()) return at;
      for (std::size_t index = 0; index < port.gids.size(); ++index) {
        if (port.gids[index].bytes != wanted.bytes) continue;
        at.gid_index = static_cast<std::uint8_t>(index);
        // RoCE v2 is the default of Linux's rdma_cm.
        if (port.gids[index].type == gid_type::roce_v2) break;
      }
      return at;
    }
  }
  return std::nullopt;
}

std::optional<address> address_book::first_address(std::uint16_t family) const {
  for (const auto& card : ports_) {
    for (const port_identity& port : card) {
      for (const gid& bytes : port.addresses) {
        address found = any_address(family);
        found.bytes = bytes;
        if (is_mapped_ipv4(bytes) == (family == AF_INET)) return found;
      }
    }
  }
  return std::nullopt;
}

gid address_book::gid_of(const address& of, const place& at) const {
  const port_identity& on = port(at);
  return of.ip() && on.ethernet() ? of.bytes : on.gids[at.gid_index].bytes;
}

bool is_of_this_machine(const address& wanted) noexcept {
  if (wanted.loopback()) return true;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return false;
  bool found = false;
  for (const ifaddrs* one = all; one && !found; one = one->ifa_next) {
    found = one->ifa_addr && one->ifa_addr->sa_family == wanted.family &&
            read_sockaddr(one->ifa_addr).bytes == wanted.bytes;
  }
  freeifaddrs(all);
  return found;
}

std::optional<address> routed_source(const address& to) noexcept {
  const descriptor file(socket(to.family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!file) return std::nullopt;
  sockaddr_storage at{};
  address with_port = to;
  // connect(2) of a UDP socket only looks up the route. Some systems refuse port 0.
  with_port.port = 9;
  const auto bytes = static_cast<socklen_t>(write_sockaddr(with_port, &at));
  if (connect(file.number(), reinterpret_cast<const sockaddr*>(&at), bytes) != 0) {
    return std::nullopt;
  }
  socklen_t room = sizeof at;
  if (getsockname(file.number(), reinterpret_cast<sockaddr*>(&at), &room) != 0) {
    return std::nullopt;
  }
  return read_sockaddr(&at);
}

}  // namespace verbatim::emulator::cm
