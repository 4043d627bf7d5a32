// The requester's part for WQEs that concern no peer.
#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/requester.hpp"
#include "engine/tag_matching.hpp"

namespace verbatim::emulator {

/// Executes what concerns no peer.
bool requester::execute_local(sending& one) {
  if (one.wqe.waits_for_results() && awaiting_results_ != 0) return false;
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
  if (one.wqe.wait && !one.executed && !execute_wait(one)) return false;
  if (one.wqe.enable && !one.executed && !execute_enable(one)) return false;
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

}  // namespace verbatim::emulator
