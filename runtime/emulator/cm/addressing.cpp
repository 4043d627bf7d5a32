// Binds ids and resolves addresses and routes, like Linux (drivers/infiniband/core/cma.c).
#include "cm/addressing.hpp"

#include <rdma/rdma_user_cm.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "abi/refusal.hpp"
#include "cm/manager.hpp"
#include "cm/port_space.hpp"

namespace verbatim::emulator::cm {
namespace {

/// Service IDs of IP port spaces (IBTA annex A11): the port space, then the port.
constexpr std::uint64_t port_bits = 0xffff;
constexpr unsigned port_space_shift = 16;

/// The packet life time of RoCE in Linux 6.1, and of OpenSM: 4.096 us times 2^18.
constexpr std::uint8_t usual_packet_life_time = 18;

/// The TTL of Linux's routes.
constexpr std::uint8_t usual_hop_limit = 64;

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

/// Finds the port with a local address. Wildcards, and loopback addresses that no port has, get no
/// port.
void find_device(manager& on, id& of, const address& to) {
  if (to.unspecified()) return;
  if (to.link_local() && to.scope == 0) {
    refuse<check::cm_address>(EINVAL,
                              "rdma_cm: {} is link-local: its sin6_scope_id must name an interface",
                              in_words(to));
  }
  of.at = on.book().find(to);
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
    of.source.service_mask |= port_bits;
  }
}

void become_resolved(manager& on, id& of, const address& to, const address& through) {
  of.destination = to;
  of.source.bytes = through.bytes;
  if (!of.at) of.at = on.book().find(of.source);
  if (of.holds_port) {
    bound_port known = port_entry(of);
    known.port_space = port_space_of(of, of.source);
    on.ports().update(known);
  }
  const bool ethernet = on.book().port(*of.at).ethernet();
  if (of.port_space == RDMA_PS_IPOIB && ethernet) {
    of.at.reset();
    of.state = id_state::address_bound;
    return on.raise(of, event_kind::address_error, -EINVAL);
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
  const auto routed = routed_source(to);
  const auto first = on.book().first_address(to.family);
  const bool from_a_port = routed && on.book().find(*routed);
  if (of.at) return become_resolved(on, of, to, of.source);
  if (!from_a_port && !first) return fail_later(on, of, std::chrono::milliseconds(0), ENODEV);
  become_resolved(on, of, to, from_a_port ? *routed : *first);
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
  find_device(on, of, to);
  of.source = to;
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
    bind(on, of, from.family != 0 ? from : any_address(to.family));
  }
  if (of.source.family != to.family) {
    refuse<check::cm_address>(EINVAL,
                              "rdma_cm: the address of id {} and its destination {} are of "
                              "different families",
                              of.handle, in_words(to));
  }
  of.state = id_state::address_query;
  ++of.resolution;
  if (to.ip() && is_multicast(to.bytes)) return resolve_group(on, of, to);
  address reached = to;
  auto found = to.unspecified() ? std::nullopt : on.book().find(to);
  if (!found && to.ip() && (to.unspecified() || to.loopback())) {
    // Hardware would take the first port too, and then find no route.
    if (const auto first = on.book().first_address(to.family)) {
      reached.bytes = first->bytes;
      found = on.book().find(reached);
    }
  }
  if (!found) return fail_to_reach(on, of, to, limit);
  mention_loopback(reached);
  // The route to an address of this machine begins at the same address.
  become_resolved(on, of, reached, of.at ? of.source : reached);
}

void resolve_route(manager& on, id& of) {
  const auto peer = on.book().find(of.destination);
  if (!peer || !of.at) {
    of.state = id_state::address_resolved;
    return on.raise(of, event_kind::route_error, -ENODEV);
  }
  const port_identity& here = on.book().port(*of.at);
  path& way = of.way;
  way.sgid = on.book().gid_of(of.source, *of.at);
  way.dgid = on.book().gid_of(of.destination, *peer);
  way.slid = here.lid;
  way.dlid = on.book().port(*peer).lid;
  way.mtu = on.book().mtu();
  way.packet_life_time = usual_packet_life_time;
  if (here.ethernet()) {
    way.hop_limit = usual_hop_limit;
    way.traffic_class = of.type_of_service;
    const std::uint32_t mixed = of.source.port * 31u + of.destination.port;
    way.flow_label = (mixed ^ mixed >> 20) & 0xfffff;
    if (of.ack_timeout && *of.ack_timeout != 0) {
      way.packet_life_time = static_cast<std::uint8_t>(*of.ack_timeout - 1);
    }
  }
  of.has_way = true;
  of.state = id_state::route_resolved;
  on.raise(of, event_kind::route_resolved, 0);
}

}  // namespace verbatim::emulator::cm
