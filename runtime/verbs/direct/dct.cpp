// A dynamically connected target (DCT), to which any number of DCIs can send.
#include "verbatim/verbs/direct/dct.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <cstring>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/queue_pair/address_vector.hpp"
#include "verbatim/verbs/queue_pair/qp_transition.hpp"

namespace verbatim::verbs {
namespace {

native_ptr<ibv_qp> create(pd_body& pd, cq_body& cq, srq_body& srq, std::uint64_t dc_key) {
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = IBV_QPT_DRIVER;
  attr.send_cq = cq.for_verbs("create_dct", "a DCT");
  attr.recv_cq = attr.send_cq;
  attr.srq = srq.native();
  attr.comp_mask = IBV_QP_INIT_ATTR_PD;
  attr.pd = pd.native();
  mlx5dv_qp_init_attr mlx5_attr{};
  mlx5_attr.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC | MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS;
  mlx5_attr.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE;
  mlx5_attr.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCT;
  mlx5_attr.dc_init_attr.dct_access_key = dc_key;
  auto* dct = mlx5dv_create_qp(pd.context().native(), &attr, &mlx5_attr);
  if (dct == nullptr) throw error(errno, "mlx5dv_create_qp", pd.describe(), "of a DCT");
  return native_ptr<ibv_qp>(dct);
}

}  // namespace

dct_body::dct_body(pd_body& pd, cq_body& cq, srq_body& srq, const dct_attributes& attributes,
                   const activate_attributes& activate)
    : body(rank::queue_pair),
      context_(pd.context()),
      dc_key_(attributes.dc_key),
      port_(attributes.port),
      gid_index_(attributes.gid_index),
      native_(create(pd, cq, srq, attributes.dc_key)) {
  const auto port = context_.port(port_);
  path_mtu_ = activate.path_mtu.value_or(port.active_mtu);
  qp_transition init(transport::dct, qp_state::reset, qp_state::init, *this);
  init.set(qp_attribute::port_num, &ibv_qp_attr::port_num, port_, 0xff);
  init.set(qp_attribute::pkey_index, &ibv_qp_attr::pkey_index, activate.pkey_index,
           port.pkey_tbl_len - 1u);
  const auto all = access::remote_write | access::remote_read | access::remote_atomic;
  init.set(qp_attribute::qp_access_flags, &ibv_qp_attr::qp_access_flags,
           static_cast<std::uint32_t>(activate.qp_access_flags.value_or(all)), ~0u);
  init.apply(native_.get());

  qp_transition rtr(transport::dct, qp_state::init, qp_state::rtr, *this);
  rtr.set(qp_attribute::path_mtu, &ibv_qp_attr::path_mtu, native_mtu(rtr, path_mtu_), IBV_MTU_4096);
  rtr.set(qp_attribute::min_rnr_timer, &ibv_qp_attr::min_rnr_timer, activate.min_rnr_timer,
          rnr_timer::ms_0_64, 31);
  ibv_ah_attr ah{};  // the path back; each request carries the address itself
  ah.port_num = port_;
  if (port.link_layer == link_layer::ethernet) {
    const auto index = gid_index(port);
    const auto own = context_.gid(port, index);  // any path that exists
    ah.is_global = 1;
    ah.grh.sgid_index = native_gid_index(context_, port, index, "ibv_modify_qp to RTR", *this);
    std::memcpy(ah.grh.dgid.raw, own.bytes.data(), sizeof ah.grh.dgid.raw);
    ah.grh.hop_limit = path_attributes{}.hop_limit;
  }
  rtr.set_path(ah);
  rtr.apply(native_.get());
  dctn_ = native_->qp_num;  // the number is known only now
}

std::uint16_t dct_body::gid_index(const port& port) const {
  return gid_index_ ? *gid_index_ : context_.best_gid_index(port);
}

qp_address dct_body::address() const {
  const auto port = context_.port(port_);
  return {
      .qpn = dctn_,
      .psn = 0,
      .lid = port.lid,
      .mtu = port.active_mtu,
      .rd_atomic = context_.limits().max_qp_rd_atom,
      .gid = context_.gid(port, gid_index(port)),
  };
}

local_end dct_body::local_end() const {
  auto end = context_.local_end(port_);
  end.qp = {.transport = transport::dct,
            .qpn = dctn_,
            .gid_index = gid_index(end.port),
            .path_mtu = path_mtu_};
  return end;
}

std::string dct_body::describe() const {
  return std::string(name(transport::dct)) + " " + std::to_string(dctn_) + " of " + context_.name();
}

std::optional<std::uint32_t> dct_body::take_async_event(const void* native,
                                                        async_event_type) noexcept {
  if (native != native_.get()) return std::nullopt;
  return dctn_;
}

int dct_body::destroy() noexcept {
  const int returned = verbs::destroy(native_);
  attachment_.detach();
  return returned;
}

}  // namespace verbatim::verbs
