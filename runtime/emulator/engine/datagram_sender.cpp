// The requester's part for UD: one packet per WQE, and no answer.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/requester.hpp"
#include "objects/context.hpp"
#include "report.hpp"
#include "transport/datagram.hpp"

namespace verbatim::emulator {
namespace {

/// The high bit says: take the Q_Key of the queue pair instead.
constexpr std::uint32_t controlled_qkey = 0x80000000;

constexpr std::uint32_t port_mtu_bytes = 4096;

template <std::size_t Size>
void copy_bytes(const std::array<std::byte, Size>& from, std::array<std::uint8_t, Size>& to) {
  std::memcpy(to.data(), from.data(), Size);
}

network_header header_for(const port_identity& port, const av_ud_seg& to) noexcept {
  if (!port.ethernet()) return to.grh != 0 ? network_header::grh : network_header::none;
  const gid_entry& source = port.gids[to.sgid_index];
  if (source.type == gid_type::roce_v1) return network_header::grh;
  return is_mapped_ipv4(source.bytes) ? network_header::udp_over_ipv4
                                      : network_header::udp_over_ipv6;
}

datagram_addresses addresses_for(const queue_pair& qp, const port_identity& port,
                                 const av_ud_seg& to) {
  datagram_addresses result;
  result.ethernet = port.ethernet();
  result.network = header_for(port, to);
  result.sl = port.ethernet() ? static_cast<std::uint8_t>(to.sl >> 1) : to.sl;
  result.traffic_class = to.tclass;
  result.hop_limit = to.hop_limit;
  result.qkey = to.qkey & controlled_qkey ? qp.attributes.qkey : to.qkey;
  result.destination_qpn = to.dqp_dct;
  result.flow_label = to.flow_label;
  if (port.ethernet()) {
    result.udp_source_port = to.rlid;
    result.smac = port.mac;
    copy_bytes(to.rmac, result.dmac);
  } else {
    result.slid = static_cast<std::uint16_t>(port.lid | to.mlid);
    result.dlid = to.rlid;
  }
  if (result.network != network_header::none) {
    result.sgid = port.gids[to.sgid_index].bytes;
    copy_bytes(to.rgid, result.dgid);
  }
  return result;
}

}  // namespace

bool requester::send_datagram(sending& one) {
  const av_ud_seg& to = one.wqe.address;
  const port_identity& port = qp_.owner->port(qp_.attributes.port_num);
  const bool multicast = to.dqp_dct == multicast_qpn;
  if (!multicast && room_.wire->congested(slot_of(to.dqp_dct))) return false;
  if (one.wqe.message_bytes > port_mtu_bytes) {
    refuse(one, cqe_syndrome::local_length_err, vendor_syndrome::datagram_length,
           fmt::format("its message has {} bytes, but a datagram is one packet, and the port's MTU "
                       "is {}",
                       one.wqe.message_bytes, port_mtu_bytes));
    return false;
  }
  if ((port.ethernet() || to.grh != 0) && to.sgid_index >= port.gids.size()) {
    refuse(one, cqe_syndrome::local_qp_op_err, vendor_syndrome::segment,
           fmt::format("sgid_index of its av_ud_seg is {}, but the port has {} GIDs", to.sgid_index,
                       port.gids.size()));
    return false;
  }
  std::byte* const payload = room_.payload.get();
  if (!check_local_memory(one) ||
      !gather(one, 0, one.wqe.message_bytes, payload + datagram_addresses::size)) {
    return false;
  }
  addresses_for(qp_, port, to).write(payload);
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
    // One that does not keep up must not hold back the rest.
    if (!room_.wire->congested(slot)) depart(one, slot, next);
  }
}

}  // namespace verbatim::emulator
