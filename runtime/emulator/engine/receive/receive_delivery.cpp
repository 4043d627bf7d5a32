// The part of the responder for messages that take a receive WQE, or the buffer of a tag.
#include <fmt/format.h>

#include <utility>

#include "engine/base/queue_pair_part.hpp"
#include "engine/base/request_kinds.hpp"
#include "engine/complete/completion_writer.hpp"
#include "engine/complete/signature_completion.hpp"
#include "engine/receive/queue_pair_receives.hpp"
#include "engine/receive/responder.hpp"
#include "engine/wire/network_headers.hpp"
#include "engine/wire/packet_addresses.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

cqe_opcode cqe_opcode_of(message_kind kind) noexcept {
  switch (kind) {
    case message_kind::rdma_write_imm:
      return cqe_opcode::resp_wr_imm;
    case message_kind::send_imm:
      return cqe_opcode::resp_send_imm;
    case message_kind::send_inval:
      return cqe_opcode::resp_send_inv;
    default:
      return cqe_opcode::resp_send;
  }
}

}  // namespace

bool responder::begin_receive(const message& request) {
  arriving_->srq = xrc_target(request);
  if (qp_.srq && qp_.srq->tags) {
    arriving_->srq = qp_.srq.get();
    if (!is_write(request.kind)) arriving_->tags = match_tag(qp_, request);
    if (arriving_->matched()) return begin_matched(request);
  }
  arriving_->wqe = std::exchange(unused_receive_, std::nullopt);
  if (!arriving_->wqe) {
    arriving_->wqe = arriving_->srq ? take_receive(qp_, *arriving_->srq) : take_receive(qp_);
    if (arriving_->wqe) arriving_->wqe->put_on_wire(room_.memory);
  }
  if (!arriving_->wqe && reliable()) {
    // expected_psn_ does not change, because the peer sends this message again.
    arriving_.reset();
    refused_attempt_ = request.attempt;
    message later = answer_to(request, message_kind::rnr_nak);
    later.code = qp_.attributes.min_rnr_timer;
    answers_.push_back({later});
    return false;
  }
  expected_psn_ = psn_after(expected_psn_);
  if (!arriving_->wqe) {
    note("QP {:#x} has no receive WQE, so a message is dropped, as UC does", qp_.qpn);
    arriving_->dropped = true;
    return false;
  }
  if (arriving_->tags && arriving_->tags->event == tag_event::unexpected) count_unexpected(qp_);
  if (const auto asked = room_.failures.of_receive()) {
    fail_receive(request, asked->syndrome, asked->vendor, cqe_syndrome::remote_op_err,
                 found_words<check::requested>(asked->words));
    return false;
  }
  return check_length(request);
}

/// Fails the receive WQE if the message is too long for it, as far as its length is known.
bool responder::check_length(const message& request) {
  if (is_write(request.kind) || request.message_bytes <= arriving_->wqe->capacity()) return true;
  fail_receive(request, cqe_syndrome::local_length_err, vendor_syndrome::receive_too_short,
               cqe_syndrome::remote_inval_req_err,
               found<check::receive_length>("a message of {} bytes came, but its buffers have {}",
                                            request.message_bytes, arriving_->wqe->capacity()));
  return false;
}

/// Sends the message to the buffer of a tag. An error has no completion, because there is no
/// receive WQE for an error CQE.
bool responder::begin_matched(const message& request) {
  expected_psn_ = psn_after(expected_psn_);
  const tag_verdict& matched = *arriving_->tags;
  arriving_->wqe = matched.buffer;
  const std::uint32_t bytes = request.message_bytes - matched.skipped_bytes;
  const std::uint64_t capacity = matched.buffer.capacity();
  if (bytes <= capacity) return true;
  const std::uint64_t tag = matched.header.tag;
  arriving_.reset();
  refuse(
      request, cqe_syndrome::remote_inval_req_err,
      found<check::receive_length>(
          "a message of {} bytes came for tag {:#x}, but its buffer has {}", bytes, tag, capacity));
  return false;
}

/// Puts a piece of a SEND into its buffers.
std::string responder::scatter(const message& request) const {
  auto payload = request.payload;
  std::uint32_t offset = request.offset;
  const std::uint32_t skipped = arriving_->tags ? arriving_->tags->skipped_bytes : 0;
  // A header is complete in the first piece.
  if (offset < skipped) {
    payload = payload.subspan(skipped - offset);
    offset = skipped;
  }
  return arriving_->wqe->scatter(room_.memory, offset - skipped, payload);
}

/// Returns true if the message goes into its CQE. Tag matching puts its header in that place.
bool responder::goes_into_cqe(const message& request) const {
  return qp_.receives_in_cqe && !arriving_->tags && request.message_bytes != 0 &&
         request.payload.size() == request.message_bytes &&
         request.message_bytes <= payload_room(completions_of(*arriving_));
}

