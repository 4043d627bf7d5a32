// Sends one packet per WQE, without an answer.
#include "engine/execute/datagram_sender.hpp"

#include <fmt/format.h>

#include <cstring>
#include <variant>

#include "engine/base/queue_pair_part.hpp"
#include "engine/count/packets.hpp"
#include "engine/count/port_traffic.hpp"
#include "engine/execute/departures.hpp"
#include "engine/wire/packet_addresses.hpp"
#include "objects/context.hpp"
#include "objects/neighbours.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

/// The high bit of a Q_Key; it means that the queue pair's Q_Key is used instead.
constexpr std::uint32_t controlled_qkey = 0x80000000;

}  // namespace

bool check_source(const queue_pair& qp, pending_wqe& one) {
  const port_identity& port = qp.owner->port(qp.attributes.port_num);
  const av_ud_seg& to = std::get<packet_address>(one.wqe.address).vector;
  if (!has_gids(port, to) || to.sgid_index < port.gids.size()) return true;
  refuse(
      qp, one, cqe_syndrome::local_qp_op_err, vendor_syndrome::segment,
      found<check::address_gid>("sgid_index of its address vector is {}, but the port has {} GIDs",
                                to.sgid_index, port.gids.size()));
  return false;
}

/// Returns where the transport sends a datagram to that address.
std::uint32_t datagram_sender::route_of(const av_ud_seg& to) const {
  const port_identity& port = qp_.owner->port(qp_.attributes.port_num);
  gid address;
  std::memcpy(address.data(), to.rgid.data(), address.size());
  const bool leaves = port.ethernet() && leads_out(room_.objects, address) &&
                      network_header_of(port, to.sgid_index) != network_header::grh;
  return leaves ? network_slot(qp_.qpn) : slot_of(to.dqp_dct);
}

bool datagram_sender::send(pending_wqe& one) {
  const av_ud_seg& to = std::get<packet_address>(one.wqe.address).vector;
  const port_identity& port = qp_.owner->port(qp_.attributes.port_num);
  const bool multicast = to.dqp_dct == multicast_qpn;
  const std::uint32_t route = route_of(to);
  if (!multicast && room_.wire->congested(route)) return false;
  const std::uint32_t mtu = 128u << port.active_mtu;
  if (one.wqe.message_bytes > mtu) {
    refuse(qp_, one, cqe_syndrome::local_length_err, vendor_syndrome::datagram_length,
           found<check::datagram_length>(
               "its message has {} bytes, but a datagram is one packet, and the port's MTU "
               "is {}",
               one.wqe.message_bytes, mtu));
    return false;
  }
  if (!check_source(qp_, one)) return false;
  std::byte* const payload = room_.payload.get();
  if (!memory_.check(one) ||
      !memory_.gather(one, 0, one.wqe.message_bytes, payload + datagram_addresses::size)) {
    return false;
  }
  auto addresses = addresses_for(port, to);
  addresses.qkey = to.qkey & controlled_qkey ? qp_.attributes.qkey : to.qkey;
  addresses.write(payload);
  message next;
  next.kind =
      one.wqe.opcode == opcode::send_imm ? message_kind::datagram_imm : message_kind::datagram;
  next.solicited = one.wqe.solicited;
  next.source_qpn = qp_.qpn;
  next.destination_qpn = to.dqp_dct;
  next.psn = one.first_psn;
  next.packet_psn = one.first_packet;
  next.imm = one.wqe.imm;
  next.payload = {payload, datagram_addresses::size + one.wqe.message_bytes};
  next.message_bytes = static_cast<std::uint32_t>(next.payload.size());
  if (auto* const counts = counts_of(qp_)) count_datagram(*counts, next);
  count_at_sender(room_.objects, qp_, next);
  if (room_.tap && !is_network_slot(route)) room_.tap->datagram(next);
  set_times(room_, qp_, one, next, one.wqe.message_bytes, is_network_slot(route));
  if (multicast) {
    depart_to_all(room_, one, next);
  } else if (!depart(room_, one, route, next)) {
    note("QP {:#x}: a datagram to QP {:#x} is lost, its process does not run", qp_.qpn, to.dqp_dct);
  }
  one.sent_messages = 1;
  return true;
}

}  // namespace verbatim::emulator
