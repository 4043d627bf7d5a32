// Finds the way to peers on a network, and repeats what may have been lost.
#include "cm/wire/over_network.hpp"

#include <cerrno>

#include "abi/refusal.hpp"
#include "cm/manager.hpp"
#include "cm/wire/general_services.hpp"
#include "cm/wire/next_hop.hpp"

namespace verbatim::emulator::cm {
namespace {

using namespace std::chrono_literals;

/// The time between two looks into the kernel's table of neighbours.
constexpr auto until_next_look = 5ms;

void fail_resolution(manager& on, id& of, int error) {
  of.state = id_state::address_bound;
  on.raise(of, event_kind::address_error, -error);
}

/// Looks for the MAC address of the next hop until the time is over. The id may begin another
/// resolution meanwhile.
void await_neighbour(manager& on, std::uint32_t communication, std::uint64_t resolution,
                     const next_hop& hop, manager::clock::time_point end, resolution_end resolved) {
  id* const of = on.find_communication(communication);
  if (!of || of->resolution != resolution || of->state != id_state::address_query) return;
  const auto now = manager::clock::now();
  if (const auto found = mac_of(hop)) {
    of->neighbour = found;
    return resolved(on, *of, of->destination, hop.source);
  }
  if (now >= end) {
    note("rdma_cm: id {}: {} does not answer on the network", of->handle, in_words(hop.neighbour));
    return fail_resolution(on, *of, ETIMEDOUT);
  }
  on.schedule(now + until_next_look, [&on, communication, resolution, hop, end, resolved] {
    await_neighbour(on, communication, resolution, hop, end, resolved);
  });
}

}  // namespace

void resolve_on_network(manager& on, id& of, const address& to, std::chrono::milliseconds limit,
                        resolution_end resolved) {
  auto hop = route_to(to, of.at ? of.source : any_address(to.family));
  if (!hop) {
    const int error = errno;
    of.state = id_state::address_bound;
    refuse<check::cm_address>(error, "rdma_cm: there is no route to {}", in_words(to));
  }
  if (!of.at && !on.book().find(hop->source)) {
    // To an address of the machine itself, another fabric's, the kernel takes that as the source too.
    const auto first = on.book().first_address(to.family);
    if (!hop->resolved || !first) {
      note("rdma_cm: {} is reached from {}, which belongs to no port", in_words(to),
           in_words(hop->source));
      return fail_resolution(on, of, ENODEV);
    }
    hop->source = *first;
  }
  if (!mac_of(*hop)) ask_for_neighbour(to);
  await_neighbour(on, of.link.communication, of.resolution, *hop, manager::clock::now() + limit,
                  resolved);
}

void complete(const manager& on, id& from, packet& outgoing) {
  connection& link = from.link;
  if (link.transaction == 0) link.transaction = std::uint64_t{link.psn} << 32 | link.communication;
  outgoing.transaction = link.transaction;
  switch (outgoing.kind) {
    case packet_kind::disconnect_request:
      outgoing.qpn = link.peer_qpn;
      break;
    case packet_kind::reject:
      outgoing.answers = link.state == connection_state::request_received
                             ? answered_message::request
                         : link.state == connection_state::reply_received ? answered_message::reply
                                                                          : answered_message::other;
      if (from.at) outgoing.node_guid = on.book().port(*from.at).node_guid;
      break;
    case packet_kind::sidr_reply:
      outgoing.port_space = from.port_space;
      outgoing.destination = from.source;
      break;
    default:
      break;
  }
}

void request_repeated(manager& on, std::uint32_t slot, const packet& request, id& known) {
  const bool over_network = is_network_slot(slot);
  const packet_kind last = known.link.last_sent.kind;
  const bool refused =
      known.link.state == connection_state::none || known.link.state == connection_state::timewait;
  if (over_network && refused && (last == packet_kind::reject || last == packet_kind::sidr_reply)) {
    // The answer was lost.
    return on.send(slot, known.link.last_sent);
  }
  if (request.kind != packet_kind::request) return;
  if (over_network && known.link.state != connection_state::request_received) return;
  packet seen;
  seen.kind = packet_kind::request_seen;
  seen.to = request.from;
  seen.transaction = request.transaction;
  if (over_network) seen.from = known.link.communication;
  on.send(slot, seen);
}

}  // namespace verbatim::emulator::cm
