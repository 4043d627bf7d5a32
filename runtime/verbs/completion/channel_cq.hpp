// Completion queues as their completion channels see them.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/base/waiting_threads.hpp"

namespace verbatim::verbs {

class completion_channel_body;

/// The part of a completion queue that its channel uses: its number, and the events that it raises.
class channel_cq : public body {
 public:
  ibv_cq* native() const noexcept { return native_.get(); }
  virtual mlx5dv_devx_obj* devx() const noexcept { return nullptr; }

  /// Returns the number that completion_channel::wait() returns for events of this queue.
  virtual std::uint32_t number() const noexcept = 0;

  /// Records an event that was taken from the channel.
  void take_event() noexcept;

  /// Acknowledges to libibverbs the events that were taken since the last call.
  void acknowledge() noexcept;

  /// Throws if the queue is closed, or if another thread is closing it and waits for this one to
  /// leave.
  void require_no_close(std::string_view call) const;

 protected:
  /// `descriptors` are those on which threads sleep until an event arrives; null without a channel.
  explicit channel_cq(std::shared_ptr<const watch> descriptors);

  /// Takes ownership of the libibverbs object, which was made with this body as its cq_context.
  void adopt(native_ptr<ibv_cq> native) noexcept { native_ = std::move(native); }

  std::shared_ptr<waiting_threads> waiting() const noexcept override { return waiting_; }
  virtual int destroy_object() noexcept { return verbs::destroy(native_); }

 private:
  friend completion_channel_body;

  virtual void event_taken() noexcept {}

  native_ptr<ibv_cq> native_;  // null for a CQ made by DevX
  std::shared_ptr<waiting_threads> waiting_;
  std::uint32_t unacknowledged_ = 0;
};

}  // namespace verbatim::verbs
