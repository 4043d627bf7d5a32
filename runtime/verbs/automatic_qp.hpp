// A queue pair that one posts to through verbs, and that decides by itself what is inlined and what is signaled.
#pragma once

#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/send_account.hpp"
#include "verbatim/verbs/verbs_qp.hpp"
#include "verbatim/verbs/work_completion.hpp"

namespace verbatim {

/// What an automatic_qp does beyond what requests ask for.
struct send_policy {
  /// SENDs and WRITEs of up to so many bytes are copied into the request when they are posted, as
  /// payload::inline_data() is; at most max_inline_data() are. The CPU copies, from slice.addr(): so the slices are
  /// neither of device memory nor of a region with an iova. 0 leaves it to the requests.
  std::uint32_t inline_up_to = 0;

  /// One of so many requests in a row is signaled. 0, and whatever is more, is half of the queue: it would stand still
  /// otherwise until its last request is done.
  std::uint32_t signal_every = 0;

  /// The last request of each list is signaled too, so that none waits for what is posted some time later.
  bool signal_last = true;
};

/// A queue pair as verbs_qp, for programs that want to hear of every request, and have few of them complete: each
/// request has a wr_id, by id() or signal(), and each is handed back once, in their order.
///
///   automatic_rc_qp qp(pd, send_cq, recv_cq, {.max_inline_data = 64}, {.inline_up_to = 64, .signal_every = 16});
///   (void)qp.post(list);
///   for (const auto& one : std::span(done).first(send_cq.poll(done)))
///     qp.completed(one, [](std::uint64_t wr_id, wc_status status) { … });
///
/// It posts no more than max_send_wr requests that were not handed back; room() says how many those are still. One
/// thread posts and hands back.
template <class Transport>
class automatic_qp : public verbs::verbs_qp_base<Transport> {
  using base = verbs::verbs_qp_base<Transport>;

 public:
  using request = send_request<Transport>;

  /// Sends complete in a queue where no receives do, since of a completion that failed nobody knows which it is.
  automatic_qp(const qp_domain& domain, const any_verbs_cq& send_cq, const any_verbs_cq& recv_cq,
               const verbs_qp_attributes& attributes, const send_policy& policy)
      : base(domain, send_cq, checked(send_cq, recv_cq), attributes, 0), policy_(policy) {
    keep_account(attributes);
  }

  /// The same, and receives come from a shared queue.
  automatic_qp(const qp_domain& domain, const any_verbs_cq& send_cq, const any_verbs_cq& recv_cq,
               const verbs_srq& srq, const verbs_qp_attributes& attributes,
               const send_policy& policy)
      : base(domain, send_cq, checked(send_cq, recv_cq), srq, attributes, 0), policy_(policy) {
    keep_account(attributes);
  }

  /// Posts the requests in their order, as far as they are accepted. They can be posted again: what was added is taken
  /// from them.
  posted_list post(std::span<request> list) noexcept {
    if (!this->is_open()) return {0, EBADF};
    auto& account = *this->body().account;
    int fault = 0;
    const auto good = acceptable(list, fault);
    if (good.empty()) return {0, fault};
    const auto first = account.position();
    for (auto& one : good) add_to(one, account, &one == &good.back());
    const auto posted = this->post_sends(good);
    for (std::size_t i = 0; i < good.size(); ++i) take_from(good[i], account[first + i]);
    if (posted.accepted < good.size()) account.take_back(first + posted.accepted);
    return posted.ok() ? posted_list{posted.accepted, fault} : posted;
  }
  posted_list post(request one) noexcept { return post(std::span(&one, 1)); }

  /// A completion with qpn() of this queue pair, of its send queue: calls `done(std::uint64_t wr_id, wc_status)` of
  /// each request that it tells of, the oldest first. Those before it that were not signaled have succeeded,
  /// whatever has become of it. `done` may post. Answers how many; 0 of a completion that is of before a reset.
  template <class Done>
  unsigned completed(const work_completion& completion, Done&& done) {
    return this->body().account->complete(completion.wr_id(), completion.status(), done);
  }

  /// Hands back, as wr_flush_err, what reset(), close() or a device that has failed have left and will not
  /// complete any more.
  template <class Done>
  unsigned flush(Done&& done) {
    auto& account = *this->body().account;
    if (!this->is_open() || this->body().device_failed()) account.lose();
    return account.flush(done);
  }

  /// Requests that can be posted now, and that are not handed back yet.
  std::uint32_t room() const noexcept { return this->body().account->room(); }
  std::uint32_t outstanding() const noexcept { return this->body().account->outstanding(); }

 private:
  static const any_verbs_cq& checked(const any_verbs_cq& send_cq, const any_verbs_cq& recv_cq) {
    if (Transport::name == xrc::name || !(send_cq == recv_cq)) return recv_cq;
    throw error(std::errc::invalid_argument, "automatic_qp", send_cq.describe(),
                "receives would complete there too: give them a completion queue of their own");
  }

  void keep_account(const verbs_qp_attributes& attributes) {
    this->body().account =
        std::make_unique<verbs::send_account>(attributes.max_send_wr, policy_.signal_every);
    policy_.inline_up_to = std::min(policy_.inline_up_to, this->max_inline_data());
  }

  /// What there is room for, up to the first request that does not do. `fault` is why not more.
  std::span<request> acceptable(std::span<request> list, int& fault) const noexcept {
    const auto& body = this->body();
    for (std::size_t i = 0; i < list.size(); ++i) {
      fault = i < body.account->room() ? list[i].fault(body.send_limits()) : ENOMEM;
      if (fault != 0) return list.first(i);
    }
    return list;
  }

  void add_to(request& one, verbs::send_account& account, bool is_last) const noexcept {
    auto& native = *one.native();
    const bool signaled = (native.send_flags & IBV_SEND_SIGNALED) != 0 || account.is_due() ||
                          (is_last && policy_.signal_last);
    const auto position = account.position();
    account.enter({native.wr_id, native.send_flags, signaled});
    native.wr_id = position;
    if (signaled) native.send_flags |= IBV_SEND_SIGNALED;
    if (is_inlined(one)) native.send_flags |= IBV_SEND_INLINE;
  }

  static void take_from(request& one, const verbs::send_account::request& asked) noexcept {
    one.native()->wr_id = asked.wr_id;
    one.native()->send_flags = asked.send_flags;
  }

  bool is_inlined(request& one) const noexcept {
    const auto length = one.data().length();
    if (length == 0 || length > policy_.inline_up_to) return false;
    switch (one.native()->opcode) {
      case IBV_WR_SEND:
      case IBV_WR_SEND_WITH_IMM:
      case IBV_WR_SEND_WITH_INV:
      case IBV_WR_RDMA_WRITE:
      case IBV_WR_RDMA_WRITE_WITH_IMM:
        return true;
      default:
        return false;
    }
  }

  send_policy policy_;
};

/// As verbs_rc_qp, verbs_uc_qp and so on.
using automatic_rc_qp = automatic_qp<rc>;
using automatic_uc_qp = automatic_qp<uc>;
using automatic_ud_qp = automatic_qp<ud>;
using automatic_raw_packet_qp = automatic_qp<raw_packet>;
using automatic_xrc_send_qp = automatic_qp<xrc>;

}  // namespace verbatim
