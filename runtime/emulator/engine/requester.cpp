// Send WQEs to requests, answers to completions.
#include "engine/requester.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <utility>

#include "engine/capture.hpp"
#include "engine/completion_writer.hpp"
#include "engine/masked_atomic.hpp"
#include "engine/queue_pair_part.hpp"
#include "engine/send_queue_reader.hpp"
#include "engine/shared_words.hpp"
#include "engine/tag_matching.hpp"
#include "objects/context.hpp"
#include "report.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::emulator {
namespace {

/// How many WQEs of a queue pair may be on their way.
constexpr std::size_t most_pending = 256;

/// How many messages one queue pair may send before others get their turn.
constexpr int messages_per_turn = 32;

/// rnr_retry 7 is for ever.
constexpr std::uint8_t endless_rnr_retry = 7;

/// IBTA, table "Encoding for RNR NAK Timer Field", in units of 10 us.
constexpr std::array<std::uint32_t, 32> rnr_timer = {
    65536, 1,    2,    3,    4,    6,     8,     12,    16,    24,   32,
    48,    64,   96,   128,  192,  256,   384,   512,   768,   1024, 1536,
    2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};

message_kind kind_of(opcode wqe_opcode) noexcept {
  switch (wqe_opcode) {
    case opcode::send_imm:
      return message_kind::send_imm;
    case opcode::send_inval:
      return message_kind::send_inval;
    case opcode::rdma_write:
      return message_kind::rdma_write;
    case opcode::rdma_write_imm:
      return message_kind::rdma_write_imm;
    case opcode::rdma_read:
      return message_kind::rdma_read;
    case opcode::atomic_cs:
      return message_kind::atomic_cs;
    case opcode::atomic_fa:
      return message_kind::atomic_fa;
    case opcode::atomic_masked_cs:
      return message_kind::atomic_masked_cs;
    case opcode::atomic_masked_fa:
      return message_kind::atomic_masked_fa;
    default:
      return message_kind::send;
  }
}

/// How many messages carry the operation.
std::uint32_t messages_of(const operation& wqe) noexcept {
  if (wqe.is_local()) return 0;
  if (wqe.has_result() || wqe.message_bytes == 0) return 1;
  return static_cast<std::uint32_t>((wqe.message_bytes + message::max_payload - 1) /
                                    message::max_payload);
}

std::uint16_t wqebbs_of(const ctrl_seg& ctrl) noexcept {
  return static_cast<std::uint16_t>((ctrl.ds + 3) / 4);
}

/// IBV_SEND_FENCE waits for results; so does every mode above it.
bool waits_for_results(fence_mode fm) noexcept { return fm >= fence_mode::fence; }

bool on_ethernet(const queue_pair& qp) noexcept {
  return qp.attributes.port_num != 0 && qp.owner->port(qp.attributes.port_num).ethernet();
}

std::uint16_t record(const queue_pair& qp) noexcept {
  constexpr std::size_t send_record = 4;
  return static_cast<std::uint16_t>(load_acquire32(qp.dbrec + send_record));
}

}  // namespace

void requester::reset() noexcept {
  ci_ = 0;
  announced_ = 0;
  pending_.clear();
  sent_ = 0;
  awaiting_results_ = 0;
  retries_ = 0;
  waiting_ = false;
  resume_at_.reset();
  fences_ = {};
  streams_.clear();
  chosen_ = nullptr;
  collect_until_.reset();
  unreadable_ = false;
  // A DCT shall not take what comes next for more of what is gone.
  ++connection_;
}

void requester::ring() noexcept {
  // After a reset the record is the driver's to clear, while the doorbell may be another queue's.
  if (qp_.sq.count != 0 && qp_.state != queue_pair_state::reset) announced_ = record(qp_);
}

bool requester::advance() {
  if (qp_.state == queue_pair_state::err) return flush();
  if (qp_.streams.enabled && !reader_) return advance_streams();
  if (waiting_) {
    if (!resume_at_ || room_.now < *resume_at_) return false;
    waiting_ = false;
    resume_at_.reset();
  }
  bool moved = false;
  // A queue pair in SQD finishes what it has begun.
  const bool may_fetch = qp_.state == queue_pair_state::rts;
  for (int budget = messages_per_turn; budget > 0 && !waiting_; --budget) {
    if (sent_ < pending_.size()) {
      if (!has_turn(pending_[sent_]) || !send_next(pending_[sent_])) break;
    } else if (reader_ || !may_fetch || !fetch()) {
      break;
    }
    moved = true;
  }
  if (reader_) return moved;
  return retire() || moved;
}

