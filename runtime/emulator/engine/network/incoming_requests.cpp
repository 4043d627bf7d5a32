#include "engine/network/incoming_requests.hpp"

#include <algorithm>

#include "engine/base/queue_pair_part.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

/// The most results of atomics that are kept; a queue pair accepts no more at once.
constexpr std::size_t most_atomics = 16;

constexpr std::uint32_t bytes_of_atomic = 8;

bool takes_requests(const queue_pair& qp) noexcept {
  return qp.state == queue_pair_state::rtr || qp.state == queue_pair_state::rts ||
         qp.state == queue_pair_state::sqd || qp.state == queue_pair_state::sqe;
}

std::uint8_t operation_of(const received_packet& packet) noexcept {
  return packet.opcode & static_cast<std::uint8_t>(~bth::transport_bits);
}

/// The place of a packet in a SEND or a WRITE.
struct packet_place {
  message_kind kind = message_kind::send;
  bool is_first = false;
  bool is_last = false;

  bool is_write() const noexcept { return emulator::is_write(kind); }
};

packet_place place_in_message(std::uint8_t operation) noexcept {
  for (const auto kind : {message_kind::send, message_kind::send_imm, message_kind::send_inval,
                          message_kind::rdma_write, message_kind::rdma_write_imm}) {
    const message_opcodes& of = *opcodes_of(kind);
    if (operation == of.only) return {kind, true, true};
    if (operation == of.last) return {kind, false, true};
    if (operation == of.first) return {kind, true, false};
    if (operation == of.middle) return {kind, false, false};
  }
  return {};
}

bool asks_for_result(std::uint8_t operation) noexcept {
  return operation == bth::read_request || operation == bth::compare_swap ||
         operation == bth::fetch_add;
}

}  // namespace

incoming_requests::incoming_requests(const connection_path& path, network_counts& counts) noexcept
    : path_(path), counts_(counts) {
  at_.psn = at_.message_psn = path.qp().attributes.rq_psn;
  expects_answer_ = answered_ = psn_after(at_.psn, 0xffffff);
}

void incoming_requests::packet_arrived(const received_packet& packet, message_receiver& to) {
  if (failed_ || !takes_requests(path_.qp())) return;
  if (packet.psn == at_.psn) {
    refused_sequence_ = refusal_waits_ = false;
    take(packet, to);
  } else if (!path_.reliable()) {
    // The rest of a message is lost with any of its packets.
    at_.inside = false;
    if (!place_in_message(operation_of(packet)).is_first) {
      return drop(packet, "the packet before it is missing");
    }
    at_.psn = packet.psn;
    take(packet, to);
  } else if (psn_before(packet.psn, at_.psn)) {
    answer_again(packet, to);
  } else if (!refused_sequence_) {
    refused_sequence_ = refusal_waits_ = true;
  }
}

void incoming_requests::take(const received_packet& packet, message_receiver& to) {
  if (asks_for_result(operation_of(packet))) {
    if (at_.inside) return refuse(packet);
    take_result_request(packet, to);
  } else {
    take_part(packet, to);
  }
}

/// Returns true if the packet may follow those before it, and has the length that it must have.
bool incoming_requests::fits(const received_packet& packet, bool is_first, bool is_last,
                             bool is_write) const {
  const std::size_t bytes = packet.payload.size();
  if (is_first == at_.inside || (!is_first && is_write != at_.is_write)) return false;
  if (is_last ? bytes > path_.mtu() || (!is_first && bytes == 0) : bytes != path_.mtu()) {
    return false;
  }
  if (!is_write) return true;
  const std::uint64_t whole = is_first ? packet.length : at_.message_bytes;
  const std::uint64_t end = (is_first ? 0 : at_.offset) + bytes;
  return is_last ? end == whole : end < whole;
}

/// Takes a packet of a SEND or a WRITE.
void incoming_requests::take_part(const received_packet& packet, message_receiver& to) {
  const packet_place is = place_in_message(operation_of(packet));
  if (!path_.reliable() && is.is_first) at_.inside = false;
  if (!fits(packet, is.is_first, is.is_last, is.is_write())) return refuse(packet);
  if (is.is_first) {
    at_.inside = true;
    at_.is_write = is.is_write();
    at_.offset = 0;
    at_.message_bytes = packet.length;
    at_.raddr = packet.raddr;
    at_.rkey = packet.rkey;
    at_.has_data = false;
  }
  message request = path_.from_peer(is.kind);
  request.packet_psn = packet.psn;
  request.number = at_.number + 1;
  request.solicited = packet.solicited;
  request.imm = packet.word;
  request.raddr = at_.raddr;
  request.rkey = at_.rkey;
  request.offset = at_.offset;
  request.payload = packet.payload;
  const auto end = at_.offset + static_cast<std::uint32_t>(packet.payload.size());
  // The length of a SEND is known at its end. Until then it is longer than what has come.
  request.message_bytes = at_.is_write ? at_.message_bytes : end + (is.is_last ? 0 : 1);
  if (packet.asks_for_ack && !is.is_last) asked_ = packet.psn;
  if (is.kind == message_kind::rdma_write_imm && !is.is_first) {
    take_late_word(request, to);
  } else {
    const bool takes_receive = is.is_first && (!is.is_write() || is.is_last);
    if (is.is_last && path_.reliable()) expects_answer_ = packet.psn;
    deliver(request, takes_receive, to);
  }
  at_.psn = psn_after(packet.psn);
  at_.offset = end;
  if (!is.is_last) return;
  at_.inside = false;
  at_.number = psn_after(at_.number);
}

