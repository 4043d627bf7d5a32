// A shared receive queue that posts through libibverbs, on any device.
#pragma once

#include <infiniband/verbs.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/work_request.hpp"

namespace verbatim {
namespace verbs {

class verbs_srq_body final : public body {
 public:
  verbs_srq_body(pd_body& pd, const srq_attributes& attributes);

  /// Takes over an SRQ that was made elsewhere. If this throws, the caller keeps it.
  verbs_srq_body(pd_body& pd, ibv_srq* native, ownership how);

  ibv_srq* native() const noexcept { return native_.get(); }
  const request_limits& limits() const noexcept { return limits_; }
  std::uint32_t number() const noexcept { return number_; }
  std::string describe() const override;

 private:
  int destroy() noexcept override { return verbs::destroy(native_); }
  std::optional<std::uint32_t> take_async_event(const void* native,
                                                async_event_type what) noexcept override;

  std::string device_;
  native_ptr<ibv_srq> native_;
  request_limits limits_;
  std::uint32_t number_;
};

}  // namespace verbs

/// A shared receive queue for any number of queue pairs that post through libibverbs. Receives
/// complete in any order, in the completion queue of the queue pair at which the message arrived.
/// Several threads may post.
class verbs_srq : public handle<verbs::verbs_srq_body> {
 public:
  using attributes = verbs::srq_attributes;

  explicit verbs_srq(const pd& pd, const attributes& how = {})
      : handle(verbs::make<verbs::verbs_srq_body>("create_srq", {pd.body()}, *pd.body(), how)) {}

  /// Takes over an SRQ that was made elsewhere, by ibv_create_srq() in this protection domain. If
  /// this throws, the caller keeps it.
  static verbs_srq adopt(const pd& pd, ibv_srq* native, ownership how) {
    return verbs_srq(
        verbs::make<verbs::verbs_srq_body>("adopt", {pd.body()}, *pd.body(), native, how));
  }

  /// Posts the receives in order, up to the first that is refused.
  posted_list post(std::span<recv_request> list) noexcept {
    auto* const srq = native();
    if (!is_open()) return {0, EBADF};
    return verbs::post_list(list, body_->limits(), [&](ibv_recv_wr* first, ibv_recv_wr** bad) {
      return ibv_post_srq_recv(srq, first, bad);
    });
  }

  /// Posts one receive.
  posted_list post(recv_request one) noexcept { return post(std::span(&one, 1)); }

  /// Makes the device raise an event when few receives are left, like srq::arm_limit().
  void arm_limit(std::uint32_t receives) {
    const auto open = body_->while_open("arm_limit");
    verbs::arm_limit(native(), receives, describe());
  }

  /// Returns the SRQ's number in async_event. libibverbs does not report its number on the device.
  std::uint32_t number() const noexcept { return body_->number(); }

  /// Returns the ibv_srq, for calls that this library does not make; null after close().
  ibv_srq* native() const noexcept { return body_->native(); }

 private:
  using handle::handle;
};

}  // namespace verbatim