bool requester::fetch() {
  if (ci_ == announced_ || unreadable_ || unfinished() >= most_pending) return false;
  if (!pending_.empty() && pending_.back().problem) return false;
  sending one;
  const auto posted = static_cast<std::uint16_t>(announced_ - ci_);
  wqe_bytes bytes;
  const auto wqe = read_wqebbs(qp_.sq, ci_, posted, bytes);
  auto checked = check_wqe(wqe, {qp_.qpn, qp_.type, ci_, posted, on_ethernet(qp_)});
  if (posted > qp_.sq.count) {
    one.problem = wqe_problem{
        .vendor = vendor_syndrome::overrun,
        .words = fmt::format("the doorbell record is {} WQEBBs ahead, but the ring has {}: post no "
                             "more than completions have freed",
                             posted, qp_.sq.count)};
  } else if (auto* const problem = std::get_if<wqe_problem>(&checked)) {
    one.problem = std::move(*problem);
  } else {
    one.wqe = std::move(std::get<operation>(checked));
    if (one.wqe.has_result() && qp_.attributes.max_rd_atomic == 0) {
      one.problem = wqe_problem{
          .vendor = vendor_syndrome::rd_atomic,
          .words = fmt::format("it is {}, but max_rd_atomic of the queue pair is 0: set it in the "
                               "change to RTS",
                               name(one.wqe.opcode))};
    }
  }
  if (++room_.read_wqes == room_.of.settings().fail_at && !one.problem) {
    one.problem = wqe_problem{
        .syndrome = static_cast<cqe_syndrome>(room_.of.settings().fail_syndrome),
        .words = fmt::format("fails as --fail-at says, with {}",
                             name(static_cast<cqe_syndrome>(room_.of.settings().fail_syndrome)))};
  }
  const auto ctrl = ctrl_seg::read(wqe.data());
  constexpr std::size_t octoword = 16;
  capture(qp_, ci_, wqe.first(std::clamp(ctrl.ds * octoword, octoword, wqe.size())),
          one.problem.has_value());
  if (one.problem) {
    one.wqe.opcode = ctrl.opcode;
    one.wqe.wqe_index = ci_;
    one.wqe.ce = ctrl.ce;
    one.wqe.stream = ctrl.dci_stream_channel_id;
    one.wqe.wqebbs = std::clamp<std::uint16_t>(wqebbs_of(ctrl), 1, posted);
    complain(one.wqe, one.problem->words);
    unreadable_ = one.problem->syndrome == cqe_syndrome::local_qp_op_err;
  }
  ci_ = static_cast<std::uint16_t>(ci_ + one.wqe.wqebbs);
  stream_of(one.wqe).take(std::move(one));
  return true;
}

void requester::take(sending one) {
  if (stream_failed_) {
    flush_pending({&one, 1});
    return;
  }
  one.first_psn = next_psn_;
  one.messages = messages_of(one.wqe);
  next_psn_ = psn_after(next_psn_, one.messages);
  pending_.push_back(std::move(one));
}

bool requester::may_begin(sending& one) {
  if (waits_for_results(one.wqe.fm) && awaiting_results_ != 0) return false;
  if (one.wqe.has_result() && awaiting_results_ >= qp_.attributes.max_rd_atomic) return false;
  return check_local_memory(one);
}

bool requester::check_local_memory(sending& one) {
  const std::uint32_t rights = one.wqe.has_result() ? access::local_write : 0;
  for (const data_piece& piece : one.wqe.pieces) {
    if (piece.is_inline) continue;
    auto problem = room_.memory.check("lkey", piece.lkey, qp_.pd.get(), piece.addr,
                                      piece.byte_count, rights, qp_.qpn);
    if (!problem.empty()) {
      refuse(one, cqe_syndrome::local_prot_err, vendor_syndrome::local_key, std::move(problem));
      return false;
    }
  }
  return true;
}

