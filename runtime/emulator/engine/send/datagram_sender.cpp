// The requester's part for UD: one packet per WQE, and no answer.
#include <fmt/format.h>

#include <algorithm>

#include "engine/send/requester.hpp"
#include "engine/wire/packet_addresses.hpp"
#include "objects/context.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

/// The high bit of a Q_Key; it means that the queue pair's Q_Key is used instead.
constexpr std::uint32_t controlled_qkey = 0x80000000;

constexpr std::uint32_t port_mtu_bytes = 4096;

}  // namespace

/// Checks that the GID that the address vector names exists, if it names one.
bool requester::check_source(sending& one) {
  const port_identity& port = qp_.owner->port(qp_.attributes.port_num);
  const av_ud_seg& to = one.wqe.address;
  if (!has_gids(port, to) || to.sgid_index < port.gids.size()) return true;
  refuse(
      one, cqe_syndrome::local_qp_op_err, vendor_syndrome::segment,
      found<check::address_gid>("sgid_index of its address vector is {}, but the port has {} GIDs",
                                to.sgid_index, port.gids.size()));
  return false;
}

bool requester::send_datagram(sending& one) {
  const av_ud_seg& to = one.wqe.address;
  const port_identity& port = qp_.owner->port(qp_.attributes.port_num);
  const bool multicast = to.dqp_dct == multicast_qpn;
  if (!multicast && room_.wire->congested(slot_of(to.dqp_dct))) return false;
  if (one.wqe.message_bytes > port_mtu_bytes) {
    refuse(one, cqe_syndrome::local_length_err, vendor_syndrome::datagram_length,
           found<check::datagram_length>(
               "its message has {} bytes, but a datagram is one packet, and the port's MTU "
               "is {}",
               one.wqe.message_bytes, port_mtu_bytes));
    return false;
  }
  if (!check_source(one)) return false;
  std::byte* const payload = room_.payload.get();
  if (!check_local_memory(one) ||
      !gather(one, 0, one.wqe.message_bytes, payload + datagram_addresses::size)) {
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
  next.imm = one.wqe.imm;
  next.payload = {payload, datagram_addresses::size + one.wqe.message_bytes};
  next.message_bytes = static_cast<std::uint32_t>(next.payload.size());
  if (multicast) {
    send_to_all(one, next);
  } else if (!depart(one, slot_of(to.dqp_dct), next)) {
    note("QP {:#x}: a datagram to QP {:#x} is lost, its process does not run", qp_.qpn, to.dqp_dct);
  }
  one.sent_messages = 1;
  ++sent_;
  return true;
}

bool requester::depart(sending& one, std::uint32_t slot, const message& next) {
  if (!room_.wire->send_to(slot, next)) return false;
  one.departures.push_back({slot, room_.wire->given(slot)});
  return true;
}

void requester::send_to_all(sending& one, const message& next) {
  depart(one, room_.wire->slot(), next);
  for (const std::uint32_t slot : room_.wire->others()) {
    // A process that does not keep up must not hold back the rest.
    if (!room_.wire->congested(slot)) depart(one, slot, next);
  }
}

}  // namespace verbatim::emulator
