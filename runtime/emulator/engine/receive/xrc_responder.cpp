// The part of the responder for XRC, which uses the shared receive queue in each request.
#include <fmt/format.h>

#include "engine/receive/responder.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

shared_receive_queue* responder::xrc_target(const message& request) const {
  return qp_.xrcd ? room_.objects.find_shared_receive_queue(request.xrc_srqn) : nullptr;
}

finding responder::check_xrc_target(const message& request) const {
  if (!qp_.xrcd) return {};
  if (slot_of(request.xrc_srqn) != slot_of(qp_.qpn)) {
    return found<check::remote_request>(
        "SRQ {:#x} is of another process, and this device delivers XRC only within the process of "
        "the receiving queue pair, even if both have opened the same XRC domain",
        request.xrc_srqn);
  }
  const shared_receive_queue* const srq = xrc_target(request);
  if (!srq || !srq->xrcd)
    return found<check::remote_request>("there is no XRC SRQ {:#x}", request.xrc_srqn);
  if (!srq->xrcd->same_as(*qp_.xrcd)) {
    return found<check::remote_request>("SRQ {:#x} is in another XRC domain than the queue pair",
                                        request.xrc_srqn);
  }
  return {};
}

const protection_domain* responder::pd_for(const message& request) const {
  const shared_receive_queue* const srq = xrc_target(request);
  return srq ? srq->pd.get() : qp_.pd.get();
}

completion_queue& responder::completions_of(const arriving_message& one) const {
  return one.srq ? *one.srq->cq : *qp_.recv_cq;
}

std::uint32_t responder::index_of(const arriving_message& one) const {
  return one.srq ? one.srq->uidx : qp_.uidx;
}

void responder::forget(const shared_receive_queue& gone) noexcept {
  if (arriving_ && arriving_->srq == &gone) arriving_.reset();
}

}  // namespace verbatim::emulator
