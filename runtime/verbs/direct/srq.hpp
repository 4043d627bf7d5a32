// A shared receive queue of the device, and posting to it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/direct/srq_handle.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {

namespace verbs {

/// The attributes of a shared receive queue. The device may round capacities up.
struct srq_attributes {
  std::uint32_t max_wr = 256;  ///< receive WQEs
  std::uint32_t max_sge = 1;   ///< SGEs of one receive WQE
};

/// Makes an SRQ, on any device.
native_ptr<ibv_srq> create_srq(pd_body& pd, const srq_attributes& attributes);

/// Makes the device raise an event when fewer than `receives` are left. `object` is used in errors.
void arm_limit(ibv_srq* srq, std::uint32_t receives, const std::string& object);

/// The part of an SRQ that does not depend on the type of entries.
class srq_body : public body {
 public:
  srq_body(pd_body& pd, const srq_attributes& attributes);

  /// Takes over an SRQ that was made in `pd` and to which nothing was posted. `pd` is needed
  /// because ibv_create_srq_ex leaves ibv_srq::pd null.
  srq_body(pd_body& pd, native_ptr<ibv_srq> native);

  ibv_srq* native() const noexcept { return native_.get(); }
  std::uint32_t srqn() const noexcept { return memory_.srqn; }
  std::string describe() const override;
  void arm_limit(std::uint32_t receives) { verbs::arm_limit(native(), receives, describe()); }

  /// Warns in a debug build about receives and commands for which no doorbell was rung.
  void complain_of_unrung(std::uint32_t receives, std::uint32_t commands = 0) const noexcept;

  /// Throws if it is closed, or if the device has not failed.
  void require_failed(std::string_view call) const { verbs::require_failed(*this, context_, call); }

 protected:
  const detail::shared_recv_queue_memory& memory() const noexcept { return memory_; }
  int destroy() noexcept override;
  std::optional<std::uint32_t> take_async_event(const void* native,
                                                async_event_type what) noexcept override;

 private:
  virtual void close_queue() noexcept = 0;

  context_body& context_;
  native_ptr<ibv_srq> native_;
  detail::shared_recv_queue_memory memory_{};
};

template <class Entry>
class typed_srq_body final : public srq_body {
 public:
  typed_srq_body(pd_body& pd, const srq_attributes& attributes)
      : srq_body(pd, attributes), queue(memory()) {}

  shared_recv_queue<Entry> queue;

 private:
  void close_queue() noexcept override {
#ifndef NDEBUG
    this->complain_of_unrung(queue.unrung());
#endif
    queue.close();
  }
};

}  // namespace verbs

/// A receive queue that several queue pairs, `qp<…, on_srq<Entry>>`, or a dct<Entry> share.
/// Messages complete in the completion queues of the queue pairs, with the entries that were posted
/// here. One thread at a time posts, and polls those completion queues.
template <class Entry>
class srq : public verbs::srq_handle<verbs::typed_srq_body<Entry>> {
 public:
  using attributes = verbs::srq_attributes;

  explicit srq(const verbatim::pd& pd, const attributes& how = {})
      : base(verbs::make<verbs::typed_srq_body<Entry>>("create_srq", {pd.body()}, *pd.body(),
                                                       how)) {}

 private:
  using base = verbs::srq_handle<verbs::typed_srq_body<Entry>>;
};

}  // namespace verbatim
