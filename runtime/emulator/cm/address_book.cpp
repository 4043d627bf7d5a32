// Looks addresses up in the ports, and in the machine's network interfaces.
#include "cm/address_book.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include "objects/subnet_ports.hpp"
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
  std::strncpy(request.ifr_name, with.addressed_netdev().c_str(), sizeof request.ifr_name - 1);
  if (!file || ioctl(file.number(), SIOCGIFMTU, &request) != 0) return mtu_4096;
  std::uint8_t code = 1;  // IBV_MTU_256
  while (code < mtu_4096 && (256 << code) <= request.ifr_mtu - 96) ++code;
  return code;
}

bool has_address(const port_identity& port, const address& wanted) noexcept {
  if (!wanted.ip()) return port.has_gid(wanted.bytes);
  return std::find(port.addresses.begin(), port.addresses.end(), wanted.bytes) !=
         port.addresses.end();
}

/// Returns the addresses of a port that have the family of the destination.
std::vector<gid> sources_of(const port_identity& port, const address& to) {
  if (!to.ip()) return {port.gids.front().bytes};
  std::vector<gid> result;
  for (const gid& bytes : port.addresses) {
    if (is_mapped_ipv4(bytes) == (to.family == AF_INET)) result.push_back(bytes);
  }
  return result;
}

unsigned common_bits(const gid& one, const gid& other) noexcept {
  for (unsigned i = 0; i < one.size(); ++i) {
    const auto different = static_cast<std::uint8_t>(one[i] ^ other[i]);
    if (different != 0) return 8 * i + static_cast<unsigned>(std::countl_zero(different));
  }
  return 8 * static_cast<unsigned>(one.size());
}

}  // namespace

address_book::address_book(const options& with)
    : host_(with.host),
      subnet_(with.link == link_layer::infiniband ? this_subnet() : nullptr),
      mtu_(mtu_of(with)) {
  for (unsigned card = 0; card < with.devices; ++card) ports_.push_back(make_ports(with, card));
  elsewhere_ = ports_of_other_hosts(with);
  follow_subnet();
}

const port_identity* address_book::find_elsewhere(const address& wanted) const noexcept {
  for (const port_identity& port : elsewhere_) {
    if (has_address(port, wanted)) return &port;
  }
  return nullptr;
}

unsigned address_book::host_of(const address& wanted) const noexcept {
  const port_identity* const there = find(wanted) ? nullptr : find_elsewhere(wanted);
  return there ? there->host : host_;
}

const port_identity* address_book::find_anywhere(const address& wanted) const {
  const auto here = find(wanted);
  return here ? &port(*here) : find_elsewhere(wanted);
}

std::optional<address> address_book::source_to(const port_identity& there,
                                               const address& to) const {
  std::optional<address> best;
  unsigned longest = 0;
  for (const auto& card : ports_) {
    for (const port_identity& port : card) {
      if (port.link != there.link) continue;
      for (const gid& bytes : sources_of(port, to)) {
        const unsigned common = common_bits(bytes, to.bytes);
        if (best && common <= longest) continue;
        longest = common;
        best = any_address(to.family);
        best->bytes = bytes;
      }
    }
  }
  return best;
}

void address_book::follow_subnet() {
  if (!subnet_ || subnet_->generation() == subnet_seen_) return;
  const subnet::subnet_state::locked now(*subnet_);
  subnet_seen_ = subnet_->generation();
  for (unsigned card = 0; card < ports_.size(); ++card) {
    for (unsigned i = 0; i < ports_[card].size(); ++i)
      take_over(*now, card, i + 1, ports_[card][i]);
  }
}

std::optional<place> address_book::find(const address& wanted) const {
  for (unsigned card = 0; card < ports_.size(); ++card) {
    for (std::size_t i = 0; i < ports_[card].size(); ++i) {
      const port_identity& port = ports_[card][i];
      place at{card, static_cast<std::uint8_t>(i + 1), 0};
      if (!has_address(port, wanted)) continue;
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

gid address_book::gid_of(const address& of, const port_identity& on) const {
  return of.ip() && !on.ethernet() ? on.gids.front().bytes : of.bytes;
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
