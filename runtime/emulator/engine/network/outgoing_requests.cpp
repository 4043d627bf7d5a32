#include "engine/network/outgoing_requests.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/rnr_timer.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {
namespace {

/// The most packets of requests on the way. The buffer of the peer's socket holds more.
constexpr std::uint32_t most_in_flight = 64;

/// An acknowledgement is asked for after so many packets, and at the end of a message.
constexpr std::uint32_t packets_per_ack = 16;

/// The rnr_retry that means no limit.
constexpr std::uint8_t retries_without_end = 7;

}  // namespace

void outgoing_requests::take(const message& taken, clock::time_point now) {
  if (failed_) return;
  request next{taken, {taken.payload.begin(), taken.payload.end()}};
  next.header.payload = {};
  const auto bytes = taken.kind == message_kind::rdma_read ? std::size_t{taken.message_bytes}
                                                           : taken.payload.size();
  next.packets = packets_of(bytes, path_.mtu());
  waiting_bytes_ += next.payload.size();
  requests_.push_back(std::move(next));
  send_more(now);
}

void outgoing_requests::send_more(clock::time_point now) {
  if (receiver_ready_) return;
  while (next_request_ < requests_.size() && in_flight_ < most_in_flight) {
    const request& next = requests_[next_request_];
    if (next.has_result()) {
      send_result_request(next);
      next_packet_ = next.packets;
    } else {
      send_part(next, next_packet_++);
    }
    ++in_flight_;
    const std::uint32_t behind = psn_after(next.header.packet_psn, next_packet_);
    if (sent_before_ && psn_before(behind, psn_after(*sent_before_))) {
      ++counts_.sent_again;
    } else {
      sent_before_ = behind;
    }
    if (path_.reliable() && !answer_due_) progressed(now);
    if (next_packet_ == next.packets) {
      ++next_request_;
      next_packet_ = 0;
    }
    // UC expects no answer.
    if (!path_.reliable()) {
      --in_flight_;
      if (next_request_ == 1) remove_first();
    }
  }
}

/// Sends a packet of a SEND or a WRITE.
void outgoing_requests::send_part(const request& of, std::uint32_t index) {
  const message& header = of.header;
  const std::size_t begin = std::size_t{index} * path_.mtu();
  const std::size_t end = std::min(begin + path_.mtu(), of.payload.size());
  const bool is_first = header.offset == 0 && index == 0;
  const bool is_last =
      index + 1 == of.packets && header.offset + of.payload.size() == header.message_bytes;
  extension_headers extensions;
  if (is_first && is_write(header.kind)) {
    extensions.add_reth(header.raddr, header.rkey, header.message_bytes);
  }
  if (is_last && ends_with_word(header.kind)) extensions.add_word(header.imm);
  const bool closes_window = in_flight_ + 1 == most_in_flight;
  const std::uint32_t psn = psn_after(header.packet_psn, index);
  path_.send(
      {.opcode = opcode_of(*opcodes_of(header.kind), is_first, is_last),
       .solicited = header.solicited && is_last,
       .asks_for_ack = path_.reliable() && (is_last || closes_window || psn % packets_per_ack == 0),
       .psn = psn},
      extensions.bytes(), std::span(of.payload).subspan(begin, end - begin));
}

/// Sends a READ, of what is missing of it, or an atomic.
void outgoing_requests::send_result_request(const request& of) {
  const message& header = of.header;
  extension_headers extensions;
  std::uint8_t opcode = bth::read_request;
  if (header.kind == message_kind::rdma_read) {
    const std::uint32_t have = of.done * path_.mtu();
    extensions.add_reth(header.raddr + have, header.rkey, header.message_bytes - have);
  } else {
    opcode = header.kind == message_kind::atomic_cs ? bth::compare_swap : bth::fetch_add;
    extensions.add_atomic(header.raddr, header.rkey, header.swap_add, header.compare);
  }
  path_.send({.opcode = opcode, .asks_for_ack = true, .psn = of.first_missing()},
             extensions.bytes(), {});
}

void outgoing_requests::remove_first() noexcept {
  waiting_bytes_ -= requests_.front().payload.size();
  requests_.pop_front();
  if (next_request_ == 0) {
    next_packet_ = 0;
  } else {
    --next_request_;
  }
}

