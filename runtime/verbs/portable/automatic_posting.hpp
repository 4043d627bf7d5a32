// Posting in lists, with automatic inlining and signaling.
#pragma once

#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/completion/work_completion.hpp"
#include "verbatim/verbs/portable/like_lists.hpp"
#include "verbatim/verbs/portable/send_account.hpp"
#include "verbatim/verbs/portable/verbs_qp_base.hpp"
#include "verbatim/verbs/portable/work_request.hpp"

namespace verbatim {

namespace verbs {

/// Options of signaling::automatic: they control the inlining and signaling that are added to
/// requests.
struct automatic_options {
  /// The most bytes of a SEND or WRITE that are copied into the request when it is posted, like
  /// payload::inline_data(). The limit is max_inline_data(). The CPU copies from slice.addr(), so
  /// the slices must not belong to device memory or to a region with an iova. 0 adds no inlining.
  std::uint32_t inline_up_to = 0;

  /// One of this many successive requests is signaled. 0 or more than half of the queue means half
  /// of the queue. Otherwise a full queue could not continue until its last request has completed.
  std::uint32_t signal_every = 0;

  /// True if the last request of each list is signaled too, so that no request waits for a later
  /// post.
  bool signal_last = true;
};

/// The part of a verbs_qp that posts lists of requests, and chooses inlining and signaling.
template <class Transport>
class automatic_posting : public verbs_qp_base<Transport> {
  template <class Done>
  static constexpr bool takes_requests =
      std::is_invocable_v<std::remove_reference_t<Done>&, std::uint64_t, wc_status>;

 public:
  using request = send_request<Transport>;
  using options = automatic_options;

  /// Posts the requests in order, up to the first that is refused. They can be posted again: the
  /// flags that this queue pair added to them are removed after the call.
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

  /// Posts one request.
  posted_list post(request one) noexcept { return post(std::span(&one, 1)); }

  /// Posts requests of one kind, up to the first that is refused, in lists of 32:
  /// `post_all(writes(slices, regions).entries(ids))`. See writes(), reads() and sends(). With
  /// signal_last, the last request of each list is signaled.
  template <class Requests>
  posted_list post_all(const Requests& requests) noexcept {
    return post_like<Transport>(requests, [this](std::span<request> list) { return post(list); });
  }

  /// Handles a completion of this queue pair's send queue (qpn() matches). Calls
  /// `done(std::uint64_t wr_id, wc_status)` for each request that it covers, the oldest first. The
  /// earlier requests among them were not signaled and have succeeded, even if the completion is an
  /// error. `done` may post. Returns the number of requests; 0 for a completion from before a
  /// reset.
  template <class Done>
  unsigned completed(const work_completion& completion, Done&& done) {
    static_assert(takes_requests<Done>,
                  "the callback does not take requests: write "
                  "[](std::uint64_t wr_id, verbatim::wc_status status) { ... }");
    return this->body().account->complete(completion.wr_id(), completion.status(), done);
  }

  /// Hands back the requests that will not complete any more after reset(), close() or a failure of
  /// the device, with wr_flush_err. Returns their number.
  template <class Done>
  unsigned flush(Done&& done) {
    static_assert(takes_requests<Done>,
                  "the callback does not take requests: write "
                  "[](std::uint64_t wr_id, verbatim::wc_status status) { ... }");
    auto& account = *this->body().account;
    if (!this->is_open() || this->body().device_failed()) account.lose();
    return account.flush(done);
  }

  /// Returns the number of requests that can be posted now.
  std::uint32_t room() const noexcept { return this->body().account->room(); }
  /// Returns the number of posted requests that have not been handed back.
  std::uint32_t outstanding() const noexcept { return this->body().account->outstanding(); }

 protected:
  automatic_posting(const verbs_qp_parents& on, const verbs_qp_attributes& attributes,
                    const options& chosen)
      : verbs_qp_base<Transport>(checked(on), attributes, 0), options_(chosen) {
    keep_account(attributes.max_send_wr);
  }
  automatic_posting(const verbs_qp_parents& on, const native_qp& made, const options& chosen)
      : verbs_qp_base<Transport>(checked(on), made, 0), options_(chosen) {
    keep_account(this->body().max_send_wr());
  }

 private:
  /// Receives must not complete in the send CQ, because a failed completion does not show whether it is of a
  /// send or a receive.
  static const verbs_qp_parents& checked(const verbs_qp_parents& on) {
    if (Transport::name == xrc::name || !(on.send_cq == on.recv_cq)) return on;
    throw error(std::errc::invalid_argument, "create_qp", on.send_cq.describe(),
                "receives would complete there too, which signaling::automatic cannot tell from "
                "sends: give them a completion queue of their own");
  }

  void keep_account(std::uint32_t max_send_wr) {
    this->body().account = std::make_unique<send_account>(max_send_wr, options_.signal_every);
    options_.inline_up_to = std::min(options_.inline_up_to, this->max_inline_data());
  }

  /// Returns the requests before the first one that is invalid or finds no room. Sets `fault` to
  /// the errno of that request, or to 0.
  std::span<request> acceptable(std::span<request> list, int& fault) const noexcept {
    const auto& body = this->body();
    for (std::size_t i = 0; i < list.size(); ++i) {
      fault = i < body.account->room() ? list[i].fault(body.send_limits()) : ENOMEM;
      if (fault != 0) return list.first(i);
    }
    return list;
  }

  void add_to(request& one, send_account& account, bool is_last) const noexcept {
    auto& native = *one.native();
    const bool signaled = (native.send_flags & IBV_SEND_SIGNALED) != 0 || account.is_due() ||
                          (is_last && options_.signal_last);
    const auto position = account.position();
    account.enter({native.wr_id, native.send_flags, signaled});
    native.wr_id = position;
    if (signaled) native.send_flags |= IBV_SEND_SIGNALED;
    if (is_inlined(one)) native.send_flags |= IBV_SEND_INLINE;
  }

  static void take_from(request& one, const send_account::request& asked) noexcept {
    one.native()->wr_id = asked.wr_id;
    one.native()->send_flags = asked.send_flags;
  }

  bool is_inlined(request& one) const noexcept {
    const auto length = one.data().length();
    if (length == 0 || length > options_.inline_up_to) return false;
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

  options options_;
};

}  // namespace verbs
}  // namespace verbatim
