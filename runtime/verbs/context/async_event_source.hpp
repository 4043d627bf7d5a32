// The source of a context's asynchronous events: libibverbs, and DevX for objects that libibverbs
// does not know.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "verbatim/verbs/base/async_event.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/base/waiting.hpp"

namespace verbatim::verbs {

/// The asynchronous events of one context. All calls, except the sleep() of descriptors(), are made
/// while no object of the context is made or closed.
class async_event_source {
 public:
  /// A raw event, before its object is looked up.
  struct raw_event {
    async_event_type type;
    const void* native;    ///< the ibv_cq, ibv_qp and so on, or null
    std::uint32_t number;  ///< 0 if libibverbs does not report it
  };

  async_event_source(ibv_context* context, const std::string& device);

  const watch& descriptors() const noexcept { return watch_; }

  /// Reads one event and passes it to `take` while its object cannot be destroyed. Returns false if
  /// there is none.
  bool read(const std::function<void(const raw_event&)>& take);

  /// Subscribes to the events of an object made by DevX, if the device gives them to programs.
  void subscribe(mlx5dv_devx_obj* object, async_event_subject subject);
  /// Ends the subscriptions of an object.
  void forget(const mlx5dv_devx_obj* object) noexcept;

  /// Closes the channel of DevX events. Called before the context is closed.
  void close_devx() noexcept { devx_.reset(); }

  /// Wakes the threads that sleep on the descriptors. Called after the context has been closed.
  void end() const noexcept { watch_.end(); }

 private:
  struct subscription {
    const mlx5dv_devx_obj* object;
    async_event_type type;
  };

  std::optional<raw_event> read_devx();

  ibv_context* context_;
  std::string device_;
  watch watch_;
  bool blocks_ = true;                          // as libibverbs opens it, and others may rely on it
  native_ptr<mlx5dv_devx_event_channel> devx_;  // made for the first object by DevX
  std::map<std::uint64_t, subscription> subscribed_;
  std::uint64_t last_cookie_ = 0;
};

}  // namespace verbatim::verbs
