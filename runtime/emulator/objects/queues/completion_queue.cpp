// Completion events of a CQ. They are counted so that the program can wait for the events that it
// is still handling.
#include "objects/queues/completion_queue.hpp"

#include "objects/queues/event_subscriptions.hpp"

namespace verbatim::emulator {

void completion_queue::notify() noexcept {
  event_subscriptions::all().raised(*this, async_event::completion);
  if (!channel) return;
  ++notified_;
  channel->post(user_handle);
}

std::uint32_t completion_queue::withdraw_notifications() noexcept {
  return channel ? notified_ - channel->withdraw(user_handle) : 0;
}

}  // namespace verbatim::emulator
