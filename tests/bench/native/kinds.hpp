// The common parts of the kinds of WQEs that libmlx5 posts.
#pragma once

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <array>
#include <cstdint>

#include "native_line.hpp"

namespace verbatim::bench {

/// A kind that posts any parameters.
struct any_parameters {
  explicit any_parameters(ibv_qp*) {}

  static constexpr unsigned wr_flags = 0;

  void adapt(wqe_parameters&, unsigned) {}
};

/// The WQEBBs of a WQE of so many octowords.
constexpr std::uint32_t wqebbs_of(std::uint32_t octowords) { return (octowords + 3) / 4; }

// The data of a message: `octowords` of the WQE, and how both interfaces get them.

/// The first `count` pieces.
template <unsigned count>
struct pieces {
  static constexpr std::uint32_t octowords = count;
  static constexpr std::uint32_t sges = count;
  static constexpr std::uint32_t inline_bytes = 0;
  static constexpr unsigned flags = 0;

  [[gnu::always_inline]] static void fill(ibv_sge* to, const wqe_parameters& p) noexcept {
    for (unsigned i = 0; i < count; ++i) to[i] = sge_of(p.pieces[i]);
  }
  [[gnu::always_inline]] static void build(ibv_qp_ex* qp, const wqe_parameters& p) noexcept {
    if constexpr (count == 1) {
      const auto& [addr, length, lkey] = p.pieces[0];
      ibv_wr_set_sge(qp, lkey, addr, length);
    } else {
      std::array<ibv_sge, count> list;
      fill(list.data(), p);
      ibv_wr_set_sge_list(qp, count, list.data());
    }
  }

  static ibv_sge sge_of(const piece& p) noexcept {
    return {.addr = p.addr, .length = p.length, .lkey = p.lkey};
  }
};
using one_piece = pieces<1>;

/// The payload, of `size` bytes. The caller knows its length only now, unless it is `constant`.
template <std::uint32_t size, bool constant = false>
struct inlined {
  static constexpr std::uint32_t octowords = (size + 4 + 15) / 16;
  static constexpr std::uint32_t sges = 1;
  static constexpr std::uint32_t inline_bytes = size;
  static constexpr unsigned flags = IBV_SEND_INLINE;

  [[gnu::always_inline]] static void fill(ibv_sge* to, const wqe_parameters& p) noexcept {
    to[0] = {.addr = reinterpret_cast<std::uintptr_t>(p.payload), .length = length(p), .lkey = 0};
  }
  [[gnu::always_inline]] static void build(ibv_qp_ex* qp, const wqe_parameters& p) noexcept {
    ibv_wr_set_inline_data(qp, const_cast<std::byte*>(p.payload), length(p));
  }

 private:
  static std::uint32_t length(const wqe_parameters& p) noexcept {
    return constant ? size : p.length;
  }
};

/// A SEND, WRITE or READ.
template <ibv_wr_opcode opcode, class Data>
struct message : any_parameters {
  using any_parameters::any_parameters;
  using data = Data;

  static constexpr bool has_raddr = opcode == IBV_WR_RDMA_WRITE ||
                                    opcode == IBV_WR_RDMA_WRITE_WITH_IMM ||
                                    opcode == IBV_WR_RDMA_READ;
  static constexpr std::uint32_t octowords = 1 + (has_raddr ? 1 : 0) + Data::octowords;

  static qp_kind qp() {
    return {.ops = std::uint64_t{1} << bit(),
            .wqebbs = wqebbs_of(octowords),
            .sges = Data::sges,
            .inline_bytes = Data::inline_bytes,
            .any_ring = true};
  }

  void begin(ibv_send_wr& wr) {
    wr.opcode = opcode;
    wr.send_flags |= Data::flags;
  }

  [[gnu::always_inline]] void fill(ibv_send_wr& wr, ibv_sge* sges, const wqe_parameters& p,
                                   unsigned) noexcept {
    if constexpr (has_raddr) wr.wr.rdma = {.remote_addr = p.raddr, .rkey = p.rkey};
    if constexpr (opcode == IBV_WR_SEND_WITH_IMM || opcode == IBV_WR_RDMA_WRITE_WITH_IMM) {
      wr.imm_data = be32(p.imm);
    }
    if constexpr (opcode == IBV_WR_SEND_WITH_INV) wr.invalidate_rkey = p.rkey;
    Data::fill(sges, p);
  }

