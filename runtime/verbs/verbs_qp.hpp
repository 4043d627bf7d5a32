// A queue pair that one posts to through verbs, of any device.
#pragma once

#include <infiniband/verbs.h>

#include <array>
#include <cerrno>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/qp_base.hpp"
#include "verbatim/verbs/queue_pair.hpp"
#include "verbatim/verbs/send_account.hpp"
#include "verbatim/verbs/uar.hpp"
#include "verbatim/verbs/verbs_cq.hpp"
#include "verbatim/verbs/verbs_srq.hpp"
#include "verbatim/verbs/waiting.hpp"
#include "verbatim/verbs/work_completion.hpp"
#include "verbatim/verbs/work_request.hpp"

namespace verbatim {

/// Capacities are rounded up to what the device can do.
struct verbs_qp_attributes {
  std::uint32_t max_send_wr = 128;    ///< requests that are under way at once
  std::uint32_t max_recv_wr = 128;    ///< receives that wait at once
  std::uint32_t max_send_sge = 1;     ///< slices of one request
  std::uint32_t max_recv_sge = 1;     ///< slices of one receive
  std::uint32_t max_inline_data = 0;  ///< in bytes
  std::uint8_t port = 1;              ///< through which it sends and receives

  /// As in qp_attributes.
  std::optional<std::uint16_t> gid_index = std::nullopt;
};

namespace verbs {

/// What the type of a queue pair that posts through verbs says.
struct verbs_qp_traits {
  verbs::transport transport;
  std::uint64_t send_ops;  ///< of ibv_qp_create_send_ops_flags; 0 if it posts by ibv_post_send
};

class verbs_qp_body final : public qp_body {
 public:
  /// `srq` may be null.
  verbs_qp_body(const qp_domain& domain, verbs_cq_body& send_cq, verbs_cq_body& recv_cq,
                verbs_srq_body* srq, const verbs_qp_traits& traits,
                const verbs_qp_attributes& attributes);

  /// One that was made elsewhere, which stays so if this throws.
  verbs_qp_body(const qp_domain& domain, verbs_cq_body& send_cq, verbs_cq_body& recv_cq,
                ibv_qp* native, ownership how, const verbs_qp_traits& traits, std::uint8_t port);

  const request_limits& send_limits() const noexcept { return send_limits_; }
  const request_limits& recv_limits() const noexcept { return recv_limits_; }

  /// Whether it has a receive queue of its own.
  bool receives() const noexcept { return receives_; }

  /// What posts in sessions; null if it posts by ibv_post_send.
  ibv_qp_ex* extended() const noexcept { return extended_; }

  bool in_session = false;

  /// Of an automatic_qp.
  std::unique_ptr<send_account> account;

  /// A request of a drain(), of the send or the receive queue, which may be left to the next one.
  struct marker {
    bool posted = false;
    bool back = false;
    std::uint64_t wr_id() const noexcept { return reinterpret_cast<std::uintptr_t>(this); }
  };
  marker send_marker;
  marker recv_marker;

 private:
  void reset_queues() noexcept override {
    send_marker = recv_marker = {};
    if (account != nullptr) account->lose();
  }

  request_limits send_limits_;
  request_limits recv_limits_;
  bool receives_;
  ibv_qp_ex* extended_ = nullptr;
};

/// Requests of our own behind all that was posted to a queue pair in ERROR, which completes them last: the
/// receive and the send queue each have one.
class drain_markers {
 public:
  explicit drain_markers(verbs_qp_body& qp) noexcept : qp_(qp) {}

  /// Those that are back are forgotten: the next drain() begins anew.
  ~drain_markers() {
    if (are_back()) qp_.send_marker = qp_.recv_marker = {};
  }
  drain_markers(const drain_markers&) = delete;
  drain_markers& operator=(const drain_markers&) = delete;

  /// Posts those for which there has been no room so far.
  void post() noexcept;

  /// Takes a completion that is of one of them.
  bool take(const work_completion& completion) noexcept;

  bool are_back() const noexcept {
    return qp_.send_marker.back && (qp_.recv_marker.back || !qp_.receives());
  }

 private:
  verbs_qp_body& qp_;
};

/// What the queue pairs of a transport that post through verbs have in common: all but the sending.
template <class Transport>
class verbs_qp_base : public qp_base<Transport> {
  static_assert(!Transport::name.starts_with(dci::name), "verbs do not post to a DCI: see dci_qp");