/// Passes on the last of several packets of a WRITE with an immediate word. Only it needs a receive
/// WQE, so the engine gets its data and its word apart.
void incoming_requests::take_late_word(message& last, message_receiver& to) {
  if (!at_.has_data) {
    message data = last;
    data.kind = message_kind::rdma_write;
    // Its acknowledgement is that of the packet before.
    data.packet_psn = psn_after(last.packet_psn, 0xffffff);
    data.number = at_.number;
    deliver(data, false, to);
    at_.has_data = true;
  }
  last.offset = last.message_bytes;
  last.payload = {};
  if (path_.reliable()) expects_answer_ = last.packet_psn;
  deliver(last, true, to);
}

void incoming_requests::take_result_request(const received_packet& packet, message_receiver& to) {
  const bool is_read = operation_of(packet) == bth::read_request;
  message request =
      path_.from_peer(is_read                                     ? message_kind::rdma_read
                      : operation_of(packet) == bth::compare_swap ? message_kind::atomic_cs
                                                                  : message_kind::atomic_fa);
  request.packet_psn = packet.psn;
  request.number = at_.number + 1;
  request.message_bytes = is_read ? packet.length : bytes_of_atomic;
  request.raddr = packet.raddr;
  request.rkey = packet.rkey;
  request.swap_add = packet.swap_add;
  request.compare = packet.compare;
  const std::uint32_t psns = is_read ? packets_of(packet.length, path_.mtu()) : 1;
  expects_answer_ = psn_after(packet.psn, psns - 1);
  deliver(request, false, to);
  at_.psn = psn_after(packet.psn, psns);
  at_.number = psn_after(at_.number);
}

/// Passes a message to the engine. `may_wait` is true if the engine may answer with an RNR NAK.
void incoming_requests::deliver(message& request, bool may_wait, message_receiver& to) {
  if (may_wait && path_.reliable()) {
    before_.push_back(at_);
    // A message begins again with its first packet, unless its data is there.
    before_.back().inside = at_.has_data && at_.is_write;
  }
  request.psn = at_.message_psn;
  at_.message_psn = psn_after(at_.message_psn);
  to.message_arrived(request);
}

/// Answers a request that has come before.
void incoming_requests::answer_again(const received_packet& packet, message_receiver& to) {
  // The engine may still refuse what it has not answered, and then no later request was executed.
  if (!before_.empty() && !psn_before(packet.psn, before_.front().psn)) return;
  const std::uint8_t operation = operation_of(packet);
  if (operation == bth::read_request) {
    const std::uint32_t end = psn_after(packet.psn, packets_of(packet.length, path_.mtu()));
    if (psn_before(at_.psn, end)) return;
    message request = path_.from_peer(message_kind::rdma_read);
    request.repeated = true;
    request.packet_psn = packet.psn;
    request.number = at_.number;
    request.message_bytes = packet.length;
    request.raddr = packet.raddr;
    request.rkey = packet.rkey;
    to.message_arrived(request);
    return;
  }
  if (!asks_for_result(operation)) {
    if (!came_again_ || psn_before(*came_again_, packet.psn)) came_again_ = packet.psn;
    return;
  }
  const auto known = std::find_if(atomics_.begin(), atomics_.end(),
                                  [&](const atomic_result& one) { return one.psn == packet.psn; });
  if (known == atomics_.end()) return;
  path_.send({.opcode = bth::atomic_acknowledge, .psn = known->psn},
             extension_headers()
                 .add_aeth(aeth::ack_without_credits, known->number)
                 .add_atomic_ack(known->original)
                 .bytes(),
             {});
}

void incoming_requests::drop(const received_packet& packet, std::string_view why) {
  ++counts_.dropped;
  note("QP {:#x}: a packet with opcode {:#04x}, PSN {} and {} bytes is dropped: {}", path_.qp().qpn,
       packet.opcode, packet.psn, packet.payload.size(), why);
}