/// Executes what concerns no peer.
bool requester::execute_local(sending& one) {
  if (waits_for_results(one.wqe.fm) && awaiting_results_ != 0) return false;
  if (one.wqe.umr && !one.executed) {
    // What is on its way may still need the key as it was, to be sent again.
    if (std::any_of(pending_.begin(), pending_.begin() + std::ptrdiff_t(sent_),
                    [](const sending& earlier) { return !earlier.done; })) {
      return false;
    }
    if (auto problem = execute_umr(room_.of, qp_, *one.wqe.umr); !problem.empty()) {
      refuse(one, cqe_syndrome::mw_bind_err, vendor_syndrome::memory_key, std::move(problem));
      return false;
    }
  }
  if (one.wqe.copy && !one.executed && !copy_memory(one)) return false;
  if (one.wqe.tags && !one.executed) {
    if (auto problem = execute_tag_request(qp_, one.wqe.wqe_index, *one.wqe.tags);
        !problem.empty()) {
      refuse(one, cqe_syndrome::local_qp_op_err, vendor_syndrome::opcode, std::move(problem));
      return false;
    }
  }
  one.executed = true;
  one.done = true;
  ++sent_;
  return true;
}

bool requester::copy_memory(sending& one) {
  if (!qp_.copies_memory) {
    refuse(one, cqe_syndrome::local_qp_op_err, vendor_syndrome::opcode,
           "it is an mmo, but the queue pair was not enabled for it: create it with "
           "MLX5DV_QP_EX_WITH_MEMCPY");
    return false;
  }
  if (auto problem = execute_memory_copy(room_.memory, qp_, *one.wqe.copy); !problem.empty()) {
    refuse(one, cqe_syndrome::local_prot_err, vendor_syndrome::local_key, std::move(problem));
    return false;
  }
  return true;
}

bool requester::send_next(sending& one) {
  if (one.problem) return false;
  if (!one.looked_at) {
    one.looked_at = true;
    if (const auto words = fences_.look_at(one.wqe); !words.empty()) complain(one.wqe, words);
  }
  if (one.wqe.is_local()) return execute_local(one);
  if (qp_.type == queue_pair_type::ud) return send_datagram(one);
  if (qp_.type == queue_pair_type::raw_packet) return send_packets(one);
  const std::uint32_t peer = peer_of(one);
  if (qp_.type == queue_pair_type::dci && !connect(one.wqe)) return false;
  if (room_.wire->congested(slot_of(peer))) return false;
  if (one.sent_messages == 0 && !may_begin(one)) return false;
  message next;
  next.kind = kind_of(one.wqe.opcode);
  next.solicited = one.wqe.solicited;
  next.reliable = is_reliable(qp_.type);
  if (qp_.type == queue_pair_type::dci) address(next, one);
  next.source_qpn = qp_.qpn;
  next.destination_qpn = peer;
  next.psn = psn_after(one.first_psn, one.sent_messages);
  next.attempt = attempt_;
  next.offset = one.sent_bytes;
  next.message_bytes = one.wqe.message_bytes;
  next.raddr = one.wqe.raddr;
  next.rkey = one.wqe.rkey;
  next.imm = one.wqe.imm;
  next.swap_add = one.wqe.swap_add;
  next.compare = one.wqe.compare;
  next.xrc_srqn = one.wqe.xrc_srqn;
  next.payload = one.wqe.operands;
  if (!one.wqe.has_result()) {
    const std::size_t bytes =
        std::min<std::size_t>(one.wqe.message_bytes - one.sent_bytes, message::max_payload);
    if (!gather(one, one.sent_bytes, bytes, room_.payload.get())) return false;
    next.payload = {room_.payload.get(), bytes};
    one.sent_bytes += static_cast<std::uint32_t>(bytes);
  }
  const bool reached = room_.wire->send(next);
  // UC does not notice that nobody is there.
  if (!reached && is_reliable(qp_.type)) {
    retry(unreachable_reason::no_process);
    return false;
  }
  if (++one.sent_messages == one.messages) {
    if (one.wqe.has_result()) ++awaiting_results_;
    one.departures = {{slot_of(peer), room_.wire->given(slot_of(peer))}};
    ++sent_;
  }
  return true;
}

