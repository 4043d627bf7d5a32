// An XRC receive QP (TGT): the end of a connection through which peers reach every XRC SRQ of a
// domain.
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"

#include <infiniband/verbs.h>

#include <cerrno>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {
namespace {

native_ptr<ibv_qp> create(xrc_domain_body& domain) {
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = IBV_QPT_XRC_RECV;
  attr.comp_mask = IBV_QP_INIT_ATTR_XRCD;
  attr.xrcd = domain.native();
  auto* qp = ibv_create_qp_ex(domain.context().native(), &attr);
  if (qp == nullptr) throw error(errno, "ibv_create_qp_ex", domain.describe(), "");
  return native_ptr<ibv_qp>(qp);
}

}  // namespace

xrc_recv_qp_body::xrc_recv_qp_body(xrc_domain_body& domain,
                                   const xrc_recv_qp_attributes& attributes)
    : qp_body(domain.context(), transport::xrc_recv, attributes.port, attributes.gid_index) {
  adopt(create(domain));
}

}  // namespace verbatim::verbs
