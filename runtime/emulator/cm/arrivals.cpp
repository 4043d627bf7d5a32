// Requests make ids; all other messages follow the table of transitions.
#include "cm/arrivals.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cm/addressing.hpp"
#include "cm/limits.hpp"
#include "cm/manager.hpp"
#include "cm/path_record.hpp"
#include "cm/wire/general_services.hpp"
#include "cm/wire/over_network.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator::cm {
namespace {

void take_private_data(const packet& from, std::size_t claimed, std::uint8_t* to,
                       std::uint8_t& length) noexcept {
  // The message has a field of fixed size, so the program always gets the whole field.
  std::memcpy(to, from.private_data.data(), claimed);
  length = static_cast<std::uint8_t>(claimed);
}

/// Fills in an event from a request or reply. Both depths are from the receiver's point of view.
void fill_connection(const packet& from, std::size_t claimed, event& to) noexcept {
  auto& conn = to.for_program.param.conn;
  take_private_data(from, claimed, conn.private_data, conn.private_data_len);
  conn.qp_num = from.qpn;
  conn.srq = from.srq;
  conn.responder_resources = from.initiator_depth;
  conn.initiator_depth = from.responder_resources;
  conn.flow_control = from.flow_control;
  // Only a request has a field for it.
  if (from.kind == packet_kind::request) conn.retry_count = from.retry_count;
  conn.rnr_retry_count = from.rnr_retry_count;
  to.for_program.ece = {from.ece_vendor, from.ece_options};
}

void answer(manager& on, std::uint32_t slot, const packet& to, packet_kind kind,
            std::uint8_t reason) {
  packet outgoing;
  outgoing.kind = kind;
  outgoing.reason = reason;
  outgoing.to = to.from;
  outgoing.transaction = to.transaction;
  const bool asked = to.kind == packet_kind::request || to.kind == packet_kind::sidr_request;
  // In requests it is the listener's.
  if (!asked) outgoing.from = to.to;
  on.send(slot, outgoing);
}

void refuse_request(manager& on, std::uint32_t slot, const packet& request, std::uint8_t reason) {
  if (request.kind == packet_kind::sidr_request) {
    const bool nobody = reason == reject_reason::no_listener;
    answer(on, slot, request, packet_kind::sidr_reply,
           nobody ? sidr_status::unsupported : sidr_status::rejected);
  } else {
    answer(on, slot, request, packet_kind::reject, reason);
  }
}

/// Returns true if the listener accepts a request of that type. XRC connects the two different
/// halves.
bool fits(const id& listener, const packet& request) noexcept {
  if (request.kind == packet_kind::sidr_request) return listener.datagram();
  const std::uint8_t wanted =
      request.qp_type == qp_kind::xrc_send ? qp_kind::xrc_recv : request.qp_type;
  return listener.qp_type == wanted;
}

/// Rejects a request of a queue pair that is already connected here, and ends that connection.
/// Returns false if there is no such connection.
bool refuse_stale(manager& on, std::uint32_t slot, const packet& request) {
  if (request.kind == packet_kind::sidr_request) return false;
  id* const old = on.find_connected(request.node_guid, request.qpn);
  if (!old) return false;
  tell<check::cm_stale>(
      "rdma_cm: the request of queue pair {:#x} is rejected as stale (reason 10): id {} here is "
      "still connected to a queue pair with that number. Give rdma_connect the number of a queue "
      "pair that has no other connection",
      request.qpn, old->handle);
  refuse_request(on, slot, request, reject_reason::stale_connection);
  if (old->link.state == connection_state::established) {
    packet last;
    last.kind = packet_kind::disconnect_request;
    on.send(*old, last);
    on.enter(*old, connection_state::disconnect_sent);
  }
  return true;
}

/// Makes the id of a request. Its addresses are those of the request, swapped.
id& make_child(manager& on, std::uint32_t slot, id& listener, const packet& request) {
  id& made = on.create(listener.file, 0, listener.port_space, listener.qp_type);
  made.state = id_state::connecting;
  made.listener = &listener;
  made.source = request.destination;
  made.destination = request.source;
  made.at = on.book().find(made.source);
  if (!made.at) made.at = place{};
  // A SIDR request describes no path.
  made.has_way = !made.datagram();
  made.way.service_id = service_id_of(listener.port_space, request.destination);
  made.way.sgid = on.book().gid_of(made.source, *made.at);
  made.way.dgid = request.source_gid;
  made.way.slid = on.book().port(*made.at).lid;
  made.way.dlid = request.lid;
  if (on.book().port(*made.at).ethernet()) {
    made.way.hop_limit = usual_hop_limit;
    made.way.flow_label = request.flow_label;
    put_mac_in_lids(made.way, request.mac);
  }
  made.way.traffic_class = request.traffic_class;
  made.way.mtu = request.mtu;
  made.way.packet_life_time = request.packet_life_time;
  connection& link = made.link;
  link.begun = true;
  link.transaction = request.transaction;
  link.peer_slot = slot;
  link.peer_communication = request.from;
  link.peer_guid = request.node_guid;
  link.peer_qpn = request.qpn;
  link.peer_psn = request.psn;
  link.responder_resources = request.initiator_depth;
  link.initiator_depth = request.responder_resources;
  link.retry_count = request.retry_count;
  link.rnr_retry_count = request.rnr_retry_count;
  return made;
}

void request_arrived(manager& on, std::uint32_t slot, const packet& request) {
  if (id* const known = on.find_request(slot, request.from)) {
    return request_repeated(on, slot, request, *known);
  }
  id* const listener = on.find_communication(request.to);
  if (!listener || listener->state != id_state::listening) {
    return refuse_request(on, slot, request, reject_reason::no_listener);
  }
  if (const auto reason = on.faults().rejects()) {
    return refuse_request(on, slot, request, *reason);
  }
  if (!fits(*listener, request)) {
    return refuse_request(on, slot, request, reject_reason::by_consumer);
  }
  if (refuse_stale(on, slot, request)) return;
  if (listener->backlog == 0) {
    tell<check::cm_backlog>(
        "rdma_cm: id {} drops a request, because as many as its backlog allows wait for "
        "rdma_get_cm_event; the peer sends it again. Take requests sooner, or give rdma_listen a "
        "larger backlog",
        listener->handle);
    return;
  }
  --listener->backlog;
  id& made = make_child(on, slot, *listener, request);
  on.enter(made,
           made.datagram() ? connection_state::sidr_received : connection_state::request_received);
  on.raise(*listener, event_kind::connect_request, 0, [&](event& to) {
    to.made = &made;
    to.for_program.id = made.handle;
    const std::size_t claimed =
        private_data_limit(request.kind) - user_data_offset(request.destination);
    if (made.datagram()) {
      auto& ud = to.for_program.param.ud;
      take_private_data(request, claimed, ud.private_data, ud.private_data_len);
      to.for_program.ece = {request.ece_vendor, request.ece_options};
    } else {
      fill_connection(request, claimed, to);
    }
  });
  // Within the fabric the answer also opens a connection, so that this process notices the end of the
  // peer's. On a network, as with Linux, only a repeated request is answered before the program does.
  if (!is_network_slot(slot)) answer(on, slot, request, packet_kind::request_seen, 0);
}

void take_reply(id& of, const packet& reply) {
  connection& link = of.link;
  link.peer_communication = reply.from;
  link.peer_qpn = reply.qpn;
  link.peer_guid = reply.node_guid;
  link.peer_psn = reply.psn;
  link.responder_resources = reply.initiator_depth;
  link.initiator_depth = reply.responder_resources;
  link.rnr_retry_count = reply.rnr_retry_count;
}

/// Raises the event of a SIDR reply, which has the destination of the datagrams, or a refusal.
void raise_datagram(manager& on, id& of, const packet& reply) {
  const bool valid = reply.reason == sidr_status::valid;
  if (valid) of.qkey = reply.qkey;
  on.raise_connection(of, valid ? event_kind::established : event_kind::unreachable, reply.reason,
                      [&](event& to) {
                        auto& ud = to.for_program.param.ud;
                        take_private_data(reply, private_data_limit(reply.kind), ud.private_data,
                                          ud.private_data_len);
                        if (!valid) return;
                        fill_address(of, ud.ah_attr);
                        ud.qp_num = reply.qpn;
                        ud.qkey = reply.qkey;
                        to.for_program.ece = {reply.ece_vendor, reply.ece_options};
                      });
}

void raise_for(manager& on, id& of, event_kind kind, const packet& arrived) {
  switch (arrived.kind) {
    case packet_kind::reply:
      return on.raise_connection(of, kind, 0, [&](event& to) {
        fill_connection(arrived, private_data_limit(arrived.kind), to);
      });
    case packet_kind::reject:
      return on.raise_connection(of, kind, arrived.reason, [&](event& to) {
        auto& conn = to.for_program.param.conn;
        take_private_data(arrived, private_data_limit(arrived.kind), conn.private_data,
                          conn.private_data_len);
      });
    case packet_kind::sidr_reply:
      return raise_datagram(on, of, arrived);
    default:
      return on.raise_connection(of, kind, 0);
  }
}

}  // namespace

