// The subscriptions to events of objects through DevX event channels.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "objects/queues/async_event_file.hpp"
#include "objects/queues/event_pipe.hpp"

namespace verbatim::emulator {

struct async_source;

/// All channels and subscriptions of the process. Guarded by device::lock().
class event_subscriptions {
 public:
  static event_subscriptions& all();

  /// Returns a new channel. Each of its events is a cookie.
  std::shared_ptr<event_pipe> add_channel();
  std::shared_ptr<event_pipe> find_channel(std::uint64_t inode) const;

  /// Forgets a channel that the program has closed.
  void remove_channel(std::uint64_t inode) noexcept;

  /// Subscribes: `cookie` is put into `channel` whenever `source` raises `event`.
  void subscribe(const async_source& source, async_event event, std::shared_ptr<event_pipe> channel,
                 std::uint64_t cookie);

  void raised(const async_source& source, async_event event) noexcept;

  /// Forgets the subscriptions to an object that is destroyed.
  void forget(const async_source& source) noexcept { subscriptions_.erase(&source); }

 private:
  struct subscription {
    async_event event;
    std::shared_ptr<event_pipe> channel;
    std::uint64_t cookie;
  };

  std::vector<std::shared_ptr<event_pipe>> channels_;
  std::unordered_multimap<const async_source*, subscription> subscriptions_;
};

}  // namespace verbatim::emulator
