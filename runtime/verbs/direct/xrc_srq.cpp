// An XRC shared receive queue, which peers select in each WQE, through one or more connections.
#include "verbatim/verbs/direct/xrc_srq.hpp"

#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {
namespace {

native_ptr<ibv_srq> create(xrc_domain_body& domain, pd_body& pd, cq_body& cq,
                           const srq_attributes& attributes) {
  ibv_srq_init_attr_ex attr{};
  attr.attr.max_wr = std::max(attributes.max_wr, 1u);
  attr.attr.max_sge = std::max(attributes.max_sge, 1u);
  attr.comp_mask =
      IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ;
  attr.srq_type = IBV_SRQT_XRC;
  attr.pd = pd.native();
  attr.xrcd = domain.native();
  attr.cq = cq.for_verbs("create_xrc_srq", "an XRC SRQ");
  auto* srq = ibv_create_srq_ex(pd.context().native(), &attr);
  if (srq == nullptr) {
    throw error(errno, "ibv_create_srq_ex", domain.describe(),
                "with " + std::to_string(attributes.max_wr) + " receives of " +
                    std::to_string(attributes.max_sge) + " SGEs");
  }
  return native_ptr<ibv_srq>(srq);
}

}  // namespace

xrc_srq_body::xrc_srq_body(xrc_domain_body& domain, pd_body& pd, cq_body& cq,
                           const srq_attributes& attributes)
    : srq_body(pd, create(domain, pd, cq, attributes)), cq_(cq) {}

void xrc_srq_body::refuse_second(const cq_body& cq) {
  throw error(std::errc::device_or_resource_busy, "create_xrc_srq", cq.describe(),
              "an XRC SRQ completes there already, and completions do not say of which they are: "
              "make a cq for each");
}

int xrc_srq_body::destroy() noexcept {
  const int returned = srq_body::destroy();
  cq_.detach_xrc_srq();
  return returned;
}

}  // namespace verbatim::verbs
