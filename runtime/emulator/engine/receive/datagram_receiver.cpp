// Delivers datagrams to receive WQEs.
#include "engine/receive/datagram_receiver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "engine/complete/completion_writer.hpp"
#include "engine/count/port_traffic.hpp"
#include "engine/receive/queue_pair_receives.hpp"
#include "engine/wire/network_headers.hpp"
#include "engine/wire/packet_addresses.hpp"
#include "objects/context.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"
#include "transport/datagram.hpp"

namespace verbatim::emulator {
namespace {

bool may_receive(const queue_pair& qp) noexcept {
  return qp.engine && qp.type == queue_pair_type::ud && qp.state != queue_pair_state::reset &&
         qp.state != queue_pair_state::init && qp.state != queue_pair_state::err;
}

const port_identity& port_of(const queue_pair& qp) {
  return qp.owner->port(qp.attributes.port_num);
}

/// Returns the reason why the packet would not have reached that port; empty if it would.
std::string misdirected(const port_identity& port, const datagram_addresses& by) {
  if (port.ethernet() != by.ethernet) {
    return "one of the two ports is InfiniBand and the other Ethernet";
  }
  if (port.ethernet()) {
    return by.dmac == port.mac ? ""
                               : fmt::format("it is for MAC {}, and the port has {}",
                                             in_words(by.dmac), in_words(port.mac));
  }
  return port.has_lid(by.dlid)
             ? ""
             : fmt::format("it is for LID {:#x}, and the port has {:#x}", by.dlid, port.lid);
}

bool is_attached(const queue_pair& qp, const datagram_addresses& by) {
  const port_identity& port = port_of(qp);
  return port.ethernet() == by.ethernet &&
         std::any_of(qp.groups.begin(), qp.groups.end(), [&](const multicast_group& group) {
           // The group is found by its GID. Multicast packets always have a GRH.
           return group.address == by.dgid && (by.ethernet || group.lid == by.dlid);
         });
}

void receive(engine_room& room, queue_pair& qp, const message& arrived,
             const datagram_addresses& by, std::span<const std::byte> payload) {
  if (by.qkey != qp.attributes.qkey) {
    tell<check::datagram_qkey>(
        "QP {:#x}: a datagram from QP {:#x} is dropped, as a NIC does without a word: its Q_Key is "
        "{:#x} and the queue pair's {:#x}",
        qp.qpn, arrived.source_qpn, by.qkey, qp.attributes.qkey);
    return;
  }
  count_at_receiver(room.objects, qp, arrived);
  const auto wqe = take_receive(qp);
  if (!wqe) {
    note("QP {:#x} has no receive WQE, so a datagram is dropped, as UD does", qp.qpn);
    return;
  }
  if (const auto asked = room.failures.of_receive()) {
    return fail_receive(qp, *wqe, asked->syndrome, asked->vendor,
                        found_words<check::requested>(asked->words));
  }
  const std::size_t bytes = grh_size + payload.size();
  if (wqe->capacity() < bytes) {
    fail_receive(qp, *wqe, cqe_syndrome::local_length_err, vendor_syndrome::receive_too_short,
                 found<check::receive_length>(
                     "a datagram of {} bytes came, which needs {} with the room for its GRH, but "
                     "its buffers have {}",
                     payload.size(), bytes, wqe->capacity()));
    return;
  }
  const bool with_imm = arrived.kind == message_kind::datagram_imm;
  std::string problem;
  std::array<std::byte, grh_size> grh{};
  const bool has_grh = by.network != network_header::none;
  const bool grh_in_cqe =
      has_grh && room.objects.settings().datagram_grh_in_cqe && has_room_for_grh(*qp.recv_cq);
  if (has_grh) {
    grh = network_header_bytes(by, payload.size(), deth_bytes + (with_imm ? imm_bytes : 0));
    if (!grh_in_cqe) problem = wqe->scatter(room.memory, 0, grh);
  }
  if (problem.empty()) problem = wqe->scatter(room.memory, grh_size, payload);
  if (!problem.empty()) {
    fail_receive(qp, *wqe, cqe_syndrome::local_prot_err, vendor_syndrome::receive_key,
                 found_words<check::receive_memory>(problem));
    return;
  }
  cqe64::values cqe;
  cqe.slid = by.slid;
  cqe.l3_in_data = has_grh && !grh_in_cqe;
  cqe.sl = sl_in_cqe(by);
  cqe.rqpn = arrived.source_qpn;
  cqe.srqn_uidx = qp.uidx;
  cqe.imm = with_imm ? arrived.imm : 0;
  cqe.byte_cnt = static_cast<std::uint32_t>(bytes);
  cqe.qpn = qp.qpn;
  cqe.wqe_counter = wqe->wqe_counter;
  cqe.opcode = with_imm ? cqe_opcode::resp_send_imm : cqe_opcode::resp_send;
  cqe.se = arrived.solicited;
  write_cqe(*qp.recv_cq, cqe, {}, grh_in_cqe ? std::span(grh) : std::span<std::byte>());
}

}  // namespace

void deliver_datagram(engine_room& room, const message& arrived) {
  if (arrived.payload.size() < datagram_addresses::size) return;
  const auto by = datagram_addresses::read(arrived.payload.data());
  const auto payload = arrived.payload.subspan(datagram_addresses::size);
  if (by.destination_qpn == multicast_qpn) {
    room.objects.each_queue_pair([&](queue_pair& qp) {
      if (!may_receive(qp) || !is_attached(qp, by)) return;
      if (qp.block_own_multicast && qp.qpn == arrived.source_qpn) return;
      receive(room, qp, arrived, by, payload);
    });
    return;
  }
  queue_pair* const qp = room.objects.find_queue_pair(by.destination_qpn);
  if (!qp || !may_receive(*qp)) {
    note(
        "a datagram for QP {:#x} is dropped: there is no UD queue pair of that number in RTR or "
        "RTS",
        by.destination_qpn);
    return;
  }
  if (const auto words = misdirected(port_of(*qp), by); !words.empty()) {
    tell<check::datagram_path>("QP {:#x}: a datagram from QP {:#x} would not have come here: {}",
                               qp->qpn, arrived.source_qpn, words);
    return;
  }
  receive(room, *qp, arrived, by, payload);
}

}  // namespace verbatim::emulator