  /// Begins a message, whose address and data follow.
  [[gnu::always_inline]] void build_begin(ibv_qp_ex* qp, const wqe_parameters& p) noexcept {
    if constexpr (opcode == IBV_WR_SEND) ibv_wr_send(qp);
    if constexpr (opcode == IBV_WR_SEND_WITH_IMM) ibv_wr_send_imm(qp, be32(p.imm));
    if constexpr (opcode == IBV_WR_SEND_WITH_INV) ibv_wr_send_inv(qp, p.rkey);
    if constexpr (opcode == IBV_WR_RDMA_WRITE) ibv_wr_rdma_write(qp, p.rkey, p.raddr);
    if constexpr (opcode == IBV_WR_RDMA_WRITE_WITH_IMM) {
      ibv_wr_rdma_write_imm(qp, p.rkey, p.raddr, be32(p.imm));
    }
    if constexpr (opcode == IBV_WR_RDMA_READ) ibv_wr_rdma_read(qp, p.rkey, p.raddr);
  }

  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned) noexcept {
    build_begin(qp, p);
    Data::build(qp, p);
  }

 private:
  /// libibverbs numbers its IBV_QP_EX_WITH_… as the opcodes of these.
  static constexpr unsigned bit() {
    static_assert(IBV_QP_EX_WITH_RDMA_WRITE == 1u << IBV_WR_RDMA_WRITE &&
                  IBV_QP_EX_WITH_SEND == 1u << IBV_WR_SEND &&
                  IBV_QP_EX_WITH_RDMA_READ == 1u << IBV_WR_RDMA_READ &&
                  IBV_QP_EX_WITH_SEND_WITH_INV == 1u << IBV_WR_SEND_WITH_INV);
    return opcode;
  }
};

/// A compare-and-swap or fetch-and-add.
template <ibv_wr_opcode opcode>
struct atomic : any_parameters {
  using any_parameters::any_parameters;

  static constexpr bool swaps = opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
  static constexpr std::uint32_t octowords = 4;

  static qp_kind qp() {
    return {.ops = swaps ? IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP : IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD,
            .wqebbs = wqebbs_of(octowords),
            .any_ring = true};
  }

  void begin(ibv_send_wr& wr) { wr.opcode = opcode; }

  [[gnu::always_inline]] void fill(ibv_send_wr& wr, ibv_sge* sges, const wqe_parameters& p,
                                   unsigned) noexcept {
    wr.wr.atomic.remote_addr = p.raddr;
    wr.wr.atomic.rkey = p.rkey;
    wr.wr.atomic.compare_add = swaps ? p.compare : p.swap;
    if constexpr (swaps) wr.wr.atomic.swap = p.swap;
    sges[0] = {.addr = p.pieces[0].addr, .length = 8, .lkey = p.pieces[0].lkey};
  }

  [[gnu::always_inline]] void build_begin(ibv_qp_ex* qp, const wqe_parameters& p) noexcept {
    if constexpr (swaps) ibv_wr_atomic_cmp_swp(qp, p.rkey, p.raddr, p.compare, p.swap);
    if constexpr (!swaps) ibv_wr_atomic_fetch_add(qp, p.rkey, p.raddr, p.swap);
  }

  struct data {
    [[gnu::always_inline]] static void build(ibv_qp_ex* qp, const wqe_parameters& p) noexcept {
      ibv_wr_set_sge(qp, p.pieces[0].lkey, p.pieces[0].addr, 8);
    }
  };

  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned) noexcept {
    build_begin(qp, p);
    data::build(qp, p);
  }
};

/// A WQE for which libmlx5 has no call of its own: the program writes it, by a function as short as
/// the floor's, and libmlx5 copies it. Store gets the words behind the first two.
template <std::uint8_t opcode, std::uint8_t opmod, std::uint32_t octowords, class Store>
struct raw_wqe : any_parameters {
  explicit raw_wqe(ibv_qp* qp) : any_parameters(qp), qpn(qp->qp_num) {}

  static qp_kind qp() {
    return {.ops = IBV_QP_EX_WITH_SEND,
            .driver_ops = MLX5DV_QP_EX_WITH_RAW_WQE,
            .wqebbs = wqebbs_of(octowords),
            .inline_bytes = octowords * 16,
            .any_ring = true};
  }

  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned) noexcept {
    alignas(16) std::array<std::uint64_t, octowords * 2> wqe;
    wqe[0] = be32x2(std::uint32_t{opmod} << 24 | opcode, qpn << 8 | octowords);
    wqe[1] = be32x2(0x08, 0);
    Store{}(wqe.data() + 2, p);
    mlx5dv_wr_raw_wqe(mlx5dv_qp_ex_from_ibv_qp_ex(qp), wqe.data());
  }

  std::uint32_t qpn;
};

}  // namespace verbatim::bench
