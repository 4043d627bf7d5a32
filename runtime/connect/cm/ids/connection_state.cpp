// Connections that were made with rdma_cm: their events and their end.
#include "verbatim/connect/cm/ids/connection_state.hpp"

#include <utility>

#include "verbatim/connect/cm/connection.hpp"
#include "verbatim/connect/cm/reactor.hpp"

namespace verbatim::cm {
namespace detail {

connection_state::connection_state(std::shared_ptr<cm_id> id, std::optional<connected_qp> qp)
    : id(std::move(id)),
      qp(std::move(qp)),
      iwarp(this->id->is_iwarp()),
      local(this->id->local()),
      peer(this->id->peer()) {}

connection_state::~connection_state() {
  (void)end(ending::by_this_end);
  (void)id->close();
}

void connection_state::begin(std::span<const std::byte> private_data) {
  data.assign(private_data.begin(), private_data.end());
  id->set_stage(stage::connected);
  id->watch([weak = weak_from_this()](const event& event) {
    if (const auto state = weak.lock()) state->on_event(event);
  });
}

bool connection_state::end(ending next) noexcept {
  auto before = ending::not_yet;
  if (!how.compare_exchange_strong(before, next)) return false;
  fail_qp();
  return true;
}

void connection_state::fail_qp() noexcept {
  try {
    if (qp && qp->is_open() && qp->state() != qp_state::error) qp->to_error();
  } catch (...) {
    // The queue pair was closed meanwhile, or its device is gone, so nothing is left to flush. On
    // iWARP, the kernel has moved it to ERROR already.
    if (iwarp) qp->body()->follow(qp_state::error);
  }
}

void connection_state::on_event(const event& event) {
  switch (event.type) {
    case RDMA_CM_EVENT_DISCONNECTED:
      if (!end(ending::by_peer)) return;
      try {
        // Sends the peer the confirmation for which it waits. iWARP needs none.
        if (!iwarp)
          id->call("rdma_disconnect", [](rdma_cm_id* native) { return rdma_disconnect(native); });
      } catch (const verbatim::error&) {
      }
      break;
    case RDMA_CM_EVENT_REJECTED:  // the passive end gave up: this end's confirmation was lost
      if (!end(ending::by_peer)) return;
      break;
    case RDMA_CM_EVENT_DEVICE_REMOVAL:
      if (!end(ending::device_removed)) return;
      (void)id->close();  // the kernel waits for this before it removes the device
      break;
    default:
      // A neighbour that has moved (UNREACHABLE, ADDR_CHANGE) is only a hint: the queue pair itself
      // fails if its peer is gone. TIMEWAIT_EXIT comes after the end.
      return;
  }
  std::function<void(ending)> callback;
  {
    const std::lock_guard lock(mutex);
    callback = std::exchange(told, nullptr);
  }
  if (callback) callback(how.load());
}

void connection_state::disconnect(std::chrono::milliseconds linger,
                                  std::function<void(ending)> callback) {
  const auto before = how.load();
  auto& channel = *id->channel();
  if (before != ending::not_yet) {
    return channel.post([callback = std::move(callback), before] { callback(before); });
  }
  if (!iwarp) fail_qp();  // later WQEs would be lost
  const auto self = shared_from_this();
  id->expect(
      [self, callback](const event* event, const cm::error*) {
        const bool confirmed =
            event != nullptr && event->type == RDMA_CM_EVENT_DISCONNECTED && event->status == 0;
        (void)self->end(confirmed ? ending::by_this_end : ending::unconfirmed);
        (void)self->id->close();
        callback(self->how.load());
      },
      verbs::deadline_after(linger));
  try {
    id->call("rdma_disconnect", [](rdma_cm_id* native) { return rdma_disconnect(native); });
  } catch (const verbatim::error&) {
    // The peer disconnected first, and its event is about to arrive. On iWARP, only closing is
    // left.
  }
}

}  // namespace detail

std::string_view meaning(ending how) noexcept {
  switch (how) {
    case ending::not_yet:
      return "it has not ended";
    case ending::by_peer:
      return "the peer disconnected, closed or died";
    case ending::by_this_end:
      return "this end disconnected";
    case ending::unconfirmed:
      return "this end disconnected, and the peer did not confirm in time";
    case ending::device_removed:
      return "the device was taken out";
  }
  return "";
}

bool connection::is_open() const noexcept { return state_->how.load() == ending::not_yet; }

ending connection::ended() const noexcept { return state_->how.load(); }

const address& connection::local() const noexcept { return state_->local; }

const address& connection::peer() const noexcept { return state_->peer; }

std::optional<verbatim::path> connection::path() const { return state_->id->path(); }

std::span<const std::byte> connection::private_data() const noexcept { return state_->data; }

connected_qp connection::qp() const noexcept { return *state_->qp; }

void connection::on_end(std::function<void(ending)> callback) {
  const std::lock_guard lock(state_->mutex);
  if (is_open()) {
    state_->told = std::move(callback);
    return;
  }
  state_->id->channel()->post(
      [callback = std::move(callback), how = state_->how.load()] { callback(how); });
}

void connection::disconnect(std::chrono::milliseconds linger,
                            std::function<void(ending)> callback) {
  state_->disconnect(linger, std::move(callback));
}

bool connection::disconnect(std::chrono::milliseconds linger) {
  const auto how = detail::drive<ending>(state_->id->channel(), [&](auto&& handler) {
    state_->disconnect(linger, [handler](ending how) { handler(how); });
  });
  return how != ending::unconfirmed;
}

close_report connection::close() noexcept {
  (void)state_->end(ending::by_this_end);
  return state_->id->close();
}

std::string connection::describe() const {
  return "connection to " + to_string(state_->peer) + (is_open() ? "" : ", which has ended");
}

}  // namespace verbatim::cm
