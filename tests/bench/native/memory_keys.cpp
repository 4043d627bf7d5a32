// Memory keys on RC: windows, and a key of several pieces.
#include "kinds.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::bench {
namespace {

struct local_invalidate : any_parameters {
  using any_parameters::any_parameters;

  static qp_kind qp() {
    return {.ops = IBV_QP_EX_WITH_LOCAL_INV, .wqebbs = wqebbs_of(8), .any_ring = true};
  }

  void begin(ibv_send_wr& wr) {
    wr.opcode = IBV_WR_LOCAL_INV;
    wr.num_sge = 0;
  }
  [[gnu::always_inline]] void fill(ibv_send_wr& wr, ibv_sge*, const wqe_parameters& p,
                                   unsigned) noexcept {
    wr.invalidate_rkey = p.rkey;
  }
  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned) noexcept {
    ibv_wr_local_inv(qp, p.rkey);
  }
};

/// A window of the queue pair. Its key and that of the memory are the device's choice.
class bind_window : public any_parameters {
 public:
  explicit bind_window(ibv_qp* qp)
      : any_parameters(qp),
        qpn_(qp->qp_num),
        region_(
            check(ibv_reg_mr(qp->pd, memory_.data(), memory_.size(),
                             IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_MW_BIND),
                  "ibv_reg_mr")),
        window_(check(ibv_alloc_mw(qp->pd, IBV_MW_TYPE_2), "ibv_alloc_mw")) {}

  static qp_kind qp() {
    return {.ops = IBV_QP_EX_WITH_BIND_MW, .wqebbs = wqebbs_of(12), .any_ring = true};
  }

  void adapt(wqe_parameters& p, unsigned) {
    p.rkey = window_->rkey;
    p.qpn = qpn_;
    p.pieces[0].lkey = region_->lkey;
  }

  void begin(ibv_send_wr& wr) {
    wr.opcode = IBV_WR_BIND_MW;
    wr.num_sge = 0;
  }
  [[gnu::always_inline]] void fill(ibv_send_wr& wr, ibv_sge*, const wqe_parameters& p,
                                   unsigned) noexcept {
    wr.bind_mw = {.mw = window_.get(), .rkey = p.imm & 0xff, .bind_info = range(p)};
  }
  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned) noexcept {
    const auto info = range(p);
    ibv_wr_bind_mw(qp, window_.get(), p.imm & 0xff, &info);
  }

 private:
  [[gnu::always_inline]] ibv_mw_bind_info range(const wqe_parameters& p) const noexcept {
    return {.mr = region_.get(),
            .addr = p.pieces[0].addr,
            .length = p.pieces[0].length,
            .mw_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ};
  }

  std::uint32_t qpn_;
  std::array<std::byte, 64> memory_{};
  owner<ibv_mr> region_;
  owner<ibv_mw> window_;
};

/// A key of four pieces. Its number is the device's choice, and libmlx5 adds its length up.
class configure_key : public any_parameters {
 public:
  explicit configure_key(ibv_qp* qp) : any_parameters(qp) {
    mlx5dv_mkey_init_attr attr{
        .pd = qp->pd, .create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT, .max_entries = entries};
    key_.reset(check(mlx5dv_create_mkey(&attr), "mlx5dv_create_mkey"));
  }

  static constexpr unsigned wr_flags = IBV_SEND_INLINE;

  static qp_kind qp() {
    return {.ops = IBV_QP_EX_WITH_RDMA_WRITE,
            .driver_ops = MLX5DV_QP_EX_WITH_MR_LIST,
            .wqebbs = wqebbs_of(8 + entries),
            .inline_bytes = entries * 16 + 192,  // libmlx5 bounds lists by it
            .any_ring = true};
  }

  void adapt(wqe_parameters& p, unsigned) {
    p.rkey = key_->lkey;
    p.imm = key_->lkey & 0xff;
    p.compare_mask = 0;
    for (const auto field :
         {mkey_mask::free, mkey_mask::mkey, mkey_mask::len, mkey_mask::local_write,
          mkey_mask::remote_read, mkey_mask::remote_write, mkey_mask::atomic}) {
      p.compare_mask |= static_cast<std::uint64_t>(field);
    }
    p.raddr = 0;
    p.swap = 0;
    for (unsigned i = 0; i < entries; ++i) {
      p.pieces[i].length &= 0xffff;
      p.pieces[i].length |= 1;
      p.swap += p.pieces[i].length;
    }
  }

  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned) noexcept {
    std::array<ibv_sge, entries> list;
    pieces<entries>::fill(list.data(), p);
    mlx5dv_wr_mr_list(mlx5dv_qp_ex_from_ibv_qp_ex(qp), key_.get(),
                      IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
                      entries, list.data());
  }

 private:
  static constexpr std::uint16_t entries = 4;

  owner<mlx5dv_mkey> key_;
};

}  // namespace

void add_native_memory_key_lines(std::vector<native_line>& lines) {
  lines.push_back(native_line_of<local_invalidate>("rc_local_invalidate"));
  lines.push_back(native_line_of<bind_window>("rc_bind_mw"));
  lines.push_back(native_line_of<configure_key>("rc_configure_mkey"));
}

}  // namespace verbatim::bench
