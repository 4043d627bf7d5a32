// The requester's part for WQEs that involve no peer.
#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/receive/tag_matching.hpp"
#include "engine/send/requester.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

/// Executes a WQE that involves no peer.
bool requester::execute_local(sending& one) {
  if (one.wqe.waits_for_results() && awaiting_results_ != 0) return false;
  if (one.wqe.umr && !one.executed) {
    // Messages on their way may still need the old key, to be sent again.
    if (std::any_of(pending_.begin(), pending_.begin() + std::ptrdiff_t(sent_),
                    [](const sending& earlier) { return !earlier.done; })) {
      return false;
    }
    if (auto problem = execute_umr(room_.of, qp_, *one.wqe.umr); !problem.empty()) {
      refuse(one, cqe_syndrome::mw_bind_err, vendor_syndrome::memory_key,
             found_words<check::umr_key>(std::move(problem)));
      return false;
    }
  }
  if (one.wqe.psv && !one.executed) {
    if (auto problem = execute_set_psv(room_.of, qp_, *one.wqe.psv); !problem.empty()) {
      refuse(one, cqe_syndrome::local_qp_op_err, vendor_syndrome::segment,
             found_words<check::psv>(std::move(problem)));
      return false;
    }
  }
  if (one.wqe.copy && !one.executed && !copy_memory(one)) return false;
  if (one.wqe.tags && !one.executed) {
    if (auto problem = execute_tag_request(qp_, one.wqe.wqe_index, *one.wqe.tags);
        !problem.empty()) {
      refuse(one, cqe_syndrome::local_qp_op_err, vendor_syndrome::opcode,
             found_words<check::tag_list>(std::move(problem)));
      return false;
    }
  }
  if (one.wqe.opcode == opcode::dump && !one.executed && !read_through(one)) return false;
  if (one.wqe.wait && !one.executed && !execute_wait(one)) return false;
  if (one.wqe.enable && !one.executed && !execute_enable(one)) return false;
  one.executed = true;
  one.done = true;
  ++sent_;
  return true;
}

/// Executes a dump: reads the data and drops it, since there is no TLS engine that it could update.
bool requester::read_through(sending& one) {
  if (!check_local_memory(one)) return false;
  for (std::uint32_t at = 0; at < one.wqe.message_bytes;) {
    const std::size_t bytes =
        std::min<std::size_t>(one.wqe.message_bytes - at, message::max_payload);
    if (!gather(one, at, bytes, room_.payload.get())) return false;
    at += static_cast<std::uint32_t>(bytes);
  }
  return true;
}

bool requester::copy_memory(sending& one) {
  if (!qp_.copies_memory) {
    refuse(one, cqe_syndrome::local_qp_op_err, vendor_syndrome::opcode,
           found<check::copy_enabled>(
               "it is an mmo, but the queue pair was not enabled for it: create it "
               "with MLX5DV_QP_EX_WITH_MEMCPY"));
    return false;
  }
  if (auto problem = execute_memory_copy(room_.memory, qp_, *one.wqe.copy); !problem.empty()) {
    refuse(one, cqe_syndrome::local_prot_err, vendor_syndrome::local_key,
           found_words<check::local_memory>(std::move(problem)));
    return false;
  }
  return true;
}

}  // namespace verbatim::emulator
