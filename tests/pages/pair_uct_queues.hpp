// The queues below uct, as libmlx5 describes them, and the CQEs in their rings.
#pragma once

#include <endian.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pair_verbs.hpp"

namespace pairs {

/// The send queue of an endpoint.
struct noted_send_queue {
  ibv_qp* qp;
  mlx5dv_qp dv;
};

/// A ring of CQEs that has not wrapped.
struct noted_cq {
  ibv_cq* cq;
  mlx5dv_cq dv;

  const mlx5_cqe64& at(std::size_t index) const {
    const auto* const slot = static_cast<const std::byte*>(dv.buf) + (index + 1) * dv.cqe_size;
    return *reinterpret_cast<const mlx5_cqe64*>(slot - sizeof(mlx5_cqe64));
  }
  bool is_written(std::size_t index) const {
    const volatile auto& last = at(index).op_own;
    return last >> 4 != MLX5_CQE_INVALID;
  }
  std::size_t written() const {
    std::size_t count = 0;
    while (count < dv.cqe_cnt && is_written(count)) ++count;
    return count;
  }
};

/// Everything that was made, in its order.
struct noted_queues {
  std::vector<noted_send_queue> sends;
  std::vector<noted_cq> completions;

  const noted_send_queue& last_made() const {
    if (sends.empty()) fail("uct made no send queue by libmlx5");
    return sends.back();
  }
  const noted_cq& of(const ibv_cq* cq) const {
    const auto found = std::find_if(completions.begin(), completions.end(),
                                    [cq](const auto& one) { return one.cq == cq; });
    if (found == completions.end()) fail("uct polls an unknown CQ");
    return *found;
  }
};

/// A CQE of a send in the words of pairs::words().
inline std::string words(const mlx5_cqe64& cqe) {
  ibv_wc wc{};
  wc.byte_len = be32toh(cqe.byte_cnt);
  if (cqe.op_own >> 4 != MLX5_CQE_REQ) {
    const auto& error = reinterpret_cast<const mlx5_err_cqe&>(cqe);
    wc.status = error.syndrome == MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR ? IBV_WC_REM_ACCESS_ERR
                : error.syndrome == MLX5_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR ? IBV_WC_RETRY_EXC_ERR
                                                                              : IBV_WC_GENERAL_ERR;
    return words(wc);
  }
  switch (be32toh(cqe.sop_drop_qpn) >> 24) {
    case MLX5_OPCODE_NOP:
      return "NOP, success";
    case MLX5_OPCODE_ATOMIC_MASKED_CS:
      return "masked CAS, success";
    case MLX5_OPCODE_ATOMIC_MASKED_FA:
      return "masked FETCH_ADD, success";
    case MLX5_OPCODE_SEND:
      wc.opcode = IBV_WC_SEND;
      break;
    case MLX5_OPCODE_RDMA_WRITE:
      wc.opcode = IBV_WC_RDMA_WRITE;
      break;
    case MLX5_OPCODE_RDMA_READ:
      wc.opcode = IBV_WC_RDMA_READ;
      break;
    case MLX5_OPCODE_ATOMIC_CS:
      wc.opcode = IBV_WC_COMP_SWAP;
      break;
    case MLX5_OPCODE_ATOMIC_FA:
      wc.opcode = IBV_WC_FETCH_ADD;
      break;
    default:
      wc.opcode = IBV_WC_TSO;
  }
  return words(wc);
}

}  // namespace pairs
