// Executes each kind of local request.
#include "engine/execute/local_work.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/memory/umr.hpp"
#include "engine/receive/tag_matching.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {
namespace {

template <class Request>
constexpr bool has_peer =
    std::is_same_v<Request, send_request> || std::is_same_v<Request, write_request> ||
    std::is_same_v<Request, read_request> || std::is_same_v<Request, atomic_request> ||
    std::is_same_v<Request, masked_atomic_request> || std::is_same_v<Request, frame_request>;

template <class Request>
constexpr bool is_cross_channel =
    std::is_same_v<Request, wait_request> || std::is_same_v<Request, enable_request>;

}  // namespace

bool local_work::execute(pending_wqe& one) {
  if (one.executed) return true;
  one.executed = std::visit(
      [&]<class Request>(const Request& what) {
        if constexpr (is_cross_channel<Request>) {
          return cross_channel_.execute(one, what);
        } else if constexpr (has_peer<Request>) {
          return false;
        } else {
          return execute(one, what);
        }
      },
      one.wqe.request);
  return one.executed;
}

bool local_work::execute(pending_wqe&, const no_request&) { return true; }

bool local_work::execute(pending_wqe& one, const key_change& what) {
  auto problem = execute_umr(room_.objects, qp_, what);
  if (problem.empty()) return true;
  refuse(qp_, one, cqe_syndrome::mw_bind_err, vendor_syndrome::memory_key,
         found_words<check::umr_key>(std::move(problem)));
  return false;
}

bool local_work::execute(pending_wqe& one, const set_psv_seg& what) {
  auto problem = execute_set_psv(room_.objects, qp_, what);
  if (problem.empty()) return true;
  refuse(qp_, one, cqe_syndrome::local_qp_op_err, vendor_syndrome::segment,
         found_words<check::psv>(std::move(problem)));
  return false;
}

bool local_work::execute(pending_wqe& one, const copy_request& what) {
  if (!qp_.copies_memory) {
    refuse(qp_, one, cqe_syndrome::local_qp_op_err, vendor_syndrome::opcode,
           found<check::copy_enabled>(
               "it is an mmo, but the queue pair was not enabled for it: create it "
               "with MLX5DV_QP_EX_WITH_MEMCPY"));
    return false;
  }
  auto problem = execute_memory_copy(room_.memory, qp_, what);
  if (problem.empty()) return true;
  refuse(qp_, one, cqe_syndrome::local_prot_err, vendor_syndrome::local_key,
         found_words<check::local_memory>(std::move(problem)));
  return false;
}

bool local_work::execute(pending_wqe& one, const tag_request& what) {
  auto problem = execute_tag_request(qp_, one.wqe.wqe_index, what);
  if (problem.empty()) return true;
  refuse(qp_, one, cqe_syndrome::local_qp_op_err, vendor_syndrome::opcode,
         found_words<check::tag_list>(std::move(problem)));
  return false;
}

/// Reads the data and drops it, because there is no TLS engine to update.
bool local_work::execute(pending_wqe& one, const dump_request&) {
  if (!memory_.check(one)) return false;
  for (std::uint32_t at = 0; at < one.wqe.message_bytes;) {
    const std::size_t bytes =
        std::min<std::size_t>(one.wqe.message_bytes - at, message::max_payload);
    if (!memory_.gather(one, at, bytes, room_.payload.get())) return false;
    at += static_cast<std::uint32_t>(bytes);
  }
  return true;
}

}  // namespace verbatim::emulator
