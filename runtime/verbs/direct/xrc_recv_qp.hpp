// An XRC receive QP (TGT): the end of a connection through which peers reach every XRC SRQ of a
// domain.
#pragma once

#include <cstdint>
#include <optional>

#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim {

namespace verbs {

/// The attributes of an xrc_recv_qp, as in qp_attributes.
struct xrc_recv_qp_attributes {
  std::uint8_t port = 1;  ///< the port on which it receives
  /// The index in the port's GID table of the address for peers, as in qp_attributes.
  std::optional<std::uint16_t> gid_index = std::nullopt;
};

/// The body of an xrc_recv_qp. It has no queues: messages arrive in the SRQ that the sender's WQE
/// selects.
class xrc_recv_qp_body final : public qp_body {
 public:
  xrc_recv_qp_body(xrc_domain_body& domain, const xrc_recv_qp_attributes& attributes);
};

}  // namespace verbs

/// The receiving end of an XRC connection to one xrc_send_qp. Connect the two like RC queue pairs.
/// It has no queues and no completions. SENDs arrive in the xrc_srq that they select. WRITEs, READs
/// and atomics use keys of that xrc_srq's protection domain.
///
///   verbatim::xrc_domain domain(context);
///   verbatim::xrc_srq<int> srq(domain, pd, cq);  // a cq<xrc_srq<int>>
///   verbatim::xrc_recv_qp tgt(domain);
///   tgt.connect(address_of_peer);
///   // The peer has connected its xrc_send_qp to tgt.address(), and posts:
///   ini.sq_wqe().xrc(srqn).send().sge(addr, len, lkey).signal(entry).finish();
class xrc_recv_qp : public connected_qp {
 public:
  using attributes = verbs::xrc_recv_qp_attributes;

  explicit xrc_recv_qp(const xrc_domain& domain, const attributes& how = {})
      : connected_qp(verbs::make<verbs::xrc_recv_qp_body>("create_xrc_recv_qp", {domain.body()},
                                                          *domain.body(), how)) {}
};

}  // namespace verbatim
