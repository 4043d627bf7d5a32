// SEND, WRITE and READ on RC: with SGEs, inline, and through BlueFlame.
#include "kinds.hpp"

namespace verbatim::bench {
namespace {

template <ibv_wr_opcode opcode>
using of_one_piece = message<opcode, one_piece>;
template <std::uint32_t size>
using inline_send = message<IBV_WR_SEND, inlined<size>>;

template <std::uint32_t... sizes>
void add_inline(std::vector<native_line>& lines) {
  (lines.push_back(native_line_of<inline_send<sizes>>("rc_send_inline_" + std::to_string(sizes))),
   ...);
  (lines.push_back(native_line_of<message<IBV_WR_RDMA_WRITE, inlined<sizes>>>(
       "rc_write_inline_" + std::to_string(sizes))),
   ...);
}

template <std::uint32_t... sizes>
void add_structs(std::vector<native_line>& lines) {
  (lines.push_back(native_line_of<message<IBV_WR_SEND, inlined<sizes, true>>>(
       "rc_send_struct_" + std::to_string(sizes))),
   ...);
}

template <unsigned... counts>
void add_sges(std::vector<native_line>& lines) {
  (lines.push_back(native_line_of<message<IBV_WR_RDMA_WRITE, pieces<counts>>>(
       "rc_write_sges_" + std::to_string(counts))),
   ...);
}

/// Without MLX5_SHUT_UP_BF libmlx5 sends a lone inline WQE through the register.
template <std::uint32_t size>
void add_blueflame(std::vector<native_line>& lines, const char* name) {
  lines.push_back(native_line_of<inline_send<size>, true>(name, tuning::write_combining));
}

struct nothing_behind {
  void operator()(std::uint64_t*, const wqe_parameters&) const noexcept {}
};
using nop = raw_wqe<0x00, 0, 1, nothing_behind>;

/// The DMA engine's copy. libmlx5 has a buffer of its own for the result.
struct copy : any_parameters {
  explicit copy(ibv_qp* qp) : any_parameters(qp), qp_(qp) {}

  static qp_kind qp() {
    return {.ops = IBV_QP_EX_WITH_SEND, .driver_ops = MLX5DV_QP_EX_WITH_MEMCPY, .any_ring = true};
  }

  void adapt(wqe_parameters& p, unsigned) {
    p.pieces[1].length = p.pieces[0].length;
    const auto [lkey, addr] = result_buffer();
    p.pieces[2].lkey = lkey;
    p.pieces[2].addr = addr;
  }

  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned) noexcept {
    mlx5dv_wr_memcpy(mlx5dv_qp_ex_from_ibv_qp_ex(qp), p.pieces[1].lkey, p.pieces[1].addr,
                     p.pieces[0].lkey, p.pieces[0].addr, p.pieces[0].length);
  }

 private:
  struct buffer {
    std::uint32_t lkey;
    std::uint64_t addr;
  };

  /// Shows in a WQE that is built and given up.
  buffer result_buffer() const {
    mlx5dv_qp queue{};
    mlx5dv_obj objects{};
    objects.qp.in = qp_;
    objects.qp.out = &queue;
    mlx5dv_init_obj(&objects, MLX5DV_OBJ_QP);
    ibv_qp_ex* const to = ibv_qp_to_qp_ex(qp_);
    ibv_wr_start(to);
    mlx5dv_wr_memcpy(mlx5dv_qp_ex_from_ibv_qp_ex(to), 0, 0, 0, 0, 1);
    const auto* const wqe = static_cast<const std::uint32_t*>(queue.sq.buf);
    const buffer found{be32(wqe[5]), std::uint64_t{be32(wqe[6])} << 32 | be32(wqe[7])};
    ibv_wr_abort(to);
    return found;
  }

  ibv_qp* qp_;
};

}  // namespace

void add_native_message_lines(std::vector<native_line>& lines) {
  lines.push_back(native_line_of<of_one_piece<IBV_WR_SEND>>("rc_send"));
  lines.push_back(native_line_of<of_one_piece<IBV_WR_SEND_WITH_IMM>>("rc_send_imm"));
  lines.push_back(native_line_of<of_one_piece<IBV_WR_SEND_WITH_INV>>("rc_send_inval"));
  lines.push_back(native_line_of<of_one_piece<IBV_WR_RDMA_WRITE>>("rc_write"));
  lines.push_back(native_line_of<of_one_piece<IBV_WR_RDMA_WRITE_WITH_IMM>>("rc_write_imm"));
  lines.push_back(native_line_of<of_one_piece<IBV_WR_RDMA_READ>>("rc_read"));
  lines.push_back(native_line_of<nop>("rc_nop"));
  lines.push_back(native_line_of<copy>("rc_copy"));
  add_inline<8, 16, 32, 44, 60, 100, 156, 220>(lines);
  add_structs<8, 44>(lines);
  add_sges<1, 2, 3, 4, 8>(lines);
  add_blueflame<32>(lines, "blueflame_lone");
  add_blueflame<64 - 20>(lines, "blueflame_1x1");
  add_blueflame<128 - 20>(lines, "blueflame_1x2");
  add_blueflame<192 - 20>(lines, "blueflame_1x3");
  add_blueflame<256 - 20>(lines, "blueflame_1x4");
}

}  // namespace verbatim::bench