/// Drops a packet that does not follow those before it. RC refuses it, and the queue pair fails.
void incoming_requests::refuse(const received_packet& packet) {
  if (!path_.reliable()) {
    at_.inside = false;
    at_.psn = psn_after(packet.psn);
    return drop(packet, "it does not continue the message before it, or its length is wrong");
  }
  ++counts_.dropped;
  tell<check::remote_request>(
      "QP {:#x}: a packet with opcode {:#04x}, PSN {} and {} bytes from QP {:#x} on the network "
      "is refused: it does not continue the message before it, or its length is wrong",
      path_.qp().qpn, packet.opcode, packet.psn, packet.payload.size(), path_.peer());
  failed_ = true;
  send_acknowledgement(packet.psn, aeth::nak | 1, at_.number);
  path_.qp().raise(async_event::qp_req_err);
  stop(path_.qp());
}

void incoming_requests::answered_through(std::uint32_t psn) noexcept {
  if (psn_before(answered_, psn)) answered_ = psn;
}

void incoming_requests::answer(const message& answered) {
  if (failed_) return;
  const auto is_before = [&](const position& one) {
    return psn_before(one.message_psn, answered.psn);
  };
  switch (answered.kind) {
    case message_kind::ack:
      answered_through(answered.packet_psn);
      send_acknowledgement(answered.packet_psn, aeth::ack_without_credits, answered.number);
      std::erase_if(
          before_, [&](const position& one) { return !psn_before(answered.psn, one.message_psn); });
      break;
    case message_kind::read_response:
      send_read_response(answered);
      break;
    case message_kind::atomic_response:
      answered_through(answered.packet_psn);
      atomics_.push_back({answered.packet_psn, answered.number, answered.swap_add});
      if (atomics_.size() > most_atomics) atomics_.pop_front();
      path_.send({.opcode = bth::atomic_acknowledge, .psn = answered.packet_psn},
                 extension_headers()
                     .add_aeth(aeth::ack_without_credits, answered.number)
                     .add_atomic_ack(answered.swap_add)
                     .bytes(),
                 {});
      break;
    case message_kind::rnr_nak: {
      std::erase_if(before_, is_before);
      if (before_.empty()) break;
      at_ = before_.front();
      before_.clear();
      expects_answer_ = answered_;
      asked_.reset();
      refusal_waits_ = false;
      // The packets behind it come again, too.
      refused_sequence_ = true;
      send_acknowledgement(at_.psn, aeth::rnr_nak | (answered.code & 0x1fu), at_.number);
      break;
    }
    case message_kind::nak:
      failed_ = true;
      send_acknowledgement(answered.packet_psn, aeth::nak | aeth::nak_code(answered.code),
                           answered.number - 1);
      break;
    default:
      // The queue pair is in another state now. A NIC does not answer.
      failed_ = true;
  }
}

void incoming_requests::send_read_response(const message& part) {
  const std::uint32_t mtu = path_.mtu();
  const std::uint32_t packets = packets_of(part.payload.size(), mtu);
  responses_ += packets;
  for (std::uint32_t i = 0; i < packets; ++i) {
    const std::size_t begin = std::size_t{i} * mtu;
    const std::size_t bytes = std::min<std::size_t>(mtu, part.payload.size() - begin);
    const bool is_first = part.offset == 0 && i == 0;
    const bool is_last = part.last() && i + 1 == packets;
    extension_headers extensions;
    if (is_first || is_last) {
      extensions.add_aeth(aeth::ack_without_credits, part.number);
    }
    const std::uint32_t psn = psn_after(part.packet_psn, i);
    path_.send({.opcode = opcode_of(bth::read_response, is_first, is_last), .psn = psn},
               extensions.bytes(), part.payload.subspan(begin, bytes));
    if (is_last) answered_through(psn);
  }
}

void incoming_requests::send_acknowledgement(std::uint32_t psn, std::uint32_t syndrome,
                                             std::uint32_t number) {
  path_.send({.opcode = bth::acknowledge, .psn = psn},
             extension_headers().add_aeth(syndrome, number).bytes(), {});
}

void incoming_requests::settle() {
  responses_ = 0;
  if (failed_ || (!refusal_waits_ && !asked_ && !came_again_) || !all_answered()) return;
  if (refusal_waits_) {
    send_acknowledgement(at_.psn, aeth::nak_sequence, at_.number);
  } else if (asked_ && psn_before(answered_, *asked_)) {
    send_acknowledgement(*asked_, aeth::ack_without_credits, at_.number);
  } else if (came_again_) {
    send_acknowledgement(*came_again_, aeth::ack_without_credits, at_.number);
  }
  asked_.reset();
  came_again_.reset();
  refusal_waits_ = false;
}

}  // namespace verbatim::emulator
