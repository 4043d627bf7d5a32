// The loop of connections: one event channel of rdma_cm, driven by one thread.
#include "verbatim/connect/cm/reactor.hpp"

#include <atomic>

#include "verbatim/connect/cm/ids/channel.hpp"

namespace verbatim::cm {
namespace detail {

struct reactor_state {
  reactor_state() : channel(std::make_shared<detail::channel>()) {}
  ~reactor_state() { channel->abandon(); }

  std::shared_ptr<detail::channel> channel;
  std::atomic<bool> stopped = false;
};

void turn(detail::channel& channel) { (void)channel.turn(std::nullopt); }

}  // namespace detail

reactor::reactor() : state_(std::make_shared<detail::reactor_state>()) {}

int reactor::fd() const noexcept { return state_->channel->fd(); }

std::size_t reactor::turn(const verbs::wait_limit& limit) {
  return state_->channel->turn(verbs::deadline_after(limit));
}

void reactor::run() {
  const auto state = state_;  // a callback may drop this handle
  while (!state->stopped.exchange(false, std::memory_order_acq_rel)) {
    (void)state->channel->turn(std::nullopt);
  }
}

void reactor::stop() noexcept {
  state_->stopped.store(true, std::memory_order_release);
  state_->channel->wake();
}

void reactor::post(std::function<void()> task) { state_->channel->post(std::move(task)); }

bool reactor::is_open() const noexcept { return state_->channel->is_open(); }

void reactor::close() noexcept { state_->channel->close(); }

const std::shared_ptr<detail::channel>& reactor::channel() const noexcept {
  return state_->channel;
}

}  // namespace verbatim::cm
