// Posting by libmlx5: the verbs for each WQE.
#include <endian.h>

#include <cerrno>

#include "tools/selftest/twin.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::tools::selftest {
namespace {

/// Returns the rights of a key as verbs have them.
unsigned rights_of(const mkey_ctx_seg& region) {
  unsigned rights = 0;
  if (region.atomic != 0) rights |= IBV_ACCESS_REMOTE_ATOMIC;
  if (region.remote_write != 0) rights |= IBV_ACCESS_REMOTE_WRITE;
  if (region.remote_read != 0) rights |= IBV_ACCESS_REMOTE_READ;
  if (region.local_write != 0) rights |= IBV_ACCESS_LOCAL_WRITE;
  return rights;
}

ibv_mw_bind_info bind_info(const request& r, ibv_mr* region) {
  return {.mr = region,
          .addr = r.local,
          .length = r.wqe == "unbind_mw" ? 0 : r.length,
          .mw_access_flags = rights_of(r.region)};
}

}  // namespace

bool twin::begin_key_change(const request& r) {
  auto* const ex = ibv_qp_to_qp_ex(qp_.get());
  auto* const dv = mlx5dv_qp_ex_from_ibv_qp_ex(ex);
  data_set_ = true;
  if (r.wqe == "bind_mw" || r.wqe == "unbind_mw") {
    const auto info = bind_info(r, on_.region().native());
    const auto rkey = (window->rkey & ~0xffu) | r.region.mkey_7_0;
    ibv_wr_bind_mw(ex, window.get(), rkey, &info);
    window->rkey = rkey;  // libmlx5 leaves this to the program
  } else if (r.wqe == "local_invalidate") {
    ibv_wr_local_inv(ex, r.key);
  } else if (r.wqe == "configure_mkey") {
    ex->wr_flags |= IBV_SEND_INLINE;
    mlx5dv_wr_mr_list(dv, mkey.get(), rights_of(r.region),
                      static_cast<std::uint16_t>(r.pieces.size()),
                      const_cast<ibv_sge*>(r.pieces.data()));
  } else if (r.wqe == "configure_mkey_strided") {
    ex->wr_flags |= IBV_SEND_INLINE;
    std::vector<mlx5dv_mr_interleaved> turns;
    for (const auto& piece : r.pieces) {
      turns.push_back({piece.addr, r.turns.bytes,
                       static_cast<std::uint32_t>(r.turns.stride - r.turns.bytes), piece.lkey});
    }
    mlx5dv_wr_mr_interleaved(dv, mkey.get(), rights_of(r.region), r.turns.repeats,
                             static_cast<std::uint16_t>(turns.size()), turns.data());
  } else if (r.wqe == "update_mkey") {
    ex->wr_flags |= IBV_SEND_INLINE;
    mlx5dv_mkey_conf_attr configuration{};
    mlx5dv_wr_mkey_configure(dv, mkey.get(), 1, &configuration);
    mlx5dv_wr_set_mkey_access_flags(dv, rights_of(r.region));
  } else if (r.wqe == "copy") {
    mlx5dv_wr_memcpy(dv, r.lkey.value(), r.remote, r.lkey.value(), r.local, r.length);
  } else {
    return false;
  }
  return true;
}

bool twin::begin(const request& r) {
  auto* const ex = ibv_qp_to_qp_ex(qp_.get());
  data_set_ = false;
  if (r.wqe == "send") {
    ibv_wr_send(ex);
  } else if (r.wqe == "send_imm") {
    ibv_wr_send_imm(ex, htobe32(r.imm));
  } else if (r.wqe == "send_inval") {
    ibv_wr_send_inv(ex, r.imm);
  } else if (r.wqe == "rdma_write") {
    ibv_wr_rdma_write(ex, r.rkey.value(), r.remote);
  } else if (r.wqe == "rdma_write_imm") {
    ibv_wr_rdma_write_imm(ex, r.rkey.value(), r.remote, htobe32(r.imm));
  } else if (r.wqe == "rdma_read") {
    ibv_wr_rdma_read(ex, r.rkey.value(), r.remote);
  } else if (r.wqe == "atomic_cs") {
    ibv_wr_atomic_cmp_swp(ex, r.rkey.value(), r.remote, r.compare, r.swap);
  } else if (r.wqe == "atomic_fa") {
    ibv_wr_atomic_fetch_add(ex, r.rkey.value(), r.remote, r.swap);
  } else if (r.wqe == "tso") {
    ibv_wr_send_tso(ex, const_cast<std::byte*>(r.payload.data()),
                    static_cast<std::uint16_t>(r.payload.size()), r.mss);
  } else {
    return begin_key_change(r);
  }
  return true;
}

