// Puts the cookies of subscriptions into event channels.
#include "objects/queues/event_subscriptions.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::emulator {

event_subscriptions& event_subscriptions::all() {
  // It is never destroyed, because the engine thread outlives static destructors.
  static event_subscriptions& only = *new event_subscriptions;
  return only;
}

std::shared_ptr<event_pipe> event_subscriptions::add_channel() {
  return channels_.emplace_back(std::make_shared<event_pipe>(sizeof(std::uint64_t)));
}

std::shared_ptr<event_pipe> event_subscriptions::find_channel(std::uint64_t inode) const {
  const auto at = std::find_if(channels_.begin(), channels_.end(),
                               [inode](const auto& one) { return one->inode() == inode; });
  return at == channels_.end() ? nullptr : *at;
}

void event_subscriptions::remove_channel(std::uint64_t inode) noexcept {
  std::erase_if(channels_, [inode](const auto& one) { return one->inode() == inode; });
  std::erase_if(subscriptions_,
                [inode](const auto& one) { return one.second.channel->inode() == inode; });
}

void event_subscriptions::subscribe(const async_source& source, async_event event,
                                    std::shared_ptr<event_pipe> channel, std::uint64_t cookie) {
  subscriptions_.emplace(&source, subscription{event, std::move(channel), cookie});
}

void event_subscriptions::raised(const async_source& source, async_event event) noexcept {
  const auto [begin, end] = subscriptions_.equal_range(&source);
  for (auto at = begin; at != end; ++at) {
    if (at->second.event != event) continue;
    at->second.channel->put(std::as_bytes(std::span(&at->second.cookie, 1)));
  }
}

}  // namespace verbatim::emulator
