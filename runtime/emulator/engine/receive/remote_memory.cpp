// The part of the responder for requests that access memory: RDMA and atomics.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/base/queue_pair_part.hpp"
#include "engine/base/request_kinds.hpp"
#include "engine/complete/signature_completion.hpp"
#include "engine/count/packets.hpp"
#include "engine/count/port_traffic.hpp"
#include "engine/memory/masked_atomic.hpp"
#include "engine/memory/program_bytes.hpp"
#include "engine/receive/responder.hpp"
#include "record/recorder.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {
namespace {

/// Executes an atomic on the memory at `at`. Puts the previous value into the answer. Returns false
/// if the memory is not mapped any more.
bool touch_atomically(const message& request, std::byte* at, message& answer) noexcept {
  if (is_masked_atomic(request.kind)) {
    const auto before = execute_masked_atomic(
        at, request.message_bytes, request.kind == message_kind::atomic_masked_cs, request.payload);
    if (!before) return false;
    answer.swap_add = static_cast<std::uint64_t>(*before);
    answer.compare = static_cast<std::uint64_t>(*before >> 64);
    return true;
  }
  const auto before = request.kind == message_kind::atomic_cs
                          ? program_bytes::compare_and_swap(at, request.compare, request.swap_add)
                          : program_bytes::fetch_and_add(at, request.swap_add);
  answer.swap_add = before.value_or(0);
  return before.has_value();
}

/// Records the word that an atomic has written, though it has these bytes already.
void record_atomic(const memory_range::piece& word) {
  std::array<std::byte, 16> bytes;
  const auto now = std::span(bytes).first(word.bytes);
  if (!program_bytes::read(now.data(), word.at, now.size())) return;
  const std::string_view text(reinterpret_cast<const char*>(now.data()), now.size());
  record(recording::memory_body{word.key, word.offset, static_cast<std::uint32_t>(now.size()), 0,
                                recording::checksum(text), now});
}

/// Returns the reason why the queue pair refuses an atomic of that kind and size; empty if it
/// accepts.
finding check_atomic_mode(const queue_pair& qp, const message& request) {
  constexpr unsigned first_extended = 3;
  const unsigned mode = qp.atomic_mode;
  if (mode == 0) {
    return found<check::remote_rights>(
        "atomic_mode of the queue pair is 0, so that it takes no atomics");
  }
  if (!is_masked_atomic(request.kind)) return {};
  if (mode < first_extended) {
    return found<check::remote_rights>(
        "atomic_mode of the queue pair is {}, so that it takes no masked atomics: {} and more are "
        "for those, of up to 2^n bytes",
        mode, first_extended);
  }
  if (request.message_bytes <= 1u << mode) return {};
  return found<check::remote_rights>(
      "it has {} bytes, and with an atomic_mode of {} the queue pair takes up to {}",
      request.message_bytes, mode, 1u << mode);
}

}  // namespace

finding responder::check_remote(const message& request, std::uint32_t rights) const {
  if (!(qp_.attributes.qp_access_flags & rights)) {
    return found<check::remote_rights>("the queue pair's qp_access_flags do not allow {}",
                                       name(request.kind));
  }
  const bool connected = qp_.type == queue_pair_type::rc || qp_.type == queue_pair_type::xrc_recv;
  if (connected && rights != access::remote_write && qp_.attributes.max_dest_rd_atomic == 0) {
    return found<check::remote_rights>(
        "the queue pair's max_dest_rd_atomic is 0, and the driver takes that for remote writes "
        "only: it does not allow {}",
        name(request.kind));
  }
  // No memory is accessed, so no key is needed.
  if (request.message_bytes == 0) return {};
  return found_words<check::remote_memory>(room_.memory.check("rkey", request.rkey, pd_for(request),
                                                              request.raddr, request.message_bytes,
                                                              rights, qp_.qpn));
}

memory_range responder::find_remote(const message& request, std::uint64_t offset,
                                    std::uint64_t bytes, std::uint32_t rights) const {
  return room_.memory.find("rkey", request.rkey, pd_for(request), request.raddr + offset, bytes,
                           rights, qp_.qpn);
}

void responder::read(const message& request) {
  arriving_.reset();
  message header = answer_to(request, message_kind::read_response);
  header.message_bytes = request.message_bytes;
  header.raddr = request.raddr;
  header.rkey = request.rkey;
  header.xrc_srqn = request.xrc_srqn;
  answers_.push_back({header});
}

