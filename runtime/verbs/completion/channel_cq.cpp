// Completion queues as their completion channels see them.
#include "verbatim/verbs/completion/channel_cq.hpp"

#include <infiniband/verbs.h>

namespace verbatim::verbs {
namespace {

/// The number of events that are acknowledged together, because each acknowledgement takes a lock.
constexpr std::uint32_t acknowledged_at_once = 64;

}  // namespace

channel_cq::channel_cq(std::shared_ptr<const watch> descriptors)
    : body(rank::completion_queue),
      waiting_(std::make_shared<waiting_threads>(std::move(descriptors))) {}

void channel_cq::take_event() noexcept {
  event_taken();
  if (native_ == nullptr) return;  // events of DevX need no acknowledgement
  if (++unacknowledged_ == acknowledged_at_once) acknowledge();
}

void channel_cq::acknowledge() noexcept {
  if (unacknowledged_ != 0) ibv_ack_cq_events(native_.get(), std::exchange(unacknowledged_, 0));
}

void channel_cq::require_no_close(std::string_view call) const {
  if (!is_open() || waiting_->are_to_leave()) refuse_closed(call);
}

}  // namespace verbatim::verbs
