// Binds ids and resolves addresses and routes, like Linux (drivers/infiniband/core/cma.c).
#include "cm/addressing.hpp"

#include <net/if.h>
#include <rdma/rdma_user_cm.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "abi/refusal.hpp"
#include "cm/manager.hpp"
#include "cm/path_record.hpp"
#include "cm/port_space.hpp"
#include "cm/wire/over_network.hpp"

namespace verbatim::emulator::cm {
namespace {

/// Service IDs of IP port spaces (IBTA annex A11): the port space, then the port.
constexpr std::uint64_t port_bits = 0xffff;
constexpr unsigned port_space_shift = 16;

/// The packet life time of RoCE in Linux 6.1, and of OpenSM: 4.096 us times 2^18.
constexpr std::uint8_t usual_packet_life_time = 18;

bool ipv6_listens_for_itself_only() noexcept {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(fopen("/proc/sys/net/ipv6/bindv6only", "re"),
                                                   fclose);
  int value = 0;
  return file && fscanf(file.get(), "%d", &value) == 1 && value != 0;
}

void mention_loopback(const address& of) {
  if (!of.loopback()) return;
  mention_once<check::cm_loopback>(
      "rdma_cm: {} is a loopback address, which hardware refuses: give programs that run on a NIC "
      "the address of its network interface",
      in_words(of));
}

/// Refuses a link-local address that names no interface.
void require_scope(const address& of) {
  if (!of.link_local()) return;
  std::array<char, IF_NAMESIZE> interface {};
  const int error = of.scope == 0 ? EINVAL : ENODEV;
  if (error == ENODEV &&
      if_indextoname(static_cast<unsigned>(of.scope), interface.data()) != nullptr) {
    return;
  }
  refuse<check::cm_address>(
      error,
      "rdma_cm: {} is link-local: its sin6_scope_id must be the index of an interface, not {}",
      in_words(of), of.scope);
}

/// Finds the port with a local address. Wildcards, and loopback addresses that no port has, get no
/// port.
void find_device(manager& on, id& of, const address& to) {
  if (to.unspecified()) return;
  auto found = on.book().find(to);
  if (found && on.book().port(*found).ethernet()) {
    if (of.port_space == RDMA_PS_IPOIB) {
      refuse<check::cm_address>(EINVAL,
                                "rdma_cm: there is no IPoIB on Ethernet: {} is of a port "
                                "of RoCE",
                                in_words(to));
    }
    // Linux finds ports of RoCE by IP addresses alone.
    if (!to.ip()) found.reset();
  }
  of.at = found;
  if (of.at) return mention_loopback(to);
  if (to.ip() && to.loopback()) return;
  // Programs such as those of libfabric bind to every address of the machine to find those with
  // RDMA.
  if (!to.ip() || is_of_this_machine(to)) {
    note(
        "rdma_cm: {} belongs to no port of the emulated devices: the options --addresses and "
        "--netdev say which addresses do",
        in_words(to));
    throw refusal{ENODEV};
  }
  refuse<check::cm_address>(
      EADDRNOTAVAIL,
      "rdma_cm: {} belongs to neither a port of the emulated devices nor this "
      "machine: the options --addresses and --netdev say which addresses do",
      in_words(to));
}

/// Returns the port space of an AF_IB id's service ID; 0 if there is none. Completes the service
/// ID.
std::uint16_t select_port_space(id& of) noexcept {
  address& source = of.source;
  const std::uint64_t service = source.service_id & source.service_mask;
  const auto is_in = [&](std::uint64_t space) {
    return service >> port_space_shift << port_space_shift ==
           (space << port_space_shift & source.service_mask & ~port_bits);
  };
  std::uint16_t found = 0;
  if (of.port_space == RDMA_PS_IB && is_in(RDMA_PS_IB)) {
    found = RDMA_PS_IB;
  } else if ((of.port_space == RDMA_PS_IB || of.port_space == RDMA_PS_TCP) && is_in(RDMA_PS_TCP)) {
    found = RDMA_PS_TCP;
  } else if ((of.port_space == RDMA_PS_IB || of.port_space == RDMA_PS_UDP) && is_in(RDMA_PS_UDP)) {
    found = RDMA_PS_UDP;
  }
  return found;
}

/// Takes the port. With AF_IB, the service ID then contains it too.
void take_port(manager& on, id& of) {
  const bool by_service = of.source.family == family_infiniband;
  const std::uint16_t space = by_service ? select_port_space(of) : of.port_space;
  if (space == 0) {
    refuse<check::cm_address>(
        EPROTONOSUPPORT,
        "rdma_cm: service ID {:#x} is in no port space that an id of space {:#x} "
        "can have",
        of.source.service_id, of.port_space);
  }
  bound_port wanted = port_entry(of);
  wanted.port_space = space;
  if (const int error = on.ports().bind(wanted)) {
    const auto words = error == EACCES ? "needs CAP_NET_BIND_SERVICE: take one from 1024 on"
                       : error == EADDRINUSE
                           ? "is bound already: choose another, or 0 for a free one"
                           : "is bound already, and one of the two is for all addresses: choose "
                             "another, or 0 for a free one";
    refuse<check::cm_port>(error, "rdma_cm: port {} of {} {}", of.source.port, in_words(of.source),
                           words);
  }
  of.source.port = wanted.port;
  of.holds_port = true;
  if (by_service) {
    of.source.service_id = std::uint64_t{space} << port_space_shift | wanted.port;
    of.source.service_mask = ~std::uint64_t{0};
  }
}

void become_resolved(manager& on, id& of, const address& to, const address& through) {
  const bool ethernet = on.settings().link == link_layer::ethernet;
  if (of.port_space == RDMA_PS_IPOIB && ethernet) {
    of.state = id_state::address_bound;
    return on.raise(of, event_kind::address_error, -EINVAL);
  }
  of.destination = to;
  of.source.bytes = through.bytes;
  if (!of.at) of.at = on.book().find(of.source);
  if (of.source.family == family_infiniband) {
    of.source.pkey = full_pkey;
    of.has_pkey = true;
  }
  if (of.holds_port) {
    bound_port known = port_entry(of);
    known.port_space = port_space_of(of, of.source);
    on.ports().update(known);
  }
  of.state = id_state::address_resolved;
  on.raise(of, event_kind::address_resolved, 0);
}

/// Ends a resolution with an error, unless the id has begun another resolution.
void fail_later(manager& on, id& of, std::chrono::milliseconds wait, int error) {
  const std::uint32_t communication = of.link.communication;
  const std::uint64_t resolution = of.resolution;
  on.schedule(manager::clock::now() + wait, [&on, communication, resolution, error] {
    id* const waiting = on.find_communication(communication);
    if (!waiting || waiting->resolution != resolution ||
        waiting->state != id_state::address_query) {
      return;
    }
    waiting->state = id_state::address_bound;
    on.raise(*waiting, event_kind::address_error, -error);
  });
}

/// Resolves the address of a multicast group, which needs no answer of a neighbour.
void resolve_group(manager& on, id& of, const address& to) {
  if (of.at) return become_resolved(on, of, to, of.source);
  const auto routed = routed_source(to);
  const int error = errno;
  if (routed && on.book().find(*routed)) return become_resolved(on, of, to, *routed);
  // No route leads groups to the loopback interface, which is the ports' own without --netdev.
  const auto first = on.book().first_address(to.family);
  if (first && first->loopback()) return become_resolved(on, of, to, *first);
  if (routed) return fail_later(on, of, std::chrono::milliseconds(0), ENODEV);
  of.state = id_state::address_bound;
  refuse<check::cm_address>(error,
                            "rdma_cm: there is no route to {}: bind the id to the address of a "
                            "port, or add a route for groups",
                            in_words(to));
}

/// Resolves a wildcard or loopback address on Ethernet: Linux takes the first port, and then finds
/// no route (cma.c, cma_bind_loopback).
void resolve_loopback(manager& on, id& of, const address& to) {
  const bool bound = of.at.has_value();
  if (!bound) of.at = place{};
  become_resolved(on, of, to, bound ? of.source : loopback_address(to.family));
  of.has_pkey = !bound;
}

/// Resolves an address of another host of the topology.
void resolve_elsewhere(manager& on, id& of, const address& to, const port_identity& there) {
  if (of.at) return become_resolved(on, of, to, of.source);
  const auto through = on.book().source_to(there, to);
  if (through) return become_resolved(on, of, to, *through);
  of.state = id_state::address_bound;
  refuse<check::cm_address>(
      ENETUNREACH,
      "rdma_cm: there is no route to {}: no port of this host has its link layer and an address of "
      "its family",
      in_words(to));
}

/// Reports the result of the machine's routing for an address that no port has.
void fail_to_reach(manager& on, id& of, const address& to, std::chrono::milliseconds limit) {
  if (!to.ip()) {
    of.state = id_state::address_bound;
    refuse<check::cm_address>(ENODEV, "rdma_cm: no port has GID {}", emulator::in_words(to.bytes));
  }
  const auto through = routed_source(to);
  if (!through) {
    const int error = errno;
    of.state = id_state::address_bound;
    refuse<check::cm_address>(error, "rdma_cm: there is no route to {}", in_words(to));
  }
  tell<check::cm_address>(
      "rdma_cm: {} belongs to no port of the emulated devices: the options --addresses and "
      "--netdev say which addresses do",
      in_words(to));
  const bool from_a_port = of.at || on.book().find(*through);
  fail_later(on, of, from_a_port ? limit : std::chrono::milliseconds(0),
             from_a_port ? ETIMEDOUT : ENODEV);
}

}  // namespace

bound_port port_entry(const id& of) noexcept {
  bound_port result;
  result.communication = of.link.communication;
  result.port_space = of.port_space;
  result.port = of.source.port;
  result.family = of.source.family;
  result.address_family_only = of.address_family_only;
  result.reuse = of.reuse;
  result.wildcard = of.source.unspecified() || (!of.at && of.source.ip() && of.source.loopback());
  result.bytes = of.source.bytes;
  return result;
}

std::uint16_t port_space_of(const id& of, const address& to) noexcept {
  if (to.family != family_infiniband) return of.port_space;
  return static_cast<std::uint16_t>(to.service_id >> port_space_shift);
}

std::uint64_t service_id_of(std::uint16_t port_space, const address& to) noexcept {
  if (to.family == family_infiniband) return to.service_id;
  return std::uint64_t{port_space} << port_space_shift | to.port;
}

void bind(manager& on, id& of, const address& to) {
  if (sockaddr_bytes(to.family) == 0) {
    refuse<check::cm_address>(EAFNOSUPPORT, "rdma_cm: address family {} is not known", to.family);
  }
  if (to.family == family_infiniband && on.settings().without_af_ib) {
    refuse<check::requested>(EAFNOSUPPORT, "rdma_cm: there is no AF_IB, as --no-af-ib says");
  }
  if (of.state != id_state::idle) {
    refuse<check::cm_state>(EINVAL, "rdma_cm: id {} is bound already", of.handle);
  }
  require_scope(to);
  // Linux keeps the address even if it refuses it.
  of.source = to;
  find_device(on, of, to);
  of.destination = any_address(to.family);
  of.destination.family = to.family;
  if (!of.address_family_only_set) {
    of.address_family_only =
        to.family == AF_INET || (to.family == AF_INET6 && ipv6_listens_for_itself_only());
  }
  try {
    take_port(on, of);
  } catch (const refusal&) {
    of.source = {};
    of.at.reset();
    throw;
  }
  of.state = id_state::address_bound;
}

void resolve_address(manager& on, id& of, const address& from, const address& to,
                     std::chrono::milliseconds limit) {
  if (of.state != id_state::address_bound) {
    address source = from;
    if (from.family == 0) {
      source = any_address(to.family);
      source.scope = to.family == AF_INET6 ? to.scope : 0;
    }
    bind(on, of, source);
  }
  if (of.source.family != to.family) {
    of.destination = {};
    refuse<check::cm_address>(EINVAL,
                              "rdma_cm: the address of id {} and its destination {} are of "
                              "different families",
                              of.handle, in_words(to));
  }
  of.state = id_state::address_query;
  of.destination = to;
  of.neighbour.reset();
  ++of.resolution;
  if (to.ip() && is_multicast(to.bytes)) return resolve_group(on, of, to);
  address reached = to;
  auto found = to.unspecified() ? std::nullopt : on.book().find(to);
  const bool over_network = on.services() && to.ip() && !to.unspecified();
  if (!found && (to.unspecified() || (to.ip() && to.loopback() && !over_network))) {
    if (on.settings().link == link_layer::ethernet) return resolve_loopback(on, of, to);
    // On hardware too, the first port is taken.
    if (const auto first = on.book().first_address(to.family)) {
      reached.bytes = first->bytes;
      found = on.book().find(reached);
    }
  }
  if (!found) {
    if (const port_identity* const there = on.book().find_elsewhere(to)) {
      return resolve_elsewhere(on, of, to, *there);
    }
    return over_network ? resolve_on_network(on, of, to, limit, become_resolved)
                        : fail_to_reach(on, of, to, limit);
  }
  if (!of.at && of.source.ip() && of.source.loopback()) {
    return fail_later(on, of, std::chrono::milliseconds(0), ENODEV);
  }
  mention_loopback(reached);
  // The route to an address of this machine begins at the same address.
  become_resolved(on, of, reached, of.at ? of.source : reached);
}

void resolve_route(manager& on, id& of) {
  port_identity outside;
  outside.link = link_layer::ethernet;
  if (of.neighbour) outside.mac = *of.neighbour;
  const port_identity* const peer =
      of.neighbour ? &outside : on.book().find_anywhere(of.destination);
  if (!peer && of.at && on.book().port(*of.at).ethernet()) {
    of.state = id_state::address_resolved;
    refuse<check::cm_address>(
        ENODEV,
        "rdma_cm: there is no route from {} to {}: give programs the address of a port's network "
        "interface",
        in_words(of.source), in_words(of.destination));
  }
  if (!peer || !of.at) {
    of.state = id_state::address_resolved;
    return on.raise(of, event_kind::route_error, -ENODEV);
  }
  const port_identity& here = on.book().port(*of.at);
  path& way = of.way;
  way.sgid = on.book().gid_of(of.source, *of.at);
  way.dgid = on.book().gid_of(of.destination, *peer);
  way.slid = here.lid;
  way.dlid = peer->lid;
  way.mtu = on.book().mtu();
  way.packet_life_time = usual_packet_life_time;
  if (here.ethernet()) {
    way.hop_limit = usual_hop_limit;
    way.traffic_class = of.type_of_service;
    const std::uint32_t mixed = of.source.port * 31u + of.destination.port;
    way.flow_label = (mixed ^ mixed >> 20) & 0xfffff;
    put_mac_in_lids(way, peer->mac);
    if (of.ack_timeout && *of.ack_timeout != 0) {
      way.packet_life_time = static_cast<std::uint8_t>(*of.ack_timeout - 1);
    }
  }
  of.has_way = true;
  of.state = id_state::route_resolved;
  on.raise(of, event_kind::route_resolved, 0);
}

}  // namespace verbatim::emulator::cm
