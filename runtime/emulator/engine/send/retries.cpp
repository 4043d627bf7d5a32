// Starts a requester again after the ACK timeout or an RNR NAK.
#include <fmt/format.h>

#include <array>
#include <chrono>

#include "engine/send/requester.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {
namespace {

/// The rnr_retry that means for ever.
constexpr std::uint8_t endless_rnr_retry = 7;

/// IBTA, table "Encoding for RNR NAK Timer Field", in units of 10 us.
constexpr std::array<std::uint32_t, 32> rnr_timer = {
    65536, 1,    2,    3,    4,    6,     8,     12,    16,    24,   32,
    48,    64,   96,   128,  192,  256,   384,   512,   768,   1024, 1536,
    2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};

}  // namespace

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
  const auto likely = advice(reason, slot_of(peer) == slot_of(qp_.qpn));
  if (retries_ >= attributes.retry_cnt) {
    complain(
        pending_.front().wqe,
        found<check::transport_retry>(
            "given up after {} retries to reach QP {:#x}: the peer {}{}{}", retries_, peer,
            in_words(reason), likely,
            in_words(cqe_syndrome::transport_retry_exc_err, vendor_syndrome::transport_retry)));
    fail(cqe_syndrome::transport_retry_exc_err, vendor_syndrome::transport_retry);
    return;
  }
  ++retries_;
  rewind();
  waiting_ = true;
  if (attributes.timeout == 0) {
    complain(pending_.front().wqe,
             found<check::transport_retry>(
                 "waits for ever for QP {:#x}: the peer {}, and a timeout of 0 means that "
                 "nothing is sent again{}",
                 peer, in_words(reason), likely));
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
    complain(front.wqe,
             found<check::rnr_retry>("given up after {} RNR retries: QP {:#x} has no receive WQE",
                                     front.rnr_retries, peer_of(front)));
    fail(cqe_syndrome::rnr_retry_exc_err, vendor_syndrome::rnr_retry);
    return;
  }
  if (qp_.attributes.rnr_retry != endless_rnr_retry) ++front.rnr_retries;
  rewind();
  waiting_ = true;
  resume_at_ = room_.now + std::chrono::microseconds(10) * rnr_timer[answer.code & 0x1f];
}

}  // namespace verbatim::emulator