void fill_address(const id& of, ib_uverbs_ah_attr& to) noexcept {
  to.dlid = of.way.dlid;
  to.port_num = of.at ? of.at->port : 0;
  // Within an InfiniBand subnet there is no GRH, so the path has no hop limit.
  if (of.way.hop_limit == 0) return;
  to.is_global = 1;
  std::copy(of.way.dgid.begin(), of.way.dgid.end(), std::begin(to.grh.dgid));
  to.grh.flow_label = of.way.flow_label;
  to.grh.sgid_index = of.at ? of.at->gid_index : 0;
  to.grh.hop_limit = of.way.hop_limit;
  to.grh.traffic_class = of.way.traffic_class;
}

void connection_made(manager& on, id& of) {
  for (const cm_fault& one : on.faults().strikes()) {
    const std::uint32_t communication = of.link.communication;
    const auto when = manager::clock::now() + std::chrono::milliseconds(one.value);
    on.schedule(when, [&on, communication, kind = one.kind] {
      id* const live = on.find_communication(communication);
      if (!live || live->state != id_state::connecting) return;
      const bool change = kind == cm_fault_kind::address_change;
      tell<check::requested>("rdma_cm: id {} gets {} as --fail-cm says", live->handle,
                             change ? "ADDR_CHANGE" : "UNREACHABLE");
      on.raise(*live, change ? event_kind::address_change : event_kind::unreachable,
               change ? 0 : -ETIMEDOUT);
    });
  }
}