bool requester::gather(sending& one, std::uint32_t offset, std::size_t bytes, std::byte* to) {
  for (const data_piece& piece : one.wqe.pieces) {
    if (bytes == 0) break;
    if (offset >= piece.byte_count) {
      offset -= piece.byte_count;
      continue;
    }
    const std::size_t here = std::min<std::size_t>(bytes, piece.byte_count - offset);
    if (piece.is_inline) {
      std::memcpy(to, one.wqe.inline_data.data() + piece.addr + offset, here);
    } else {
      auto range = room_.memory.find("lkey", piece.lkey, qp_.pd.get(), piece.addr + offset, here, 0,
                                     qp_.qpn);
      if (range.problem.empty() && !range.read(to, here)) {
        range.problem = fmt::format("{} bytes at {:#x} are registered, but cannot be read any more",
                                    here, piece.addr + offset);
      }
      if (!range.problem.empty()) {
        refuse(one, cqe_syndrome::local_prot_err, vendor_syndrome::local_memory,
               std::move(range.problem));
        return false;
      }
    }
    to += here;
    bytes -= here;
    offset = 0;
  }
  return true;
}

bool requester::scatter(sending& one, std::uint32_t offset, std::span<const std::byte> bytes) {
  for (const data_piece& piece : one.wqe.pieces) {
    if (bytes.empty()) break;
    if (offset >= piece.byte_count) {
      offset -= piece.byte_count;
      continue;
    }
    const std::size_t here = std::min<std::size_t>(bytes.size(), piece.byte_count - offset);
    auto range = room_.memory.find("lkey", piece.lkey, qp_.pd.get(), piece.addr + offset, here,
                                   access::local_write, qp_.qpn);
    if (range.problem.empty() && !range.write(bytes.data(), here)) {
      range.problem =
          fmt::format("{} bytes at {:#x} are registered, but cannot be written any more", here,
                      piece.addr + offset);
    }
    if (!range.problem.empty()) {
      refuse(one, cqe_syndrome::local_prot_err, vendor_syndrome::local_memory,
             std::move(range.problem));
      return false;
    }
    bytes = bytes.subspan(here);
    offset = 0;
  }
  return true;
}

void requester::refuse(sending& one, cqe_syndrome syndrome, vendor_syndrome vendor,
                       std::string words) {
  complain(one.wqe, words);
  one.problem = wqe_problem{.syndrome = syndrome, .vendor = vendor, .words = std::move(words)};
}

void requester::complain(const operation& wqe, std::string_view words) const {
  report("QP {:#x}, send WQE {}: {}", qp_.qpn, wqe.wqe_index, words);
}

void requester::handle_answer(const message& answer) {
  if (qp_.state != queue_pair_state::rts && qp_.state != queue_pair_state::sqd) return;
  if (const auto stream = streams_.find(answer.stream); stream != streams_.end()) {
    stream->second->handle_answer(answer);
    return;
  }
  if (answer.dynamic && answer.connection != connection_) return;
  switch (answer.kind) {
    case message_kind::ack:
      acknowledge_before(psn_after(answer.psn));
      break;
    case message_kind::read_response:
    case message_kind::atomic_response:
      acknowledge_before(answer.psn);
      take_result(answer);
      break;
    case message_kind::nak:
      acknowledge_before(answer.psn);
      retire();
      if (!pending_.empty() && pending_.front().contains(answer.psn)) {
        const auto refusal = static_cast<cqe_syndrome>(answer.code);
        fail(refusal, vendor_syndrome_of(refusal));
      }
      break;
    case message_kind::rnr_nak:
      wait_for_receiver(answer);
      break;
    case message_kind::unreachable:
      if (answer.attempt == attempt_) retry(static_cast<unreachable_reason>(answer.code));
      break;
    default:
      break;
  }
  if (reader_) {
    reader_->retire_streams();
  } else {
    retire();
  }
}

void requester::acknowledge_before(std::uint32_t psn) {
  for (std::size_t i = 0; i < sent_; ++i) {
    sending& one = pending_[i];
    if (one.done) continue;
    const std::uint32_t last = psn_after(one.first_psn, one.messages - 1);
    // Results come in order with everything else, so nothing after a missing one counts.
    if (!psn_before(last, psn) || one.wqe.has_result()) return;
    one.done = true;
    retries_ = 0;
  }
}

