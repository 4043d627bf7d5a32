// Posts events of objects, and counts them.
#include "objects/queues/async_source.hpp"

#include "objects/queues/event_subscriptions.hpp"
#include "record/recorder.hpp"

namespace verbatim::emulator {

void async_source::raise(async_event event) noexcept {
  event_subscriptions::all().raised(*this, event);
  record(recording::async_event_body{name(event), static_cast<std::uint32_t>(event), record_kind,
                                     record_number});
  if (!events) return;
  ++raised_;
  events->post(event, user_handle);
}

std::uint32_t async_source::withdraw_events() noexcept {
  return events ? raised_ - events->withdraw(user_handle) : 0;
}

}  // namespace verbatim::emulator
