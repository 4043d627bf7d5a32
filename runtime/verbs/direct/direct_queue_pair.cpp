// Queue pairs of mlx5 devices whose rings this library writes; qp.hpp adds the types of queues.
#include "verbatim/verbs/direct/direct_queue_pair.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/queue_pair/qp_transition.hpp"

namespace verbatim::verbs {
namespace {

/// The number of WQEBBs that libmlx5 reserves for a WR with one SGE (rdma-core
/// providers/mlx5/verbs.c, sq_overhead). On some transports, libmlx5 assumes that the WR registers
/// memory, with 192 bytes before the SGE.
constexpr std::uint32_t wqebbs_per_wr(transport transport) noexcept {
  if (transport == transport::ud) return 2;
  return transport == transport::raw_packet ? 1 : 4;
}

constexpr bool scatters_to_cqe(transport transport) noexcept {
  return transport == transport::rc || transport == transport::uc || transport == transport::dci;
}

void check_attributes(const pd_body& pd, const qp_traits& traits, const qp_attributes& attributes) {
  const auto& limits = pd.context().limits();
  check_limit(pd, "max_send_wqebbs", attributes.max_send_wqebbs, "max_qp_wr", limits.max_qp_wr);
  check_limit(pd, "max_recv_wr", attributes.max_recv_wr, "max_qp_wr", limits.max_qp_wr);
  check_limit(pd, "max_recv_sge", attributes.max_recv_sge, "max_sge", limits.max_sge);
  if (attributes.scatter_to_cqe && !scatters_to_cqe(traits.transport)) {
    throw error(std::errc::not_supported, "create_qp", pd.describe(),
                "scatter_to_cqe is for RC, UC and DCI queue pairs, and this is " +
                    std::string(name(traits.transport)));
  }
}

native_ptr<ibv_qp> create(const qp_domain& domain, cq_body& send_cq, cq_body& recv_cq,
                          srq_body* srq, const qp_traits& traits, const qp_attributes& attributes) {
  auto& pd = domain.pd();
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = native_type(traits.transport);
  const auto what = "of type " + std::string(name(traits.transport));
  attr.send_cq = send_cq.for_verbs("create_qp", what);
  if (traits.transport != transport::xrc_send) {
    attr.recv_cq = recv_cq.for_verbs("create_qp", what);
  }
  attr.comp_mask = IBV_QP_INIT_ATTR_PD;
  attr.pd = domain.native();
  if (srq != nullptr) attr.srq = srq->native();
  const auto per_wr = wqebbs_per_wr(traits.transport);
  attr.cap.max_send_wr = (attributes.max_send_wqebbs + per_wr - 1) / per_wr;
  attr.cap.max_send_sge = 1;
  if (traits.receives) {
    attr.cap.max_recv_wr = std::max(attributes.max_recv_wr, 1u);
    attr.cap.max_recv_sge = std::max(attributes.max_recv_sge, 1u);
  }
  mlx5dv_qp_init_attr mlx5_attr{};
  if (traits.transport != transport::raw_packet) {
    mlx5_attr.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS;
    mlx5_attr.create_flags = attributes.scatter_to_cqe ? MLX5DV_QP_CREATE_ALLOW_SCATTER_TO_CQE
                                                       : MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE;
  }
  if (traits.transport == transport::dci) {
    mlx5_attr.comp_mask |= MLX5DV_QP_INIT_ATTR_MASK_DC;
    mlx5_attr.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
    if (traits.streams == dci_streams::used) {
      mlx5_attr.comp_mask |= MLX5DV_QP_INIT_ATTR_MASK_DCI_STREAMS;
      mlx5_attr.dc_init_attr.dci_streams.log_num_concurent =
          attributes.dci_streams.log_num_concurent;
      mlx5_attr.dc_init_attr.dci_streams.log_num_errored = attributes.dci_streams.log_num_errored;
    }
  }
  auto* qp = mlx5dv_create_qp(pd.context().native(), &attr, &mlx5_attr);
  if (qp == nullptr) {
    if (errno == EPERM && traits.transport == transport::raw_packet) {
      throw error(EPERM, "mlx5dv_create_qp", pd.describe(), "raw packets need CAP_NET_RAW");
    }
    throw error(errno, "mlx5dv_create_qp", pd.describe(),
                "with " + std::to_string(attributes.max_send_wqebbs) + " WQEBBs and " +
                    std::to_string(attributes.max_recv_wr) + " receives of " +
                    std::to_string(attributes.max_recv_sge) + " SGEs" +
                    (attributes.scatter_to_cqe ? ", with scatter_to_cqe" : ""));
  }
  return native_ptr<ibv_qp>(qp);
}

}  // namespace

direct_qp_body::direct_qp_body(const qp_domain& domain, cq_body& send_cq, cq_body& recv_cq,
                               srq_body* srq, const qp_traits& traits,
                               const qp_attributes& attributes)
    : qp_body(domain.pd().context(), traits.transport, attributes.port, attributes.gid_index) {
  check_attributes(domain.pd(), traits, attributes);
  if (scatters_to_cqe(traits.transport) && traits.transport != transport::dci &&
      (send_cq.devx() != nullptr || recv_cq.devx() != nullptr)) {
    devx_ = std::make_unique<devx_qp>(domain,
                                      devx_qp_attributes{.transport = traits.transport,
                                                         .receives = traits.receives,
                                                         .send_cqn = send_cq.cqn(),
                                                         .recv_cqn = recv_cq.cqn(),
                                                         .srqn = srq != nullptr ? srq->srqn() : 0,
                                                         .send_cqe_size = send_cq.cqe_size(),
                                                         .recv_cqe_size = recv_cq.cqe_size()},
                                      attributes);
    adopt(devx_->qpn());
  } else {
    adopt(create(domain, send_cq, recv_cq, srq, traits, attributes));
  }
  find_queues(traits);
  send_memory_.null_lkey = recv_memory_.null_lkey = null_lkey(domain.pd().native());
  send_memory_.max_signaled = attributes.max_send_signaled;
  if (send_memory_.wqebbs < attributes.max_send_wqebbs) {
    throw error(std::errc::not_enough_memory, "mlx5dv_create_qp", describe(),
                "asked for " + std::to_string(attributes.max_send_wqebbs) + " WQEBBs, and got " +
                    std::to_string(send_memory_.wqebbs));
  }
  // Subscribe last, because only a complete object ends its subscription.
  if (devx_) context().events().subscribe(devx(), async_event_subject::qp);
}

mmio::doorbell_register* direct_qp_body::doorbell(std::byte* reg, std::uint32_t half_size,
                                                  const qp_traits& traits) const {
  auto* const found = context().doorbell(reg, half_size, traits.ringers);
  if (found == nullptr) {
    throw error(std::errc::device_or_resource_busy, "create_qp", describe(),
                "its doorbell register is shared with queue pairs that say otherwise about who "
                "rings it: make those with ringers::one_thread on a uar");
  }
  if (traits.register_memory == mmio::register_memory::uncached &&
      found->memory() != mmio::register_memory::uncached) {
    throw error(std::errc::operation_not_supported, "create_qp", describe(),
                "its doorbell register is mapped for write combining: set MLX5_SHUT_UP_BF=1 in the "
                "environment, make it on a pd, or leave register_memory::uncached out");
  }
  return found;
}

void direct_qp_body::find_queues(const qp_traits& traits) {
  if (devx_) {
    recv_qpn_ = qpn();
    send_memory_ = devx_->send_memory();
    send_memory_.doorbell = doorbell(devx_->doorbell(), devx_->half_size(), traits);
    recv_memory_ = devx_->recv_memory();
    return;
  }
  mlx5dv_qp dv{};
  mlx5dv_obj object{};
  object.qp.in = native();
  object.qp.out = &dv;
  if (transport() == transport::raw_packet) dv.comp_mask = MLX5DV_QP_MASK_RAW_QP_HANDLES;
  check(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), "mlx5dv_init_obj", describe());
  auto* dbrec = reinterpret_cast<std::byte*>(dv.dbrec);  // rcv_counter, then snd_counter
  recv_qpn_ = (dv.comp_mask & MLX5DV_QP_MASK_RAW_QP_HANDLES) != 0 && dv.rqn != 0 ? dv.rqn : qpn();
  send_memory_ = {
      .ring = static_cast<std::byte*>(dv.sq.buf),
      .wqebbs = dv.sq.wqe_cnt,
      .dbrec = dbrec + sizeof *dv.dbrec,
      .doorbell = doorbell(static_cast<std::byte*>(dv.bf.reg), dv.bf.size, traits),
      .qpn = qpn(),
  };
  recv_memory_ = {
      .ring = static_cast<std::byte*>(dv.rq.buf),
      .wqes = dv.rq.wqe_cnt,
      .stride = dv.rq.stride,
      .dbrec = dbrec,
  };
}

void direct_qp_body::apply(qp_transition& transition) {
  if (!devx_) return qp_body::apply(transition);
  transition.apply(*devx_);
}

int direct_qp_body::ask(ibv_qp_attr& said) const noexcept {
  return devx_ ? devx_->query(said) : qp_body::ask(said);
}

void direct_qp_body::discard_completions() noexcept {
  for (auto& attachment : attachments_) attachment.discard();
}

int direct_qp_body::destroy() noexcept {
  close_queues();
  if (devx_) context().events().forget(devx());
  const int returned = devx_ ? devx_->destroy() : qp_body::destroy();
  if (returned == 0) devx_.reset();
  for (auto& attachment : attachments_) attachment.detach();
  return returned;
}

}  // namespace verbatim::verbs