/// Records an answer: failures are counted anew, and the time for the next answer begins.
void outgoing_requests::progressed(clock::time_point now) noexcept {
  answer_due_.reset();
  const bool waits = next_request_ != 0 || next_packet_ != 0 || in_flight_ != 0;
  if (!waits || requests_.empty() || path_.qp().attributes.timeout == 0) return;
  answer_due_ =
      now + std::chrono::nanoseconds(std::uint64_t{4096} << path_.qp().attributes.timeout);
}

/// Handles that all packets up to `psn` have arrived, as far as no result is missing. Returns true if one of
/// them was not acknowledged before.
bool outgoing_requests::acknowledge_through(std::uint32_t psn, clock::time_point now,
                                            message_receiver& to) {
  bool news = false;
  std::optional<message> last;
  while (!requests_.empty() && !requests_.front().has_result()) {
    request& first = requests_.front();
    if (psn_before(psn, first.first_missing())) break;
    const std::uint32_t done =
        std::min(first.packets, psn_distance(first.header.packet_psn, psn) + 1);
    in_flight_ -= std::min(in_flight_, done - first.done);
    first.done = done;
    news = true;
    if (next_request_ == 0) next_packet_ = std::max(next_packet_, done);
    if (done != first.packets) break;
    last = path_.from_peer(message_kind::ack);
    last->psn = first.header.psn;
    remove_first();
  }
  if (!news) return false;
  retries_ = rnr_retries_ = 0;
  asked_again_.reset();
  progressed(now);
  if (last) to.message_arrived(*last);
  return true;
}

void outgoing_requests::packet_arrived(const received_packet& packet, clock::time_point now,
                                       message_receiver& to) {
  if (failed_ || requests_.empty() || !sent_before_ || !psn_before(packet.psn, *sent_before_)) {
    return;
  }
  if (packet.opcode == bth::acknowledge) {
    take_acknowledgement(packet, now, to);
  } else {
    take_result(packet, now, to);
  }
  if (!failed_) send_more(now);
}

void outgoing_requests::take_acknowledgement(const received_packet& packet, clock::time_point now,
                                             message_receiver& to) {
  const std::uint32_t syndrome = packet.syndrome;
  const std::uint32_t kind = syndrome & aeth::kind_bits;
  if (kind == aeth::ack) {
    acknowledge_through(packet.psn, now, to);
    if (requests_.empty()) return;
    const request& first = requests_.front();
    // The result must have been lost, because a later request is acknowledged.
    const std::uint32_t last = psn_after(first.header.packet_psn, first.packets - 1);
    if (first.has_result() && psn_before(last, packet.psn)) result_is_missing(now);
    return;
  }
  acknowledge_through(psn_after(packet.psn, 0xffffff), now, to);
  // An old refusal is about what has been sent again since.
  if (requests_.empty() || psn_before(packet.psn, requests_.front().first_missing())) return;
  if (kind == aeth::rnr_nak) {
    if (receiver_ready_) return;
    // The peer answers. An answer that is lost now and then does not end a wait without a limit.
    retries_ = 0;
    if (path_.qp().attributes.rnr_retry != retries_without_end &&
        refuse_to_wait(to, rnr_retries_, path_.qp().attributes.rnr_retry,
                       cqe_syndrome::rnr_retry_exc_err)) {
      return;
    }
    go_back(now);
    answer_due_.reset();
    receiver_ready_ = now + rnr_time(static_cast<std::uint8_t>(syndrome & 0x1f));
    return;
  }
  if (syndrome == aeth::nak_sequence) {
    if (!refuse_to_wait(to, retries_, path_.qp().attributes.retry_cnt,
                        cqe_syndrome::transport_retry_exc_err)) {
      go_back(now);
    }
    return;
  }
  if (kind != aeth::nak) return;
  const request& first = requests_.front();
  const std::uint32_t last = psn_after(first.header.packet_psn, first.packets - 1);
  if (first.has_result() && psn_before(last, packet.psn)) return result_is_missing(now);
  fail(aeth::syndrome_of(syndrome & 0x1f), to);
}