 public:
  /// Posts the receives in their order, as far as they are accepted.
  posted_list post_recv(std::span<recv_request> list) noexcept {
    static_assert(Transport::name != xrc::name, "an XRC send QP receives nothing");
    auto* const qp = this->native();
    if (!this->is_open()) return {0, EBADF};
    if (!body().receives()) return {0, EOPNOTSUPP};
    return post_list(list, body().recv_limits(), [&](ibv_recv_wr* first, ibv_recv_wr** bad) {
      return ibv_post_recv(qp, first, bad);
    });
  }
  posted_list post_recv(recv_request one) noexcept { return post_recv(std::span(&one, 1)); }

  /// Before close(), so that everything comes back: brings the queue pair to ERROR, and polls until what was
  /// posted has completed, as flushed where it had not before. `cqs` are its completion queue, or both; the
  /// callback is handed each work_completion of theirs, those of other queue pairs too. Answers false if the
  /// time is over before, or the device fails. For who polls, when nobody posts any more. Receives of an SRQ
  /// are the SRQ's. It takes a place of each queue, and a completion, for a request of its own.
  template <class OnCompletion, class... Cqs>
  bool drain(OnCompletion&& on_completion, wait_limit limit, Cqs&... cqs) {
    static_assert(sizeof...(Cqs) != 0, "name the completion queues of the queue pair");
    static_assert(!Transport::name.starts_with(ud::name) && Transport::name != raw_packet::name,
                  "datagrams wait for no peer: signal the last one, and poll until it is done");
    const auto until = deadline_after(limit);
    if (this->state() == qp_state::reset) return true;  // nothing can be posted there
    if (this->state() != qp_state::error) this->to_error();
    drain_markers markers(body());
    const auto take_one = [&](const any_verbs_cq& cq) {
      work_completion one;
      if (cq.body()->poll(std::span(&one, 1)) == 0) return false;
      if (!markers.take(one)) on_completion(std::as_const(one));
      return true;
    };
    while (!markers.are_back()) {
      if (body().device_failed()) return false;
      markers.post();
      if (!(take_one(cqs) | ...) && !pause(until)) return false;
    }
    return true;
  }

  /// Bytes that payload::inline_data() takes, and slices that a request takes: at least what was asked for.
  std::uint32_t max_inline_data() const noexcept { return body().send_limits().max_inline_data; }
  std::uint32_t max_send_sge() const noexcept { return body().send_limits().max_sge; }

 protected:
  verbs_qp_base(const qp_domain& domain, const any_verbs_cq& send_cq, const any_verbs_cq& recv_cq,
                const verbs_qp_attributes& attributes, std::uint64_t send_ops)
      : qp_base<Transport>(make<verbs_qp_body>(
            "create_qp", {domain.parent(), send_cq.body(), recv_cq.body()}, domain, *send_cq.body(),
            *recv_cq.body(), nullptr, traits(send_ops), attributes)) {}

  verbs_qp_base(const qp_domain& domain, const any_verbs_cq& send_cq, const any_verbs_cq& recv_cq,
                const verbs_srq& srq, const verbs_qp_attributes& attributes, std::uint64_t send_ops)
      : qp_base<Transport>(make<verbs_qp_body>(
            "create_qp", {domain.parent(), send_cq.body(), recv_cq.body(), srq.body()}, domain,
            *send_cq.body(), *recv_cq.body(), srq.body().get(), traits(send_ops), attributes)) {
    static_assert(Transport::name != xrc::name && Transport::name != raw_packet::name,
                  "queue pairs of this transport receive from no verbs_srq");
  }

  verbs_qp_base(const qp_domain& domain, const any_verbs_cq& send_cq, const any_verbs_cq& recv_cq,
                ibv_qp* native, ownership how, std::uint8_t port, std::uint64_t send_ops)
      : qp_base<Transport>(make<verbs_qp_body>(
            "adopt", {domain.parent(), send_cq.body(), recv_cq.body()}, domain, *send_cq.body(),
            *recv_cq.body(), native, how, traits(send_ops), port)) {}

  verbs_qp_body& body() const noexcept { return static_cast<verbs_qp_body&>(*this->body_); }

