// Completion channels: a thread sleeps on one until a completion queue has something to poll.
#include "verbatim/verbs/completion/completion_channel.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/channel_cq.hpp"

namespace verbatim::verbs {
namespace {

native_ptr<ibv_comp_channel> create(const context_body& context) {
  native_ptr<ibv_comp_channel> channel(ibv_create_comp_channel(context.native()));
  if (!channel) throw error(errno, "ibv_create_comp_channel", context.describe(), "");
  return channel;
}

}  // namespace

completion_channel_body::completion_channel_body(context_body& context)
    : body(rank::completion_channel),
      context_(context),
      native_(create(context)),
      both_(std::make_shared<const watch>(describe())) {
  do_not_block(native_->fd, describe());
  both_->add(native_->fd, describe());
  both_->add(context.failure_fd(), describe());
}

void completion_channel_body::subscribe(channel_cq& cq) {
  auto* const context = native_->context;
  if (devx_ == nullptr) {
    native_ptr<mlx5dv_devx_event_channel> made(mlx5dv_devx_create_event_channel(
        context, MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA));
    if (!made) throw error(errno, "mlx5dv_devx_create_event_channel", describe(), "");
    do_not_block(made->fd, describe());
    both_->add(made->fd, describe());
    devx_ = std::move(made);
  }
  std::uint16_t completion[] = {0};  // MLX5_EVENT_TYPE_COMP of Linux include/linux/mlx5/device.h
  const auto cookie = ++last_cookie_;
  check(mlx5dv_devx_subscribe_devx_event(devx_.get(), cq.devx(), sizeof completion, completion,
                                         cookie),
        "mlx5dv_devx_subscribe_devx_event", describe());
  subscribed_.emplace(cookie, &cq);
}

void completion_channel_body::take_event(channel_cq& cq) {
  cq.take_event();
  ready_.push_back(&cq);
}

void completion_channel_body::take_events() {
  ibv_cq* native = nullptr;
  void* of = nullptr;
  while (ibv_get_cq_event(native_.get(), &native, &of) == 0)
    take_event(*static_cast<channel_cq*>(of));
  if (errno == EIO) return context_.fail();  // the device was removed
  if (!is_nothing(errno)) throw error(errno, "ibv_get_cq_event", describe(), "");
  if (devx_ == nullptr) return;
  mlx5dv_devx_async_event_hdr event{};
  while (mlx5dv_devx_get_event(devx_.get(), &event, sizeof event) >= 0) {
    // The kernel may still deliver events of a destroyed CQ.
    const auto found = subscribed_.find(event.cookie);
    if (found != subscribed_.end()) take_event(*found->second);
  }
  if (!is_nothing(errno)) throw error(errno, "mlx5dv_devx_get_event", describe(), "");
}

std::optional<std::uint32_t> completion_channel_body::wait(wait_limit limit) {
  const auto until = deadline_after(limit);
  for (;;) {
    {
      const auto open = while_open("wait");
      take_events();
      if (!ready_.empty()) {
        const auto cqn = ready_.front()->number();
        ready_.erase(ready_.begin());
        return cqn;
      }
      context_.require_working("wait", describe());
    }
    if (!both_->sleep(until, describe())) return std::nullopt;
  }
}

bool completion_channel_body::wait_for(channel_cq& cq, wait_limit limit) {
  const auto until = deadline_after(limit);
  for (;;) {
    {
      const auto open = cq.while_open("wait");
      cq.require_no_close("wait");
      take_events();
      const auto found = std::find(ready_.begin(), ready_.end(), &cq);
      if (found != ready_.end()) {
        ready_.erase(found);
        return true;
      }
      context_.require_working("wait", cq.describe());
    }
    if (!both_->sleep(until, describe())) return false;
  }
}

int completion_channel_body::destroy() noexcept {
  const int returned = verbs::destroy(native_);
  if (returned != 0) return returned;
  devx_.reset();
  both_->end();
  return 0;
}

std::string completion_channel_body::describe() const {
  return "completion channel of " + context_.name();
}

void completion_channel_body::forget(const channel_cq& cq) noexcept {
  std::erase_if(subscribed_, [&](const auto& one) { return one.second == &cq; });
  std::erase(ready_, &cq);
}

int completion_channel_body::destroy(channel_cq& cq) noexcept {
  cq.acknowledge();  // destroying waits for the acknowledgements
  const int returned = cq.destroy_object();
  if (returned != 0) return returned;
  forget(cq);
  return 0;
}

}  // namespace verbatim::verbs
