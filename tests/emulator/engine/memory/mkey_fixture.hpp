// The common part of the tests of mkeys: keys of direct verbs, and UMRs written by hand.
#pragma once

#include <infiniband/mlx5dv.h>

#include <optional>
#include <vector>

#include "connected_pair.hpp"
#include "raw_send_queue.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/klm_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"

namespace verbatim::testing {

using mkey_ptr = std::unique_ptr<mlx5dv_mkey, destroyer<mlx5dv_destroy_mkey>>;

constexpr std::uint64_t operator|(mkey_mask a, mkey_mask b) {
  return static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b);
}
constexpr std::uint64_t operator|(std::uint64_t a, mkey_mask b) {
  return a | static_cast<std::uint64_t>(b);
}

/// Queue pairs that can configure mkeys.
class mkey_test : public connected_pair_test {
 protected:
  void SetUp() override {
    connected_pair_test::SetUp();
    qp = create_configuring(cq.get());
    peer = create_configuring(peer_cq.get());
    ASSERT_TRUE(qp && peer);
    to_rts(qp.get(), peer->qp_num);
    to_rts(peer.get(), qp->qp_num);
  }

  qp_ptr create_configuring(ibv_cq* completions) const {
    ibv_qp_init_attr_ex attributes{};
    attributes.send_cq = completions;
    attributes.recv_cq = completions;
    attributes.qp_type = IBV_QPT_RC;
    attributes.pd = pd.get();
    attributes.cap = {16, 16, 4, 4, 512};
    attributes.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
    attributes.send_ops_flags =
        IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_READ;
    mlx5dv_qp_init_attr direct{};
    direct.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS;
    direct.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE;
    return qp_ptr(mlx5dv_create_qp(context.get(), &attributes, &direct));
  }

  mkey_ptr make(std::uint16_t entries, std::uint32_t more_flags = 0) const {
    mlx5dv_mkey_init_attr attributes{};
    attributes.pd = pd.get();
    attributes.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT | more_flags;
    attributes.max_entries = entries;
    return mkey_ptr(mlx5dv_create_mkey(&attributes));
  }

  /// Configures with what `layout` sets; returns how that ended.
  template <class Layout>
  ibv_wc_status configure(ibv_qp* on, mlx5dv_mkey* mkey, std::uint32_t rights, Layout&& layout,
                          const mlx5dv_sig_block_attr* signature = nullptr) {
    ibv_qp_ex* const ex = ibv_qp_to_qp_ex(on);
    mlx5dv_qp_ex* const dv = mlx5dv_qp_ex_from_ibv_qp_ex(ex);
    mlx5dv_mkey_conf_attr attributes{};
    ibv_wr_start(ex);
    ex->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
    mlx5dv_wr_mkey_configure(dv, mkey, signature ? 3 : 2, &attributes);
    mlx5dv_wr_set_mkey_access_flags(dv, rights);
    layout(dv);
    if (signature) mlx5dv_wr_set_mkey_sig_block(dv, signature);
    EXPECT_EQ(ibv_wr_complete(ex), 0);
    return next(on->send_cq).status;
  }

  ibv_wc_status configure_list(ibv_qp* on, mlx5dv_mkey* mkey, std::vector<ibv_sge> list,
                               std::uint32_t rights = all_rights) {
    return configure(on, mkey, rights, [&](mlx5dv_qp_ex* dv) {
      mlx5dv_wr_set_mkey_layout_list(dv, static_cast<std::uint16_t>(list.size()), list.data());
    });
  }

  ibv_wc_status configure_strided(ibv_qp* on, mlx5dv_mkey* mkey, std::uint32_t repeat_count,
                                  std::vector<mlx5dv_mr_interleaved> list) {
    return configure(on, mkey, all_rights, [&](mlx5dv_qp_ex* dv) {
      mlx5dv_wr_set_mkey_layout_interleaved(dv, repeat_count,
                                            static_cast<std::uint16_t>(list.size()), list.data());
    });
  }

  ibv_sge at_remote(std::uint64_t offset, std::uint32_t bytes) const {
    return {reinterpret_cast<std::uint64_t>(remote.data()) + offset, bytes, remote_mr->lkey};
  }
  ibv_sge at_local(std::uint64_t offset, std::uint32_t bytes) const {
    return {reinterpret_cast<std::uint64_t>(local.data()) + offset, bytes, local_mr->lkey};
  }

  /// A write of `bytes` bytes from `local` to `addr` behind `rkey`, in either address space.
  ibv_send_wr write(std::uint32_t bytes, std::uint64_t addr, std::uint32_t rkey) {
    ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, bytes);
    wr.wr.rdma.remote_addr = addr;
    wr.wr.rdma.rkey = rkey;
    return wr;
  }
};

/// UMRs as libmlx5 would not write them.
class raw_umr_test : public mkey_test {
 protected:
  void SetUp() override {
    mkey_test::SetUp();
    mkey = make(4);
    sends.emplace(qp.get());
    control.list_inline = 1;
    control.klm_octowords = 4;
    control.mkey_mask =
        mkey_mask::free | mkey_mask::len | mkey_mask::remote_write | mkey_mask::local_write;
    mkey_context.local_write = 1;
    mkey_context.remote_write = 1;
    mkey_context.len = 64;
    klm = {.byte_count = 64,
           .mkey = local_mr->lkey,
           .address = reinterpret_cast<std::uint64_t>(local.data())};
  }

  ibv_wc_status configure() {
    sends->begin(opcode::umr, 0, fence_mode::none, mkey->lkey)
        .with(control)
        .with(mkey_context)
        .with(klm)
        .with_zeroes(48)
        .post();
    return next(cq.get()).status;
  }

  ibv_wc_status write_from_mkey(fence_mode fm) {
    sends->begin(opcode::rdma_write, 0, fm)
        .with(raddr_seg{.raddr = reinterpret_cast<std::uint64_t>(remote.data()),
                        .rkey = remote_mr->rkey})
        .with(data_seg{.byte_count = 8, .lkey = mkey->lkey, .addr = 0})
        .post();
    return next(cq.get()).status;
  }

  mkey_ptr mkey;
  std::optional<raw_send_queue> sends;
  umr_ctrl_seg control;
  mkey_ctx_seg mkey_context;
  klm_seg klm;
};

}  // namespace verbatim::testing
