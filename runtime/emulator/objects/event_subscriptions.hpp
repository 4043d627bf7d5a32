// Who wants to hear of an object's events through a DevX event channel.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "objects/async_event_file.hpp"
#include "objects/event_pipe.hpp"

namespace verbatim::emulator {

/// All channels and subscriptions of the process. Guarded by device::lock().
class event_subscriptions {
 public:
  static event_subscriptions& all();

  /// A new channel, whose events are a cookie each.
  std::shared_ptr<event_pipe> add_channel();
  std::shared_ptr<event_pipe> find_channel(std::uint64_t inode) const;

  /// The program has closed that channel.
  void remove_channel(std::uint64_t inode) noexcept;

  /// From now on `channel` gets `cookie` whenever `source` raises `event`.
  void subscribe(const async_source& source, async_event event, std::shared_ptr<event_pipe> channel,
                 std::uint64_t cookie);

  void raised(const async_source& source, async_event event) noexcept;

  /// The object goes away.
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
