// Queue pairs that libmlx5 posts vectors to, and the bytes that it writes.
#pragma once

#include <infiniband/mlx5dv.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "any_queue_pair.hpp"
#include "plain_verbs.hpp"

namespace verbatim::test {

inline constexpr std::uint32_t most_posts = 256;
inline constexpr std::uint32_t few_cqes = 16;

/// A send queue whose ring is zeros, and long enough that it never ends.
class libmlx5_queue {
 public:
  explicit libmlx5_queue(std::string_view transport)
      : cq_(context, few_cqes),
        pair_(context, cq_.get(), type_of(transport), attributes(transport)) {
    pair_.connect();
    std::memset(pair_.place().ring, 0, pair_.place().wqebbs * std::size_t{MLX5_SEND_WQE_BB});
  }

  ibv_qp_ex* qp() const { return pair_.ex(); }
  mlx5dv_qp_ex* dv() const { return pair_.dv(); }
  std::uint32_t qpn() const { return pair_.place().qpn; }

  /// Returns the WQE that was posted last. Throws if its index and queue pair are not those that
  /// the ring says.
  std::vector<unsigned char> last() {
    const auto* at = reinterpret_cast<const unsigned char*>(pair_.place().ring) +
                     std::size_t{index_} * MLX5_SEND_WQE_BB;
    const std::size_t octowords = at[7] & 0x3fu;
    const auto named = std::uint32_t{at[4]} << 16 | std::uint32_t{at[5]} << 8 | at[6];
    if ((std::uint32_t{at[1]} << 8 | at[2]) != index_ || named != qpn() || octowords == 0)
      throw std::runtime_error("libmlx5 did not write a WQE where the next one belongs");
    index_ +=
        static_cast<std::uint32_t>((octowords * 16 + MLX5_SEND_WQE_BB - 1) / MLX5_SEND_WQE_BB);
    return {at, at + octowords * 16};
  }

  plain_context context;

 private:
  static ibv_qp_type type_of(std::string_view transport) {
    if (transport == "rc") return IBV_QPT_RC;
    if (transport == "uc") return IBV_QPT_UC;
    if (transport == "xrc") return IBV_QPT_XRC_SEND;
    if (transport == "raw_packet") return IBV_QPT_RAW_PACKET;
    if (transport.starts_with("dci")) return IBV_QPT_DRIVER;
    return IBV_QPT_UD;
  }

  static std::uint64_t operations_of(ibv_qp_type type) {
    const auto sends = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM;
    if (type == IBV_QPT_RAW_PACKET) return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_TSO;
    if (type == IBV_QPT_UD) return sends;
    const auto unreliable = sends | IBV_QP_EX_WITH_SEND_WITH_INV | IBV_QP_EX_WITH_RDMA_WRITE |
                            IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM;
    if (type == IBV_QPT_UC) return unreliable;
    const auto reliable = unreliable | IBV_QP_EX_WITH_RDMA_READ |
                          IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD;
    return type == IBV_QPT_RC ? reliable | IBV_QP_EX_WITH_BIND_MW | IBV_QP_EX_WITH_LOCAL_INV
                              : reliable;
  }

  static any_queue_pair::change attributes(std::string_view transport) {
    const auto type = type_of(transport);
    return [type](ibv_qp_init_attr_ex& of, mlx5dv_qp_init_attr& dv) {
      of.send_ops_flags = operations_of(type);
      of.cap.max_send_wr = most_posts;
      of.cap.max_send_sge = 8;
      of.cap.max_inline_data = 528;
      if (type == IBV_QPT_XRC_SEND || type == IBV_QPT_DRIVER)
        of.cap.max_recv_wr = of.cap.max_recv_sge = 0;
      if (type == IBV_QPT_RAW_PACKET) {
        of.comp_mask |= IBV_QP_INIT_ATTR_MAX_TSO_HEADER;
        of.max_tso_header = 128;
      }
      if (type == IBV_QPT_DRIVER) {
        dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
        dv.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
      }
      if (type == IBV_QPT_RC) {
        dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS;
        dv.send_ops_flags =
            MLX5DV_QP_EX_WITH_MR_LIST | MLX5DV_QP_EX_WITH_MR_INTERLEAVED | MLX5DV_QP_EX_WITH_MEMCPY;
      }
    };
  }

  plain_completion_queue cq_;
  any_queue_pair pair_;
  std::uint32_t index_ = 0;
};

}  // namespace verbatim::test
