// The source of a context's asynchronous events: libibverbs, and DevX for objects that libibverbs
// does not know.
#include "verbatim/verbs/context/async_event_source.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <span>
#include <utility>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {
namespace {

/// An event of DevX. Source: MLX5_EVENT_TYPE_* of Linux include/linux/mlx5/device.h.
struct devx_event {
  std::uint16_t number;
  async_event_type type;
};
constexpr devx_event of_cq[] = {{0x04, async_event_type::cq_err}};
constexpr devx_event of_qp[] = {{0x05, async_event_type::qp_fatal},
                                {0x10, async_event_type::qp_req_err},
                                {0x11, async_event_type::qp_access_err},
                                {0x13, async_event_type::qp_last_wqe_reached}};

std::span<const devx_event> devx_events(async_event_subject subject) noexcept {
  if (subject == async_event_subject::cq) return of_cq;
  return of_qp;
}

async_event_source::raw_event raw(const ibv_async_event& event) {
  const auto type = static_cast<async_event_type>(event.event_type);
  switch (subject_of(type)) {
    case async_event_subject::cq:
      return {type, event.element.cq, 0};
    case async_event_subject::qp:
      return {type, event.element.qp, event.element.qp->qp_num};
    case async_event_subject::srq:
      return {type, event.element.srq, 0};
    case async_event_subject::wq:
      return {type, event.element.wq, event.element.wq->wq_num};
    case async_event_subject::port:
      return {type, nullptr, static_cast<std::uint32_t>(event.element.port_num)};
    case async_event_subject::device:
      break;
  }
  return {type, nullptr, 0};
}

/// Acknowledges an event at the end of the scope, because destroying the event's object waits for
/// that.
struct acknowledged {
  ~acknowledged() { ibv_ack_async_event(&event); }
  ibv_async_event& event;
};

}  // namespace

async_event_source::async_event_source(ibv_context* context, const std::string& device)
    : context_(context), device_(device), watch_(device) {
  watch_.add(context->async_fd, device);
}

bool async_event_source::read(const std::function<void(const raw_event&)>& take) {
  if (std::exchange(blocks_, false)) do_not_block(context_->async_fd, device_);
  ibv_async_event event{};
  if (ibv_get_async_event(context_, &event) == 0) {
    const acknowledged in_the_end{event};
    take(raw(event));
    return true;
  }
  if (!is_nothing(errno)) {
    throw error(errno, "ibv_get_async_event", device_, "");
  }
  const auto found = read_devx();
  if (found) take(*found);
  return found.has_value();
}

std::optional<async_event_source::raw_event> async_event_source::read_devx() {
  if (devx_ == nullptr) return std::nullopt;
  mlx5dv_devx_async_event_hdr event{};
  while (mlx5dv_devx_get_event(devx_.get(), &event, sizeof event) >= 0) {
    // The kernel may still deliver events of a destroyed object.
    const auto of = subscribed_.find(event.cookie);
    if (of != subscribed_.end()) return raw_event{of->second.type, of->second.object, 0};
  }
  if (is_nothing(errno)) return std::nullopt;
  throw error(errno, "mlx5dv_devx_get_event", device_, "");
}

void async_event_source::subscribe(mlx5dv_devx_obj* object, async_event_subject subject) {
  if (devx_ == nullptr) {
    native_ptr<mlx5dv_devx_event_channel> made(mlx5dv_devx_create_event_channel(
        context_, MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA));
    if (made == nullptr) return;  // not an error: some firmware does not give events to programs
    do_not_block(made->fd, device_);
    watch_.add(made->fd, device_);
    devx_ = std::move(made);
  }
  for (const auto& one : devx_events(subject)) {
    auto number = one.number;
    const auto cookie = ++last_cookie_;
    // A failed subscription is not an error: the object works without its events.
    if (mlx5dv_devx_subscribe_devx_event(devx_.get(), object, sizeof number, &number, cookie) ==
        0) {
      subscribed_.emplace(cookie, subscription{object, one.type});
    }
  }
}

void async_event_source::forget(const mlx5dv_devx_obj* object) noexcept {
  std::erase_if(subscribed_, [&](const auto& one) { return one.second.object == object; });
}

}  // namespace verbatim::verbs