/// Counts a failure. Returns true, and fails the oldest request, if there were too many.
bool outgoing_requests::refuse_to_wait(message_receiver& to, std::uint8_t& count, std::uint8_t most,
                                       cqe_syndrome syndrome) {
  if (count < most) {
    ++count;
    return false;
  }
  if (syndrome == cqe_syndrome::rnr_retry_exc_err) {
    tell<check::rnr_retry>(
        "QP {:#x}: given up after {} RNR retries: QP {:#x} on the network has no receive WQE",
        path_.qp().qpn, count, path_.peer());
  } else {
    tell<check::transport_retry>(
        "QP {:#x}: given up after {} retries: QP {:#x} at GID {} on the network does not answer, "
        "or packets are lost",
        path_.qp().qpn, count, path_.peer(), in_words(path_.qp().attributes.ah.dgid));
  }
  fail(syndrome, to);
  return true;
}

void outgoing_requests::fail(cqe_syndrome syndrome, message_receiver& to) {
  message no = path_.from_peer(message_kind::nak);
  no.psn = requests_.front().header.psn;
  no.code = static_cast<std::uint8_t>(syndrome);
  failed_ = true;
  answer_due_.reset();
  receiver_ready_.reset();
  requests_.clear();
  waiting_bytes_ = 0;
  to.message_arrived(no);
}

/// Returns the message in the packet, if it is the next one of that result.
std::optional<message> outgoing_requests::result_in(const received_packet& packet,
                                                    const request& of) const {
  message result = path_.from_peer(message_kind::read_response);
  result.psn = of.header.psn;
  result.message_bytes = of.header.message_bytes;
  if (of.header.kind != message_kind::rdma_read) {
    if (packet.opcode != bth::atomic_acknowledge) return std::nullopt;
    result.kind = message_kind::atomic_response;
    result.swap_add = packet.original;
    return result;
  }
  if (packet.opcode == bth::atomic_acknowledge) return std::nullopt;
  result.offset = of.done * path_.mtu();
  const std::uint32_t rest = of.header.message_bytes - result.offset;
  if (packet.payload.size() != std::min(rest, path_.mtu())) return std::nullopt;
  result.payload = packet.payload;
  return result;
}

void outgoing_requests::take_result(const received_packet& packet, clock::time_point now,
                                    message_receiver& to) {
  // A result also acknowledges what was requested before it.
  acknowledge_through(psn_after(packet.psn, 0xffffff), now, to);
  if (requests_.empty()) return;
  request& first = requests_.front();
  if (psn_before(packet.psn, first.first_missing())) return;
  if (!first.has_result() || packet.psn != first.first_missing()) {
    if (first.has_result()) result_is_missing(now);
    return;
  }
  const auto result = result_in(packet, first);
  if (!result) {
    ++counts_.dropped;
    note("QP {:#x}: a response of {} bytes with PSN {} is dropped: it is not what was requested",
         path_.qp().qpn, packet.payload.size(), packet.psn);
    return;
  }
  ++first.done;
  retries_ = rnr_retries_ = 0;
  asked_again_.reset();
  if (first.done == first.packets) {
    in_flight_ -= std::min(in_flight_, 1u);
    remove_first();
  }
  progressed(now);
  to.message_arrived(*result);
}

/// Asks for the oldest result again, once until some of it has come.
void outgoing_requests::result_is_missing(clock::time_point now) {
  const std::uint32_t missing = requests_.front().first_missing();
  if (std::exchange(asked_again_, missing) != missing) go_back(now);
}

void outgoing_requests::go_back(clock::time_point now) {
  next_request_ = 0;
  next_packet_ = requests_.front().has_result() ? 0 : requests_.front().done;
  in_flight_ = 0;
  if (answer_due_) {
    answer_due_ =
        now + std::chrono::nanoseconds(std::uint64_t{4096} << path_.qp().attributes.timeout);
  }
}

bool outgoing_requests::look_at_time(clock::time_point now, message_receiver& to) {
  if (receiver_ready_ && now >= *receiver_ready_) {
    receiver_ready_.reset();
    send_more(now);
    return true;
  }
  if (!answer_due_ || now < *answer_due_) return false;
  answer_due_.reset();
  if (requests_.empty()) return false;
  if (!refuse_to_wait(to, retries_, path_.qp().attributes.retry_cnt,
                      cqe_syndrome::transport_retry_exc_err)) {
    asked_again_.reset();
    go_back(now);
    send_more(now);
  }
  return true;
}

std::optional<outgoing_requests::clock::time_point> outgoing_requests::deadline() const noexcept {
  return receiver_ready_ ? receiver_ready_ : answer_due_;
}

}  // namespace verbatim::emulator
