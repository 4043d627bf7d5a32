// Builds the messages of a connection, like Linux (drivers/infiniband/core/cma.c and cm.c).
#include "cm/connecting.hpp"

#include <rdma/rdma_user_cm.h>

#include <algorithm>
#include <cerrno>

#include "abi/refusal.hpp"
#include "cm/addressing.hpp"
#include "cm/arrivals.hpp"
#include "cm/limits.hpp"
#include "cm/manager.hpp"
#include "cm/wire/general_services.hpp"

namespace verbatim::emulator::cm {
namespace {

constexpr std::uint8_t largest_count = 7;

void put_private_data(packet& to, const id& of, std::span<const std::uint8_t> data,
                      std::size_t offset) {
  const std::size_t limit = private_data_limit(to.kind) - offset;
  if (data.size() > limit) {
    refuse<check::cm_private_data>(
        EINVAL, "rdma_cm: id {} sends {} bytes of private data, and a {} has room for {}{}",
        of.handle, data.size(), name(to.kind), limit,
        offset ? ": the rest of it holds the IP addresses" : "");
  }
  std::copy(data.begin(), data.end(), to.private_data.begin());
  to.private_bytes = static_cast<std::uint32_t>(data.size());
}

void put_parameters(packet& to, const id& of, const connection_parameters& with) {
  to.qpn = of.qpn;
  to.psn = of.link.psn;
  to.responder_resources = with.responder_resources;
  to.initiator_depth = with.initiator_depth;
  to.flow_control = with.flow_control != 0;
  to.retry_count = std::min(with.retry_count, largest_count);
  to.rnr_retry_count = std::min(with.rnr_retry_count, largest_count);
  to.srq = of.srq;
  if (to.kind == packet_kind::reply && of.qp_type == qp_kind::xrc_recv) {
    // The receiving half of an XRC connection sends no requests (Linux cm.c, cm_format_rep).
    to.initiator_depth = 0;
    to.flow_control = 0;
    to.srq = true;
  }
  to.ece_vendor = with.ece_vendor;
  to.ece_options = with.ece_options;
}

void put_sender(const manager& on, packet& to, const id& of) {
  to.node_guid = on.book().port(*of.at).node_guid;
  to.source = of.source;
  to.destination = of.destination;
  to.source_gid = of.way.sgid;
  to.flow_label = of.way.flow_label;
  to.mac = on.book().port(*of.at).mac;
  to.lid = of.way.slid;
  to.traffic_class = of.way.traffic_class;
  to.mtu = of.way.mtu;
  to.packet_life_time = of.way.packet_life_time;
}

/// Rejects a request locally, because no program listens at its port and address.
void refuse_alone(manager& on, id& of) {
  of.link.peer_slot = on.slot();
  packet refusing;
  refusing.kind = of.datagram() ? packet_kind::sidr_reply : packet_kind::reject;
  refusing.reason = of.datagram() ? sidr_status::unsupported : reject_reason::no_listener;
  refusing.to = of.link.communication;
  on.schedule(manager::clock::now(), [&on, refusing] { packet_arrived(on, on.slot(), refusing); });
  note("rdma_cm: id {}: nobody listens at {}", of.handle, in_words(of.destination));
}

/// Rejects a request that cannot be accepted, so that the peer does not wait.
[[noreturn]] void give_up(manager& on, id& of, const refusal& why) {
  if (of.link.state == connection_state::request_received ||
      of.link.state == connection_state::reply_received) {
    packet outgoing;
    outgoing.kind = packet_kind::reject;
    outgoing.reason = reject_reason::by_consumer;
    on.send(of, outgoing);
    on.enter(of, connection_state::none);
  } else if (of.link.state == connection_state::sidr_received) {
    packet outgoing;
    outgoing.kind = packet_kind::sidr_reply;
    outgoing.reason = sidr_status::rejected;
    on.send(of, outgoing);
    on.enter(of, connection_state::none);
  }
  throw why;
}

void send_reply(manager& on, id& of, const connection_parameters& with) {
  packet reply;
  reply.kind = packet_kind::reply;
  put_private_data(reply, of, with.private_data, 0);
  if (of.link.state != connection_state::request_received) {
    refuse<check::cm_state>(EINVAL, "rdma_cm: id {} cannot accept: its connection is {}", of.handle,
                            name(of.link.state));
  }
  put_parameters(reply, of, with);
  put_sender(on, reply, of);
  of.link.responder_resources = with.responder_resources;
  of.link.initiator_depth = with.initiator_depth;
  on.send(of, reply);
  on.enter(of, connection_state::reply_sent);
}

void send_datagram_reply(manager& on, id& of, std::uint8_t status,
                         const connection_parameters& with) {
  packet reply;
  reply.kind = packet_kind::sidr_reply;
  reply.reason = status;
  put_private_data(reply, of, with.private_data, 0);
  if (of.link.state != connection_state::sidr_received) {
    refuse<check::cm_state>(EINVAL, "rdma_cm: id {} has no request to answer: it is {}", of.handle,
                            name(of.link.state));
  }
  if (status == sidr_status::valid) {
    if (with.qkey != 0) of.qkey = with.qkey;
    of.qkey = of.datagram_qkey();
    reply.qpn = of.qpn;
    reply.qkey = of.qkey;
    reply.ece_vendor = with.ece_vendor;
    reply.ece_options = with.ece_options;
  }
  on.send(of, reply);
  on.enter(of, connection_state::none);
}

}  // namespace

void connect(manager& on, id& of, const connection_parameters& with) {
  if (of.state != id_state::route_resolved) {
    refuse<check::cm_state>(
        EINVAL, "rdma_cm: id {} cannot connect: wait for ROUTE_RESOLVED, and connect once",
        of.handle);
  }
  const bool asks = of.datagram() || of.qp_type == qp_kind::rc || of.qp_type == qp_kind::uc ||
                    of.qp_type == qp_kind::xrc_send;
  if (!asks) {
    refuse<check::cm_values>(
        EINVAL, "rdma_cm: id {} cannot connect: queue pairs of its type, {}, only accept requests",
        of.handle, of.qp_type);
  }
  packet request;
  request.kind = of.datagram() ? packet_kind::sidr_request : packet_kind::request;
  put_private_data(request, of, with.private_data, user_data_offset(of.destination));
  of.qpn = with.qpn;
  of.srq = with.srq;
  put_parameters(request, of, with);
  put_sender(on, request, of);
  request.qp_type = of.qp_type;
  request.port_space = port_space_of(of, of.destination);
  if (of.qp_type == qp_kind::xrc_send) {
    request.responder_resources = request.retry_count = request.rnr_retry_count = 0;
    request.srq = 0;
  }
  connection& link = of.link;
  link.begun = true;
  link.responder_resources = with.responder_resources;
  link.initiator_depth = with.initiator_depth;
  link.retry_count = std::min(with.retry_count, largest_count);
  link.rnr_retry_count = std::min(with.rnr_retry_count, largest_count);
  link.last_sent = request;
  of.state = id_state::connecting;
  on.enter(of, of.datagram() ? connection_state::sidr_sent : connection_state::request_sent);
  if (of.neighbour) {
    link.peer_slot = on.services()->peer(of.way.sgid, of.way.dgid);
    link.peer_communication = 0;
    return on.send_request(of);
  }
  const auto listener = on.ports().find_listener(request.port_space, of.destination,
                                                 on.book().host_of(of.destination));
  if (!listener) return refuse_alone(on, of);
  link.peer_slot = listener->slot;
  link.peer_communication = listener->communication;
  on.send_request(of);
}

void manager::send_request(id& from) { send(from, from.link.last_sent); }

void accept(manager& on, id& of, const connection_parameters& with) {
  if (of.state != id_state::connecting) {
    refuse<check::cm_state>(EINVAL, "rdma_cm: id {} cannot accept: it is no request, or over",
                            of.handle);
  }
  of.qpn = with.qpn;
  of.srq = with.srq;
  try {
    if (of.datagram()) {
      send_datagram_reply(on, of, sidr_status::valid, with);
    } else {
      send_reply(on, of, with);
    }
  } catch (const refusal& why) {
    give_up(on, of, why);
  }
}

void establish(manager& on, id& of) {
  if (of.state != id_state::connecting) {
    refuse<check::cm_state>(
        EINVAL, "rdma_cm: id {} cannot become established: it is not connecting", of.handle);
  }
  if (of.datagram()) return send_datagram_reply(on, of, sidr_status::valid, {});
  if (of.link.state != connection_state::reply_received) {
    try {
      refuse<check::cm_state>(EINVAL,
                              "rdma_cm: id {} cannot become established: its connection is {}",
                              of.handle, name(of.link.state));
    } catch (const refusal& why) {
      give_up(on, of, why);
    }
  }
  packet ready;
  ready.kind = packet_kind::ready_to_use;
  on.send(of, ready);
  on.enter(of, connection_state::established);
  connection_made(on, of);
}

void reject(manager& on, id& of, std::uint8_t reason, std::span<const std::uint8_t> private_data) {
  if (of.datagram() && of.link.begun) {
    connection_parameters with;
    with.private_data = private_data;
    return send_datagram_reply(on, of, sidr_status::rejected, with);
  }
  packet outgoing;
  outgoing.kind = packet_kind::reject;
  outgoing.reason = reason;
  put_private_data(outgoing, of, private_data, 0);
  switch (of.link.state) {
    case connection_state::request_sent:
    case connection_state::request_received:
    case connection_state::reply_received:
      on.send(of, outgoing);
      return on.enter(of, connection_state::none);
    case connection_state::reply_sent:
      on.send(of, outgoing);
      return on.enter(of, connection_state::timewait);
    default:
      refuse<check::cm_state>(EINVAL, "rdma_cm: id {} cannot reject: its connection is {}",
                              of.handle, name(of.link.state));
  }
}

void disconnect(manager& on, id& of) {
  if (!of.link.begun) {
    refuse<check::cm_state>(EINVAL, "rdma_cm: id {} cannot disconnect: it never connected",
                            of.handle);
  }
  packet outgoing;
  if (of.link.state == connection_state::established) {
    settle_data();
    outgoing.kind = packet_kind::disconnect_request;
    on.send(of, outgoing);
    on.enter(of, connection_state::disconnect_sent);
  } else if (of.link.state == connection_state::disconnect_received) {
    outgoing.kind = packet_kind::disconnect_reply;
    on.send(of, outgoing);
    on.enter(of, connection_state::timewait);
  }
}

void communication_established(manager& on, id& of) {
  switch (of.link.state) {
    case connection_state::reply_sent:
      on.enter(of, connection_state::established);
      connection_made(on, of);
      return on.raise_connection(of, event_kind::established, 0);
    case connection_state::established:
      refuse<check::cm_state>(EISCONN, "rdma_cm: id {} is established already", of.handle);
    default:
      refuse<check::cm_state>(EINVAL, "rdma_cm: id {} cannot become established: it is {}",
                              of.handle, name(of.link.state));
  }
}

}  // namespace verbatim::emulator::cm
