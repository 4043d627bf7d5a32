// Where the asynchronous events of a context come from: verbs, and DevX for what verbs do not know.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "verbatim/verbs/async_event.hpp"
#include "verbatim/verbs/native.hpp"
#include "verbatim/verbs/waiting.hpp"

namespace verbatim::verbs {

/// Used while nothing of the context is made or closed, but for sleep().
class async_event_source {
 public:
  /// What an event says, before it is known whose object it is of.
  struct raw_event {
    async_event_type type;
    const void* native;    ///< the ibv_cq, ibv_qp and so on, or null
    std::uint32_t number;  ///< if verbs tell it
  };

  async_event_source(ibv_context* context, const std::string& device);

  const watch& descriptors() const noexcept { return watch_; }

  /// Reads one event, and hands it to `take` while its object cannot be destroyed. False if there is none.
  bool read(const std::function<void(const raw_event&)>& take);

  /// From now on the events of an object that DevX made come here, if the device lets programs have them.
  void subscribe(mlx5dv_devx_obj* object, async_event_subject subject);
  void forget(const mlx5dv_devx_obj* object) noexcept;

  /// Before the context is closed.
  void close_devx() noexcept { devx_.reset(); }

  /// After it was.
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
  bool blocks_ = true;                          // as libibverbs makes it, and others may want it
  native_ptr<mlx5dv_devx_event_channel> devx_;  // made when the first object by DevX comes
  std::map<std::uint64_t, subscription> subscribed_;
  std::uint64_t last_cookie_ = 0;
};

}  // namespace verbatim::verbs
