// Handles the peer's answers to requests: acks, results and refusals.
#include <algorithm>
#include <array>
#include <cstring>

#include "engine/complete/completion_writer.hpp"
#include "engine/memory/masked_atomic.hpp"
#include "engine/send/requester.hpp"

namespace verbatim::emulator {

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
    // Results come in order with everything else, so an ack of anything after a missing result does
    // not count.
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
    if (!take_result_bytes(one, answer.offset, answer.payload)) return;
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
  // The device writes 8 bytes to memory in host order; see atomic_req_8B_endianness_mode.
  std::memcpy(bytes.data(), &before, sizeof before);
  const std::span result(bytes.data(), one.wqe.message_bytes);
  if (one.wqe.is_masked_atomic() && room_.of.settings().masked_results_big_endian) {
    store_wide(result, before);
  }
  return take_result_bytes(one, 0, result);
}

/// Takes bytes of a result. Short results stay for the CQE, if there will be one: only its consumer
/// knows that they are there.
bool requester::take_result_bytes(sending& one, std::uint32_t offset,
                                  std::span<const std::byte> bytes) {
  const bool in_cqe = qp_.results_in_cqe && asks_for_completion(one.wqe) &&
                      one.wqe.message_bytes <= payload_room(*qp_.send_cq) &&
                      bytes.size() == one.wqe.message_bytes;
  if (!in_cqe) return scatter(one, offset, bytes);
  one.result.assign(bytes.begin(), bytes.end());
  return true;
}

}  // namespace verbatim::emulator
