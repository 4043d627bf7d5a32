// The queue pair behind a verbs_qp: the native object, its limits, and the requests of drain().
#include "verbatim/verbs/portable/verbs_qp_body.hpp"

#include <string>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/queue_pair/qp_transition.hpp"

namespace verbatim::verbs {
namespace {

void check_attributes(const pd_body& pd, const verbs_qp_attributes& attributes) {
  const auto& limits = pd.context().limits();
  check_limit(pd, "max_send_wr", attributes.max_send_wr, "max_qp_wr", limits.max_qp_wr);
  check_limit(pd, "max_recv_wr", attributes.max_recv_wr, "max_qp_wr", limits.max_qp_wr);
  check_limit(pd, "max_send_sge", attributes.max_send_sge, "max_sge", limits.max_sge);
  check_limit(pd, "max_recv_sge", attributes.max_recv_sge, "max_sge", limits.max_sge);
}

std::string remedy(int error_number, const verbs_qp_traits& traits,
                   const verbs_qp_attributes& attributes) {
  if (error_number == EPERM && traits.transport == transport::raw_packet) {
    return "raw packets need CAP_NET_RAW";
  }
  if (error_number == EOPNOTSUPP) {
    return std::string(name(traits.transport)) +
           (traits.send_ops != 0
                ? " with sessions: the device's library has no ibv_wr_* for it; post "
                  "lists, with posting::lists"
                : ": the device has none");
  }
  return "with " + std::to_string(attributes.max_send_wr) + " requests of " +
         std::to_string(attributes.max_send_sge) + " slices or " +
         std::to_string(attributes.max_inline_data) + " bytes inline, and " +
         std::to_string(attributes.max_recv_wr) + " receives of " +
         std::to_string(attributes.max_recv_sge) + " slices";
}

}  // namespace

verbs_qp_body::verbs_qp_body(const qp_domain& domain, verbs_cq_body& send_cq,
                             verbs_cq_body& recv_cq, verbs_srq_body* srq,
                             const verbs_qp_traits& traits, const verbs_qp_attributes& attributes)
    : qp_body(domain.pd().context(), traits.transport, attributes.port, attributes.gid_index),
      receives_(srq == nullptr && traits.transport != transport::xrc_send) {
  check_attributes(domain.pd(), attributes);
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = native_type(traits.transport);
  attr.send_cq = send_cq.native();
  if (traits.transport != transport::xrc_send) attr.recv_cq = recv_cq.native();
  attr.comp_mask = IBV_QP_INIT_ATTR_PD;
  attr.pd = domain.native();
  if (traits.send_ops != 0) {
    attr.comp_mask |= IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
    attr.send_ops_flags = traits.send_ops;
  }
  if (srq != nullptr) attr.srq = srq->native();
  attr.cap.max_send_wr = attributes.max_send_wr;
  attr.cap.max_send_sge = attributes.max_send_sge;
  attr.cap.max_inline_data = attributes.max_inline_data;
  if (receives_) {
    attr.cap.max_recv_wr = attributes.max_recv_wr;
    attr.cap.max_recv_sge = attributes.max_recv_sge;
  }
  native_ptr<ibv_qp> made(ibv_create_qp_ex(domain.pd().context().native(), &attr));
  if (made == nullptr) {
    throw error(errno, "ibv_create_qp", domain.pd().describe(), remedy(errno, traits, attributes));
  }
  if (traits.send_ops != 0) extended_ = ibv_qp_to_qp_ex(made.get());
  adopt(std::move(made));
  send_limits_ = {attr.cap.max_send_sge, attr.cap.max_inline_data};
  recv_limits_ = {.max_sge = attr.cap.max_recv_sge};
  max_send_wr_ = attr.cap.max_send_wr;
}

verbs_qp_body::verbs_qp_body(const qp_domain& domain, verbs_cq_body& send_cq,
                             verbs_cq_body& recv_cq, ibv_qp* native, ownership how,
                             const verbs_qp_traits& traits, std::uint8_t port)
    : qp_body(domain.pd().context(), traits.transport, port, std::nullopt),
      receives_(native->srq == nullptr && traits.transport != transport::xrc_send) {
  const auto refuse = [&](const std::string& reason) {
    return error(std::errc::invalid_argument, "adopt", domain.pd().describe(), reason);
  };
  if (native->qp_type != native_type(traits.transport)) {
    throw refuse("the queue pair is no " + std::string(name(traits.transport)));
  }
  if (native->context != domain.native()->context) throw refuse("it is of another open device");
  if (native->send_cq != send_cq.native() || (receives_ && native->recv_cq != recv_cq.native())) {
    throw refuse("it completes in other completion queues: adopt those, and give them");
  }
  if (traits.send_ops != 0) {
    extended_ = ibv_qp_to_qp_ex(native);
    if (extended_ == nullptr || extended_->wr_start == nullptr) {
      throw refuse(
          "it was made without send_ops_flags, and posts no sessions: adopt it with "
          "posting::lists");
    }
  }
  ibv_qp_attr now{};
  ibv_qp_init_attr made{};
  check(ibv_query_qp(native, &now, IBV_QP_STATE | IBV_QP_CAP, &made), "ibv_query_qp",
        domain.pd().describe());
  send_limits_ = {made.cap.max_send_sge, made.cap.max_inline_data};
  recv_limits_ = {.max_sge = made.cap.max_recv_sge};
  max_send_wr_ = made.cap.max_send_wr;
  qp_body::adopt(adopted(native, how), static_cast<qp_state>(now.qp_state));
}

bool verbs_qp_body::flushes_at_once() const noexcept {
  return context().native()->device->transport_type == IBV_TRANSPORT_IWARP;
}

bool drain_markers::post() noexcept {
  auto* const qp = qp_.native();
  if (qp == nullptr || qp_.flushes_at_once()) return false;
  auto& send = qp_.send_marker;
  auto& recv = qp_.recv_marker;
  if (!send.posted) {
    ibv_send_wr nothing{};
    nothing.wr_id = send.wr_id();
    nothing.opcode = IBV_WR_RDMA_WRITE;
    nothing.send_flags = IBV_SEND_SIGNALED;
    ibv_send_wr* bad = nullptr;
    send.posted = ibv_post_send(qp, &nothing, &bad) == 0;
  }
  if (!qp_.receives() || recv.posted) return false;
  ibv_recv_wr nothing{};
  nothing.wr_id = recv.wr_id();
  ibv_recv_wr* bad_recv = nullptr;
  return recv.posted = ibv_post_recv(qp, &nothing, &bad_recv) == 0;
}

bool drain_markers::take(const work_completion& completion) noexcept {
  if (completion.qpn() != qp_.qpn()) return false;
  for (auto* const one : {&qp_.send_marker, &qp_.recv_marker}) {
    if (one->posted && completion.wr_id() == one->wr_id()) return one->back = true;
  }
  return false;
}

}  // namespace verbatim::verbs