void requester::take_result(const message& answer) {
  const auto first =
      std::find_if(pending_.begin(), pending_.end(), [](const sending& one) { return !one.done; });
  if (first == pending_.end() || first->problem || !first->wqe.has_result() ||
      first->sent_messages == 0 || !first->contains(answer.psn)) {
    return;
  }
  sending& one = *first;
  if (one.wqe.is_atomic()) {
    if (answer.kind != message_kind::atomic_response) return;
    if (answer.message_bytes != one.wqe.message_bytes || !scatter_atomic(one, answer)) return;
  } else {
    if (answer.kind != message_kind::read_response || answer.offset != one.received_bytes ||
        answer.message_bytes != one.wqe.message_bytes) {
      return;
    }
    if (!scatter(one, answer.offset, answer.payload)) return;
    one.received_bytes += static_cast<std::uint32_t>(answer.payload.size());
    if (one.received_bytes != one.wqe.message_bytes) return;
  }
  one.done = true;
  --awaiting_results_;
  retries_ = 0;
}

bool requester::scatter_atomic(sending& one, const message& answer) {
  std::array<std::byte, sizeof(wide_value)> bytes;
  const wide_value before = wide_value{answer.compare} << 64 | answer.swap_add;
  // To memory the device writes 8 bytes in host order; see atomic_req_8B_endianness_mode.
  std::memcpy(bytes.data(), &before, sizeof before);
  const std::span result(bytes.data(), one.wqe.message_bytes);
  if (one.wqe.is_masked_atomic() && room_.of.settings().masked_results_big_endian) {
    store_wide(result, before);
  }
  return scatter(one, 0, result);
}

void requester::find_gone() {
  for (std::size_t i = 0; i < sent_; ++i) {
    for (const auto& [slot, bytes] : pending_[i].departures) {
      if (bytes > room_.wire->gone(slot)) return;
    }
    pending_[i].done = true;
  }
}

bool requester::retire() {
  bool retired = false;
  if (!is_reliable(qp_.type)) find_gone();
  while (retire_front()) retired = true;
  return retired;
}

bool requester::retire_front() {
  if (pending_.empty()) return false;
  sending& front = pending_.front();
  if (front.problem) {
    // Takes all of pending_ with it.
    fail(front.problem->syndrome, front.problem->vendor);
    return true;
  }
  if (!front.done) return false;
  complete(front.wqe);
  pending_.pop_front();
  --sent_;
  return true;
}

void requester::rewind() noexcept {
  ++attempt_;
  awaiting_results_ = 0;
  sent_ = 0;
  for (sending& one : pending_) {
    one.sent_bytes = 0;
    one.sent_messages = 0;
    one.received_bytes = 0;
    one.done = false;
  }
}

void requester::retry(unreachable_reason reason) {
  retire();
  if (waiting_ || pending_.empty()) return;
  const queue_pair_attributes& attributes = qp_.attributes;
  const std::uint32_t peer = peer_of(pending_.front());
  if (retries_ >= attributes.retry_cnt) {
    complain(pending_.front().wqe,
             fmt::format("given up after {} retries to reach QP {:#x}: the peer {}", retries_, peer,
                         in_words(reason)));
    fail(cqe_syndrome::transport_retry_exc_err, vendor_syndrome::transport_retry);
    return;
  }
  ++retries_;
  rewind();
  waiting_ = true;
  if (attributes.timeout == 0) {
    complain(pending_.front().wqe,
             fmt::format("waits for ever for QP {:#x}: the peer {}, and a timeout of 0 means that "
                         "nothing is sent again",
                         peer, in_words(reason)));
    return;
  }
  resume_at_ = room_.now + std::chrono::nanoseconds(std::uint64_t{4096} << attributes.timeout);
}