bool responder::take_payload(const message& request) {
  if (is_write(request.kind)) {
    auto problem = check_remote(request, access::remote_write);
    memory_range range;
    if (problem.empty() && !request.payload.empty()) {
      range = find_remote(request, request.offset, request.payload.size(), access::remote_write);
      problem = found_words<check::remote_memory>(range.problem);
    }
    if (problem.empty() && !range.write(request.payload.data(), request.payload.size())) {
      problem = found<check::remote_memory>(
          "{} bytes at {:#x} are registered, but cannot be written any more",
          request.payload.size(), request.raddr + request.offset);
    }
    if (!problem.empty()) {
      refuse(request, cqe_syndrome::remote_access_err, problem);
      return false;
    }
  } else if (goes_into_cqe(request)) {
    if (const auto problem = arriving_->wqe->check(room_.memory, request.payload.size());
        !problem.empty()) {
      fail_receive(request, cqe_syndrome::local_prot_err, vendor_syndrome::receive_key,
                   cqe_syndrome::remote_op_err, found_words<check::receive_memory>(problem));
      return false;
    }
    arriving_->in_cqe.assign(request.payload.begin(), request.payload.end());
  } else if (qp_.over_network && !check_length(request)) {
    return false;
  } else if (const auto problem = scatter(request); !problem.empty()) {
    if (arriving_->matched()) {
      arriving_.reset();
      refuse(request, cqe_syndrome::remote_op_err,
             found<check::receive_memory>("the buffer of its tag: {}", problem));
      return false;
    }
    fail_receive(request, cqe_syndrome::local_prot_err, vendor_syndrome::receive_key,
                 cqe_syndrome::remote_op_err, found_words<check::receive_memory>(problem));
    return false;
  }
  complete_signature_errors(room_, qp_,
                            arriving_->wqe ? &completions_of(*arriving_) : qp_.recv_cq.get());
  arriving_->received_bytes += static_cast<std::uint32_t>(request.payload.size());
  return true;
}

/// For a DCT: sets the sender of the message in the CQE. Returns the GRH of its last packet, or
/// nothing.
std::vector<std::byte> responder::name_sender(const message& request, cqe64::values& cqe) const {
  const datagram_addresses& by = request.addresses;
  cqe.slid = by.slid;
  cqe.sl = sl_in_cqe(by);
  cqe.rqpn = *dci_;
  if (by.network == network_header::none) return {};
  const std::uint32_t mtu = 128u << qp_.attributes.path_mtu;
  const auto last_packet = request.message_bytes == 0 ? 0 : (request.message_bytes - 1) % mtu + 1;
  // The BTH is followed by a word of immediate data, or by the key to invalidate.
  const auto extension = cqe.opcode == cqe_opcode::resp_send ? 0 : imm_bytes;
  const auto grh = network_header_bytes(by, last_packet, extension);
  return {grh.begin(), grh.end()};
}

void responder::complete_receive(const message& request, const arriving_message& done) {
  const auto fill = [&](auto cqe) {
    cqe.srqn_uidx = index_of(done);
    cqe.imm = request.imm;
    cqe.byte_cnt = request.message_bytes;
    cqe.qpn = qp_.qpn;
    cqe.wqe_counter = done.wqe->wqe_counter;
    cqe.opcode = cqe_opcode_of(request.kind);
    cqe.se = request.solicited;
    return cqe;
  };
  if (!done.tags) {
    auto cqe = fill(cqe64::values{});
    unpublished_completion next{&completions_of(done), cqe, done.in_cqe, {}};
    if (dci_) next.grh = name_sender(request, cqe);
    next.cqe = cqe;
    unpublished_.push_back(next);
    return;
  }
  auto cqe = fill(tm_receive_cqe::values{});
  cqe.app = app_tag_matching;
  cqe.app_op = static_cast<std::uint8_t>(done.tags->event);
  // In other messages the header is at the start of the receive buffer.
  if (done.matched()) {
    cqe.tmh_opcode = done.tags->header.opcode;
    cqe.app_ctx = done.tags->header.app_ctx;
    cqe.tag = done.tags->header.tag;
    cqe.app_info = done.tags->index;
    cqe.byte_cnt -= done.tags->skipped_bytes;
  }
  unpublished_.push_back({&completions_of(done), cqe, {}, {}});
}

void responder::fail_receive(const message& request, cqe_syndrome syndrome, vendor_syndrome vendor,
                             cqe_syndrome for_peer, const finding& why) {
  say({why.which, why.words + in_words(syndrome, vendor)},
      fmt::format("QP {:#x}, receive WQE {}: ", qp_.qpn, arriving_->wqe->wqe_counter));
  publish();
  err_cqe::values cqe;
  cqe.srqn = index_of(*arriving_);
  cqe.vendor_err_synd = static_cast<std::uint8_t>(vendor);
  cqe.syndrome = syndrome;
  cqe.qpn = qp_.qpn;
  cqe.wqe_counter = arriving_->wqe->wqe_counter;
  cqe.opcode = cqe_opcode::resp_err;
  write_cqe(completions_of(*arriving_), cqe);
  arriving_.reset();
  if (reliable()) {
    message no = answer_to(request, message_kind::nak);
    no.code = static_cast<std::uint8_t>(for_peer);
    answers_.push_back({no});
  }
  if (!dci_) emulator::stop(qp_);
}

}  // namespace verbatim::emulator