void twin::set_address(const target& to) {
  auto* const ex = ibv_qp_to_qp_ex(qp_.get());
  if (transport_ == "xrc") {
    ibv_wr_set_xrc_srqn(ex, to.srqn);
  } else if (transport_.starts_with("ud")) {
    ibv_wr_set_ud_addr(ex, to.ah, to.datagram.dqp_dct, to.datagram.qkey);
  } else if (transport_.starts_with("dci")) {
    mlx5dv_wr_set_dc_addr(mlx5dv_qp_ex_from_ibv_qp_ex(ex), to.ah, to.dc.dqp_dct, to.dc.dc_key);
  }
}

bool twin::post(const request& r, const target& to) {
  if (r.wqe == "bind_mw_type1") {  // only this call binds windows of type 1
    ibv_mw_bind binding{};
    binding.send_flags = IBV_SEND_SIGNALED;
    binding.bind_info = bind_info(r, on_.region().native());
    if (const int e = ibv_bind_mw(qp_.get(), window.get(), &binding)) throw_errno("ibv_bind_mw", e);
    return true;
  }
  if (!on_.context().is_mlx5()) return post_by_list(r, to);
  auto* const ex = ibv_qp_to_qp_ex(qp_.get());
  ibv_wr_start(ex);
  ex->wr_id = 1;
  ex->wr_flags = IBV_SEND_SIGNALED | (r.flags.solicited ? unsigned{IBV_SEND_SOLICITED} : 0u) |
                 (r.ethernet.l4_csum != 0 ? unsigned{IBV_SEND_IP_CSUM} : 0u);
  if (r.flags.fence != fence_mode::none) ex->wr_flags |= IBV_SEND_FENCE;
  if (!begin(r)) {
    ibv_wr_abort(ex);
    return false;
  }
  if (!data_set_) {
    set_address(to);
    if (r.inlined) {
      ibv_wr_set_inline_data(ex, const_cast<std::byte*>(r.payload.data()), r.payload.size());
    } else {
      ibv_wr_set_sge(ex, r.lkey.value(), r.local, r.length);
    }
  }
  if (const int e = ibv_wr_complete(ex)) throw_errno("ibv_wr_complete", e);
  return true;
}

bool twin::post_by_list(const request& r, const target& to) {
  ibv_sge sge{r.local, r.length, r.lkey.value()};
  ibv_send_wr wr{};
  wr.sg_list = &sge;
  wr.num_sge = 1;
  wr.send_flags = IBV_SEND_SIGNALED | (r.flags.solicited ? unsigned{IBV_SEND_SOLICITED} : 0u);
  wr.imm_data = htobe32(r.imm);
  wr.wr.rdma.remote_addr = r.remote;
  wr.wr.rdma.rkey = r.rkey.value();
  if (transport_ == "ud") wr.wr.ud = {to.ah, to.datagram.dqp_dct, to.datagram.qkey};
  if (r.wqe == "send") {
    wr.opcode = IBV_WR_SEND;
  } else if (r.wqe == "send_imm") {
    wr.opcode = IBV_WR_SEND_WITH_IMM;
  } else if (r.wqe == "rdma_write") {
    wr.opcode = IBV_WR_RDMA_WRITE;
  } else if (r.wqe == "rdma_write_imm") {
    wr.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
  } else if (r.wqe == "rdma_read") {
    wr.opcode = IBV_WR_RDMA_READ;
  } else if (r.wqe == "atomic_cs" || r.wqe == "atomic_fa") {
    const bool swaps = r.wqe == "atomic_cs";
    wr.opcode = swaps ? IBV_WR_ATOMIC_CMP_AND_SWP : IBV_WR_ATOMIC_FETCH_AND_ADD;
    wr.wr.atomic = {r.remote, swaps ? r.compare : r.swap, swaps ? r.swap : 0, r.rkey.value()};
  } else {
    return false;
  }
  ibv_send_wr* bad = nullptr;
  if (const int e = ibv_post_send(qp_.get(), &wr, &bad)) throw_errno("ibv_post_send", e);
  return true;
}

}  // namespace verbatim::tools::selftest
