// The tests of the pairs of snippets see by libibverbs what both sides have left, and say it in the
// same words.
#pragma once

#include <endian.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>

namespace pairs {

using namespace std::chrono_literals;

[[noreturn]] inline void fail(const std::string& text) { throw std::runtime_error(text); }

/// Calls until it returns true; a test that waits for this long has failed.
inline void await(const char* what, const std::function<bool()>& is_there) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (!is_there()) {
    if (std::chrono::steady_clock::now() > end) fail(std::string("for 20 s there is no ") + what);
    usleep(100);
  }
}

inline std::string hex(const void* from, std::size_t length) {
  std::string result;
  for (std::size_t i = 0; i < length; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<const unsigned char*>(from)[i]);
    result += digits;
  }
  return result;
}

inline std::string words(const ibv_wc& wc) {
  const auto status = std::string(ibv_wc_status_str(wc.status));
  if (wc.status != IBV_WC_SUCCESS) return status;
  const auto imm = (wc.wc_flags & IBV_WC_WITH_IMM) != 0
                       ? ", immediate " + std::to_string(be32toh(wc.imm_data))
                       : "";
  const auto bytes = ", " + std::to_string(wc.byte_len) + " bytes" + imm;
  switch (wc.opcode) {
    case IBV_WC_SEND:
      return "SEND, " + status;
    case IBV_WC_RDMA_WRITE:
      return "WRITE, " + status;
    case IBV_WC_RDMA_READ:
      return "READ, " + status + bytes;
    case IBV_WC_COMP_SWAP:
      return "CAS, " + status;
    case IBV_WC_FETCH_ADD:
      return "FETCH_ADD, " + status;
    case IBV_WC_RECV:
      return "RECV, " + status + bytes;
    default:
      return "another opcode, " + status;
  }
}

inline void say(const std::string& what, const std::string& text) {
  std::cout << what << ": " << text << '\n';
}

/// Waits for the next completion, and takes it.
inline ibv_wc take(ibv_cq* from, const char* what) {
  ibv_wc wc{};
  await(what, [&] {
    const int taken = ibv_poll_cq(from, 1, &wc);
    if (taken < 0) fail("ibv_poll_cq fails");
    return taken == 1;
  });
  return wc;
}

/// Returns the rings of a queue pair.
inline mlx5dv_qp rings_of(ibv_qp* qp) {
  mlx5dv_qp found{};
  mlx5dv_obj object{};
  object.qp.in = qp;
  object.qp.out = &found;
  if (mlx5dv_init_obj(&object, MLX5DV_OBJ_QP) != 0) fail("mlx5dv_init_obj fails");
  return found;
}

/// Returns true if the doorbell record covers all send WQEs. `free` are the WQEBBs from the next WQE to
/// the end of the ring.
inline bool is_rung(ibv_qp* qp, std::uint32_t free) {
  const auto found = rings_of(qp);
  const auto told = be32toh(found.dbrec[MLX5_SND_DBR]);
  return ((told + free) & (found.sq.wqe_cnt - 1)) == 0;
}

/// Waits until so many completions were written, and takes none.
inline void await_written(ibv_cq* in, unsigned count) {
  mlx5dv_cq ring{};
  mlx5dv_obj object{};
  object.cq.in = in;
  object.cq.out = &ring;
  if (mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ) != 0) fail("mlx5dv_init_obj fails");
  const volatile auto* at = static_cast<const std::uint8_t*>(ring.buf) + count * ring.cqe_size - 1;
  await("completion", [&] { return *at >> 4 != MLX5_CQE_INVALID; });
}

inline void post(ibv_qp* to, ibv_wr_opcode opcode, ibv_sge from, std::uint64_t remote,
                 std::uint32_t rkey) {
  ibv_send_wr wr{}, *bad = nullptr;
  wr.sg_list = &from;
  wr.num_sge = 1;
  wr.opcode = opcode;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.imm_data = htobe32(7);  // if the opcode has it
  if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
    wr.wr.atomic = {remote, 0, 0, rkey};
  } else {
    wr.wr.rdma = {remote, rkey};
  }
  if (ibv_post_send(to, &wr, &bad) != 0) fail("ibv_post_send fails");
}

/// The objects that both sides of a snippet may use or make.
struct natives {
  ibv_context* context;
  ibv_pd* pd;
  ibv_mr* mr;
  ibv_cq* cq;
  ibv_qp* qp;
};

inline void say_changed(const std::string& what, std::span<const std::byte> now,
                        std::span<const std::byte> before) {
  const auto first = std::mismatch(now.begin(), now.end(), before.begin()).first;
  const auto last = std::mismatch(now.rbegin(), now.rend(), before.rbegin()).first.base();
  if (first != now.end()) {
    say(what, std::to_string(last - first) + " bytes from " + std::to_string(first - now.begin()) +
                  ": " + hex(&*first, std::size_t(last - first)));
  }
}

inline std::string attributes_of(ibv_qp* qp) {
  ibv_qp_attr now{};
  ibv_qp_init_attr made{};
  if (ibv_query_qp(qp, &now, IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT,
                   &made) != 0)
    fail("ibv_query_qp fails");
  static constexpr std::array states = {"RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR"};
  return std::string(states.at(now.qp_state)) + ", access " + std::to_string(now.qp_access_flags) +
         ", timeout " + std::to_string(now.timeout) + ", " + std::to_string(now.retry_cnt) +
         " retries";
}

/// Says the fence mode of the WQE that was posted last, which has to fit into a WQEBB.
inline void say_fence(ibv_qp* qp) {
  const auto found = rings_of(qp);
  const auto last = (be32toh(found.dbrec[MLX5_SND_DBR]) - 1) & (found.sq.wqe_cnt - 1);
  const auto* const ctrl = reinterpret_cast<const mlx5_wqe_ctrl_seg*>(
      static_cast<const std::byte*>(found.sq.buf) + std::size_t{last} * found.sq.stride);
  say("fence mode", std::to_string(ctrl->fm_ce_se >> 5));
}

}  // namespace pairs