void requester::wait_for_receiver(const message& answer) {
  if (answer.attempt != attempt_ || waiting_) return;
  acknowledge_before(answer.psn);
  retire();
  if (pending_.empty() || !pending_.front().contains(answer.psn)) return;
  sending& front = pending_.front();
  retries_ = 0;
  if (qp_.attributes.rnr_retry != endless_rnr_retry &&
      front.rnr_retries >= qp_.attributes.rnr_retry) {
    complain(front.wqe, fmt::format("given up after {} RNR retries: QP {:#x} has no receive WQE",
                                    front.rnr_retries, peer_of(front)));
    fail(cqe_syndrome::rnr_retry_exc_err, vendor_syndrome::rnr_retry);
    return;
  }
  if (qp_.attributes.rnr_retry != endless_rnr_retry) ++front.rnr_retries;
  rewind();
  waiting_ = true;
  resume_at_ = room_.now + std::chrono::microseconds(10) * rnr_timer[answer.code & 0x1f];
}

void requester::complete(const operation& wqe) {
  const bool asked = wqe.ce == completion_mode::always || wqe.ce == completion_mode::always_and_eqe;
  if (!asked && !qp_.sq_sig_all) return;
  cqe64::values cqe;
  cqe.srqn_uidx = qp_.uidx;
  if (wqe.has_result()) cqe.byte_cnt = wqe.message_bytes;
  cqe.s_wqe_opcode = wqe.opcode;
  cqe.qpn = qp_.qpn;
  cqe.wqe_counter = wqe.wqe_index;
  cqe.opcode = cqe_opcode::req;
  write_cqe(*qp_.send_cq, cqe);
}

void requester::write_error(std::uint16_t wqe_index, opcode wqe_opcode, cqe_syndrome syndrome,
                            vendor_syndrome vendor) {
  err_cqe::values cqe;
  cqe.srqn = qp_.uidx;
  cqe.vendor_err_synd = static_cast<std::uint8_t>(vendor);
  cqe.syndrome = syndrome;
  cqe.s_wqe_opcode = wqe_opcode;
  cqe.qpn = qp_.qpn;
  cqe.wqe_counter = wqe_index;
  cqe.opcode = cqe_opcode::req_err;
  write_cqe(*qp_.send_cq, cqe);
}

void requester::fail(cqe_syndrome syndrome, vendor_syndrome vendor) {
  const operation& wqe = pending_.front().wqe;
  write_error(wqe.wqe_index, wqe.opcode, syndrome, vendor);
  pending_.pop_front();
  // Where one WQE cannot be read, the others of the ring may not be what they seem either.
  if (reader_ && syndrome != cqe_syndrome::local_qp_op_err) {
    fail_stream();
  } else {
    stop(qp_);
  }
}

void requester::flush_one(std::uint16_t wqe_index, opcode wqe_opcode, completion_mode ce) {
  if (ce == completion_mode::on_first_error) return;
  write_error(wqe_index, wqe_opcode, cqe_syndrome::wr_flush_err, vendor_syndrome::flushed);
}

void requester::flush_pending(std::span<const sending> pending) {
  for (const sending& one : pending) {
    // What is done was done before the error.
    if (one.done && !one.problem) {
      complete(one.wqe);
    } else {
      flush_one(one.wqe.wqe_index, one.wqe.opcode, one.wqe.ce);
    }
  }
}

std::vector<requester::sending> requester::give_up_pending() {
  std::vector<sending> given_up(std::make_move_iterator(pending_.begin()),
                                std::make_move_iterator(pending_.end()));
  pending_.clear();
  sent_ = 0;
  awaiting_results_ = 0;
  waiting_ = false;
  resume_at_.reset();
  return given_up;
}

bool requester::flush() {
  std::vector<sending> given_up = give_up_pending();
  give_up_streams(given_up);
  flush_pending(given_up);
  bool flushed = !given_up.empty();
  while (ci_ != announced_) {
    const auto posted = static_cast<std::uint16_t>(announced_ - ci_);
    const auto ctrl = ctrl_seg::read(qp_.sq.at(ci_));
    // Where the WQE's own length cannot be right, nobody knows where the next one begins.
    if (posted > qp_.sq.count || ctrl.ds == 0 || wqebbs_of(ctrl) > posted) {
      ci_ = announced_;
      break;
    }
    flush_one(ci_, ctrl.opcode, ctrl.ce);
    flushed = true;
    ci_ = static_cast<std::uint16_t>(ci_ + wqebbs_of(ctrl));
  }
  return flushed;
}

}  // namespace verbatim::emulator
