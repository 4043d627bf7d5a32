// An XRC shared receive queue, which peers select in each WQE, through one or more connections.
#pragma once

#include <cstdint>
#include <string>

#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/srq_handle.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace verbs {

/// The body of an XRC SRQ, which unlike other SRQs has its own completion queue.
class xrc_srq_body : public srq_body {
 public:
  std::string describe() const override { return "XRC " + srq_body::describe(); }

 protected:
  xrc_srq_body(xrc_domain_body& domain, pd_body& pd, cq_body& cq, const srq_attributes& attributes);

  /// Throws the error for a completion queue that already has an XRC SRQ.
  [[noreturn]] static void refuse_second(const cq_body& cq);

 private:
  int destroy() noexcept override;

  cq_body& cq_;
};

/// The endpoint that completion_queue uses for messages of queue pairs that are not attached.
template <class Entry>
struct xrc_srq_endpoint {
  shared_recv_queue<Entry>& rq;
};

template <class Entry>
class typed_xrc_srq_body final : public xrc_srq_body {
 public:
  template <class Cq>
  typed_xrc_srq_body(xrc_domain_body& domain, pd_body& pd, Cq& cq, const srq_attributes& attributes)
      : xrc_srq_body(domain, pd, vacant(cq), attributes), queue(memory()), endpoint_{queue} {
    cq.queue.attach_xrc_srq(endpoint_);
  }

  shared_recv_queue<Entry> queue;

 private:
  template <class Cq>
  static Cq& vacant(Cq& cq) {
    if (cq.queue.has_xrc_srq()) refuse_second(cq);
    return cq;
  }

  void close_queue() noexcept override {
#ifndef NDEBUG
    this->complain_of_unrung(queue.unrung());
#endif
    queue.close();
  }

  xrc_srq_endpoint<Entry> endpoint_;
};

}  // namespace verbs

/// A shared receive queue for XRC. It receives the messages that peers send to its srqn()
/// (`ini.sq_wqe().xrc(srqn)`) through any xrc_recv_qp of the domain, into memory of its own
/// protection domain. It completes in its own completion queue, `cq<xrc_srq<Entry>, …>`. Each
/// completion queue takes one XRC SRQ: CQEs contain the number of the XRC receive QP, but only an
/// internal index of libmlx5 for the SRQ. One thread at a time posts, and polls that completion
/// queue.
template <class Entry>
class xrc_srq : public verbs::srq_handle<verbs::typed_xrc_srq_body<Entry>> {
 public:
  using attributes = verbs::srq_attributes;

  using endpoint = verbs::xrc_srq_endpoint<Entry>;

  template <class... Qps>
  xrc_srq(const xrc_domain& domain, const verbatim::pd& pd, const verbatim::cq<Qps...>& cq,
          const attributes& how = {})
      : base(verbs::make<verbs::typed_xrc_srq_body<Entry>>(
            "create_xrc_srq", {domain.body(), pd.body(), cq.body()}, *domain.body(), *pd.body(),
            *cq.body(), how)) {}

 private:
  using base = verbs::srq_handle<verbs::typed_xrc_srq_body<Entry>>;
};

}  // namespace verbatim
