// The base of queue pairs that post through libibverbs: everything except sending.
#pragma once

#include <infiniband/verbs.h>

#include <cerrno>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/completion/work_completion.hpp"
#include "verbatim/verbs/portable/verbs_qp_body.hpp"
#include "verbatim/verbs/portable/verbs_srq.hpp"
#include "verbatim/verbs/portable/work_request.hpp"
#include "verbatim/verbs/queue_pair/qp_base.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim::verbs {

/// The objects on which a queue pair is made. `srq` is null if the queue pair has its own receive
/// queue.
struct verbs_qp_parents {
  const qp_domain& domain;
  const detail::any_verbs_cq& send_cq;
  const detail::any_verbs_cq& recv_cq;
  const verbs_srq* srq = nullptr;
};

/// A queue pair that was made elsewhere.
struct native_qp {
  ibv_qp* native;
  ownership how;
  std::uint8_t port;
};

/// The base class of a transport's queue pairs that post through libibverbs: everything except
/// sending.
template <class Transport>
class verbs_qp_base : public qp_base<Transport> {
  static_assert(!Transport::name.starts_with(dci::name), "verbs do not post to a DCI: see dci_qp");

 public:
  /// Posts the receives in order, up to the first that is refused.
  posted_list post_recv(std::span<recv_request> list) noexcept {
    static_assert(Transport::name != xrc::name, "an XRC send QP receives nothing");
    auto* const qp = this->native();
    if (!this->is_open()) return {0, EBADF};
    if (!body().receives()) return {0, EOPNOTSUPP};
    return post_list(list, body().recv_limits(), [&](ibv_recv_wr* first, ibv_recv_wr** bad) {
      return ibv_post_recv(qp, first, bad);
    });
  }

  /// Posts one receive.
  posted_list post_recv(recv_request one) noexcept { return post_recv(std::span(&one, 1)); }

  /// Completes all outstanding requests before close(): moves the queue pair to ERROR, and polls
  /// until every request has completed or was flushed. `cqs` are its one or two completion queues;
  /// the callback gets each work_completion there, including those of other queue pairs. Returns
  /// false if the time limit passes first, or if the device fails. Call it on the thread that
  /// polls, when no thread posts any more. Receives of an SRQ stay in the SRQ. It posts one request
  /// of its own to each queue, which takes one place there and one completion.
  template <class OnCompletion, class... Cqs>
  bool drain(OnCompletion&& on_completion, wait_limit limit, Cqs&... cqs) {
    static_assert(sizeof...(Cqs) != 0, "name the completion queues of the queue pair");
    static_assert(!Transport::name.starts_with(ud::name) && Transport::name != raw_packet::name,
                  "datagrams wait for no peer: signal the last one, and poll until it is done");
    static_assert(
        std::is_invocable_v<std::remove_reference_t<OnCompletion>&, const work_completion&>,
        "the callback of drain() takes a const work_completion&");
    const auto until = deadline_after(limit);
    if (this->state() == qp_state::reset) return true;  // in RESET nothing can be posted
    if (body().device_failed()) return false;
    this->to_error();  // again if it is in ERROR: the program may have posted receives there
    drain_markers markers(body());
    const auto take_one = [&](const detail::any_verbs_cq& cq) {
      work_completion one;
      if (cq.body()->poll(std::span(&one, 1)) == 0) return false;
      if (!markers.take(one)) on_completion(std::as_const(one));
      return true;
    };
    const auto take_one_of_any = [&] { return (take_one(cqs) | ...); };
    while (!markers.are_back()) {
      if (body().device_failed()) return false;
      if (markers.post()) this->to_error();
      if (take_one_of_any()) continue;
      if (body().flushes_at_once()) return true;
      if (!pause(until)) return false;
    }
    return true;
  }

  /// Returns the most bytes of payload::inline_data(), at least the requested number.
  std::uint32_t max_inline_data() const noexcept { return body().send_limits().max_inline_data; }

  /// Returns the most slices of a request, at least the requested number.
  std::uint32_t max_send_sge() const noexcept { return body().send_limits().max_sge; }

 protected:
  /// Makes a queue pair. `send_ops` are the operations of sessions, flags of
  /// ibv_qp_create_send_ops_flags; 0 if it posts with ibv_post_send.
  verbs_qp_base(const verbs_qp_parents& on, const verbs_qp_attributes& attributes,
                std::uint64_t send_ops)
      : qp_base<Transport>(make<verbs_qp_body>(
            "create_qp", bodies(on), on.domain, *on.send_cq.body(), *on.recv_cq.body(),
            on.srq != nullptr ? on.srq->body().get() : nullptr, traits(send_ops), attributes)) {}

  /// Takes over a queue pair.
  verbs_qp_base(const verbs_qp_parents& on, const native_qp& made, std::uint64_t send_ops)
      : qp_base<Transport>(make<verbs_qp_body>("adopt", bodies(on), on.domain, *on.send_cq.body(),
                                               *on.recv_cq.body(), made.native, made.how,
                                               traits(send_ops), made.port)) {}

  verbs_qp_body& body() const noexcept { return static_cast<verbs_qp_body&>(*this->body_); }

  /// Posts the requests in order, up to the first that is refused.
  posted_list post_sends(std::span<send_request<Transport>> list) noexcept {
    auto* const qp = this->native();
    if (!this->is_open()) return {0, EBADF};
    const auto posted = post_list(
        list, body().send_limits(),
        [&](ibv_send_wr* first, ibv_send_wr** bad) { return ibv_post_send(qp, first, bad); });
    if constexpr (has_windows<Transport>) {
      for (const auto& one : list.first(posted.accepted)) one.keep_key();
    }
    return posted;
  }

 private:
  static std::vector<ref<verbs::body>> bodies(const verbs_qp_parents& on) {
    std::vector<ref<verbs::body>> all{on.domain.parent(), on.send_cq.body(), on.recv_cq.body()};
    if (on.srq != nullptr) all.emplace_back(on.srq->body());
    return all;
  }

  static constexpr verbs_qp_traits traits(std::uint64_t send_ops) noexcept {
    return {transport_of(Transport::name), send_ops};
  }
};

}  // namespace verbatim::verbs