/// Answers a READ that comes again. The peer does not wait for the rest of an earlier answer any more.
void responder::read_again(const message& request) {
  if (!check_remote(request, access::remote_read).empty()) return;
  message header = answer_to(request, message_kind::read_response);
  header.message_bytes = request.message_bytes;
  header.raddr = request.raddr;
  header.rkey = request.rkey;
  const auto end_of = [this](const message& one) {
    return psn_after(one.packet_psn, packets_of(one.message_bytes, mtu_of(qp_)));
  };
  const auto earlier = std::find_if(answers_.begin(), answers_.end(), [&](const answer& one) {
    return one.header.kind == message_kind::read_response && end_of(one.header) == end_of(header);
  });
  if (earlier == answers_.end()) {
    answers_.push_back({header});
  } else {
    *earlier = {header};
  }
}

void responder::execute_atomic(const message& request) {
  arriving_.reset();
  const std::uint32_t bytes = request.message_bytes;
  const bool size_exists = is_masked_atomic(request.kind) ? bytes == 4 || bytes == 8 || bytes == 16
                                                          : bytes == sizeof(std::uint64_t);
  if (!size_exists) {
    refuse(request, cqe_syndrome::remote_inval_req_err,
           found<check::remote_request>("atomics of {} bytes do not exist", bytes));
    return;
  }
  if (const auto problem = check_atomic_mode(qp_, request); !problem.empty()) {
    refuse(request, cqe_syndrome::remote_inval_req_err, problem);
    return;
  }
  if (request.raddr % bytes != 0) {
    refuse(request, cqe_syndrome::remote_inval_req_err,
           found<check::remote_atomic>("the target {:#x} of an atomic is not aligned to {} bytes",
                                       request.raddr, bytes));
    return;
  }
  const auto range = find_remote(request, 0, bytes, access::remote_atomic);
  std::byte* const at = range.at();
  if (at == nullptr || reinterpret_cast<std::uintptr_t>(at) % bytes != 0) {
    refuse(request, cqe_syndrome::remote_access_err,
           !range.problem.empty()
               ? found_words<check::remote_memory>(range.problem)
               : found<check::remote_atomic>("the target {:#x} of an atomic is not {} aligned "
                                             "bytes in one piece behind its key",
                                             request.raddr, bytes));
    return;
  }
  message result = answer_to(request, message_kind::atomic_response);
  result.message_bytes = bytes;
  if (!touch_atomically(request, at, result)) {
    refuse(request, cqe_syndrome::remote_access_err,
           found<check::remote_memory>(
               "{} bytes at {:#x} are registered, but cannot be written any more", bytes,
               request.raddr));
    return;
  }
  if (recording_here()) record_atomic(range.pieces.front());
  answers_.push_back({result});
}

bool responder::send_read_response(answer& next) {
  message part = next.header;
  const std::size_t bytes =
      std::min<std::size_t>(part.message_bytes - next.sent_bytes, message::max_payload);
  memory_range range;
  if (bytes != 0) range = find_remote(part, next.sent_bytes, bytes, access::remote_read);
  if (range.problem.empty() && !range.read(room_.payload.get(), bytes)) {
    range.problem = "the memory is registered, but cannot be read any more";
  }
  if (!range.problem.empty()) {
    message failed = part;
    failed.kind = message_kind::rdma_read;
    answers_.clear();
    refuse(failed, cqe_syndrome::remote_access_err,
           found_words<check::remote_memory>(range.problem));
    return false;
  }
  complete_signature_errors(room_, qp_, qp_.recv_cq.get());
  part.offset = next.sent_bytes;
  const auto packets_before = part.offset == 0 ? 0 : packets_of(part.offset, mtu_of(qp_));
  part.packet_psn = psn_after(part.packet_psn, packets_before);
  part.payload = {room_.payload.get(), bytes};
  send(part);
  if (auto* const counts = counts_of(qp_)) count_answer(*counts, part);
  count_at_sender(room_.objects, qp_, part);
  if (room_.tap) room_.tap->answer(qp_, part);
  next.sent_bytes += static_cast<std::uint32_t>(bytes);
  return next.sent_bytes == part.message_bytes;
}

}  // namespace verbatim::emulator