namespace {

/// On a network, a DREQ takes its way through the software of both ends.
constexpr auto way_of_a_goodbye = std::chrono::milliseconds(3);

void handle(manager& on, std::uint32_t slot, const packet& arrived) {
  if (arrived.kind == packet_kind::request || arrived.kind == packet_kind::sidr_request) {
    return request_arrived(on, slot, arrived);
  }
  // Until the reply, the peer of a request knows only the listener.
  id* const asked = on.find_request(slot, arrived.from);
  id* const of = asked ? asked : on.find_communication(arrived.to);
  if (!of) {
    // The kernel answers for destroyed ids.
    if (arrived.kind == packet_kind::disconnect_request) {
      answer(on, slot, arrived, packet_kind::disconnect_reply, 0);
    }
    return;
  }
  if (of->link.peer_slot != slot) return;
  if (is_network_slot(slot) && arrived.kind == packet_kind::reply &&
      of->link.state == connection_state::established) {
    // The RTU was lost.
    packet ready;
    ready.kind = packet_kind::ready_to_use;
    return on.send(*of, ready);
  }
  const transition* const effect = find_transition(of->link.state, arrived.kind);
  if (!effect) return;
  if (arrived.kind == packet_kind::request_seen) {
    of->link.seen = true;
    return on.extend(*of);
  }
  if (arrived.kind == packet_kind::reply) take_reply(*of, arrived);
  if (effect->to != of->link.state) on.enter(*of, effect->to);
  if (effect->to == connection_state::established) connection_made(on, *of);
  if (effect->raises) raise_for(on, *of, *effect->raises, arrived);
  if (effect->sends) answer(on, slot, arrived, *effect->sends, 0);
}

}  // namespace

void packet_arrived(manager& on, std::uint32_t slot, const packet& arrived) {
  if (is_network_slot(slot)) {
    note("rdma_cm: {} from GID {}", name(arrived.kind),
         emulator::in_words(on.services()->address_of(slot)));
  } else {
    note("rdma_cm: {} from the process in slot {}", name(arrived.kind), slot);
  }
  if (arrived.kind != packet_kind::disconnect_request) return handle(on, slot, arrived);
  on.schedule(manager::clock::now() + way_of_a_goodbye, [&on, slot, arrived] {
    settle_data();
    handle(on, slot, arrived);
  });
}

}  // namespace verbatim::emulator::cm