  /// Posts the requests in their order, as far as they are accepted.
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
  static constexpr verbs_qp_traits traits(std::uint64_t send_ops) noexcept {
    return {transport_of(Transport::name), send_ops};
  }
};

}  // namespace verbs

/// A queue pair that is posted to in lists, by ibv_post_send. It works on every device; on mlx5 a qp, which
/// writes the WQEs itself, is several times as fast. See queue_pair or unconnected_queue_pair for how it gets
/// to RTS.
///
///   verbs_cq cq(context, 64);
///   verbs_rc_qp qp(pd, cq);
///   using request = verbs_rc_qp::request;
///   request list[] = {request::write(mr.slice(0, 64), remote.slice(0, 64)),
///                     request::send(mr.slice(64, 8)).signal(7)};
///   if (auto posted = qp.post(list); !posted) …  // list[posted.accepted] was refused: posted.message()
///
/// Several threads may post. None does while another closes it; once it is closed, posting answers EBADF.
template <class Transport>
class verbs_qp : public verbs::verbs_qp_base<Transport> {
  using base = verbs::verbs_qp_base<Transport>;

 public:
  using request = send_request<Transport>;

  /// Sends and receives complete in one queue, or each in one of its own.
  verbs_qp(const qp_domain& domain, const any_verbs_cq& cq,
           const verbs_qp_attributes& attributes = {})
      : base(domain, cq, cq, attributes, 0) {}
  verbs_qp(const qp_domain& domain, const any_verbs_cq& send_cq, const any_verbs_cq& recv_cq,
           const verbs_qp_attributes& attributes = {})
      : base(domain, send_cq, recv_cq, attributes, 0) {}

  /// The same, and receives come from a shared queue.
  verbs_qp(const qp_domain& domain, const any_verbs_cq& cq, const verbs_srq& srq,
           const verbs_qp_attributes& attributes = {})
      : base(domain, cq, cq, srq, attributes, 0) {}
  verbs_qp(const qp_domain& domain, const any_verbs_cq& send_cq, const any_verbs_cq& recv_cq,
           const verbs_srq& srq, const verbs_qp_attributes& attributes = {})
      : base(domain, send_cq, recv_cq, srq, attributes, 0) {}

  /// One that was made elsewhere, as by rdma_create_qp(), on the same device and with these completion queues.
  /// What brings it to RTS, if that is not this handle, does so before. If this throws, nothing has been taken.
  static verbs_qp adopt(const qp_domain& domain, const any_verbs_cq& send_cq,
                        const any_verbs_cq& recv_cq, ibv_qp* native, ownership how,
                        std::uint8_t port = 1) {
    return verbs_qp(domain, send_cq, recv_cq, native, how, port);
  }

  /// Posts the requests in their order, as far as they are accepted.
  posted_list post(std::span<request> list) noexcept { return this->post_sends(list); }

  /// The same of requests that are made in place.
  posted_list post(request&& one) noexcept { return post(std::span(&one, 1)); }
  posted_list post(const request& one) noexcept { return post(request(one)); }
  template <std::same_as<request>... More>
  posted_list post(const request& first, const request& second, const More&... more) noexcept {
    std::array list{first, second, more...};
    return post(std::span<request>(list));
  }

  /// Binds a window of type 1, and asks for a completion with `wr_id`. window.rkey() is its key then.
  posted_list bind(const window_binding<window_type::type_1>& binding,
                   std::uint64_t wr_id) noexcept {
    static_assert(verbs::has_windows<Transport>, "this transport has no memory windows");
    auto* const qp = this->native();
    if (!this->is_open()) return {0, EBADF};
    ibv_mw_bind request{wr_id, IBV_SEND_SIGNALED, verbs::bind_info(binding)};
    const int refused = verbs::error_number(ibv_bind_mw(qp, binding.window, &request));
    return {refused == 0 ? 1u : 0u, refused};
  }

 private:
  verbs_qp(const qp_domain& domain, const any_verbs_cq& send_cq, const any_verbs_cq& recv_cq,
           ibv_qp* native, ownership how, std::uint8_t port)
      : base(domain, send_cq, recv_cq, native, how, port, 0) {}
};

/// Reliable connection: one peer, in order, every operation.
using verbs_rc_qp = verbs_qp<rc>;

/// Unreliable connection: one peer, without acknowledgements; SEND and WRITE only.
using verbs_uc_qp = verbs_qp<uc>;

/// Unreliable datagrams, each to its own destination.
using verbs_ud_qp = verbs_qp<ud>;

/// Ethernet frames.
using verbs_raw_packet_qp = verbs_qp<raw_packet>;

/// The sending half of an XRC connection, whose requests each name an SRQ of the peer.
using verbs_xrc_send_qp = verbs_qp<xrc>;

}  // namespace verbatim
