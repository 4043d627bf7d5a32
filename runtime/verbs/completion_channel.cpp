// A completion channel: where a thread sleeps until a completion queue has something.
#include "verbatim/verbs/completion_channel.hpp"

#include <fcntl.h>
#include <infiniband/verbs.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "verbatim/verbs/cq.hpp"
#include "verbatim/verbs/error.hpp"

namespace verbatim::verbs {
namespace {

using clock = std::chrono::steady_clock;

native_ptr<ibv_comp_channel> create(const context_body& context) {
  native_ptr<ibv_comp_channel> channel(ibv_create_comp_channel(context.native()));
  if (!channel) throw error(errno, "ibv_create_comp_channel", context.describe(), "");
  // Reading must not sleep while the context is locked.
  const int flags = fcntl(channel->fd, F_GETFL);
  if (flags < 0 || fcntl(channel->fd, F_SETFL, flags | O_NONBLOCK) < 0) {
    throw error(errno, "fcntl", "completion channel of " + context.name(), "");
  }
  return channel;
}

/// Saturated: a limit of years is for ever.
std::optional<clock::time_point> deadline_after(const wait_limit& limit) {
  if (!limit) return std::nullopt;
  const auto now = clock::now();
  if (*limit > clock::time_point::max() - now) return std::nullopt;
  return now + *limit;
}

}  // namespace

completion_channel_body::completion_channel_body(context_body& context)
    : body(rank::completion_channel),
      device_(context.name()),
      native_(create(context)),
      fd_(native_->fd) {}

bool completion_channel_body::sleep(const deadline& until) const {
  for (;;) {
    timespec left{};
    if (until) {
      const auto nanoseconds = std::max<std::chrono::nanoseconds::rep>(
          0, std::chrono::nanoseconds(*until - clock::now()).count());
      left.tv_sec = static_cast<time_t>(nanoseconds / 1'000'000'000);
      left.tv_nsec = static_cast<long>(nanoseconds % 1'000'000'000);
    }
    pollfd one{.fd = fd_, .events = POLLIN, .revents = 0};
    const int count = ppoll(&one, 1, until ? &left : nullptr, nullptr);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw error(errno, "poll", describe(), "");
    if (count == 0) return false;
    if ((one.revents & POLLIN) != 0) return true;
    throw error(ENODEV, "poll", describe(),
                "its descriptor reports an error: the device has gone, or the descriptor was "
                "closed by others");
  }
}

void completion_channel_body::take_events() {
  for (;;) {
    ibv_cq* native = nullptr;
    void* of = nullptr;
    if (ibv_get_cq_event(native_.get(), &native, &of) != 0) {
      if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return;
      throw error(errno, "ibv_get_cq_event", describe(), "");
    }
    auto* const cq = static_cast<cq_body*>(of);
    cq->take_event();
    ready_.push_back(cq);
  }
}

std::optional<std::uint32_t> completion_channel_body::wait(wait_limit limit) {
  const auto until = deadline_after(limit);
  for (;;) {
    {
      const auto open = while_open("wait");
      take_events();
      if (!ready_.empty()) {
        const auto cqn = ready_.front()->cqn();
        ready_.erase(ready_.begin());
        return cqn;
      }
    }
    if (!sleep(until)) return std::nullopt;
  }
}

bool completion_channel_body::wait_for(cq_body& cq, wait_limit limit) {
  const auto until = deadline_after(limit);
  for (;;) {
    {
      const auto open = cq.while_open("wait");
      take_events();
      const auto found = std::find(ready_.begin(), ready_.end(), &cq);
      if (found != ready_.end()) {
        ready_.erase(found);
        return true;
      }
    }
    if (!sleep(until)) return false;
  }
}

int completion_channel_body::destroy(cq_body& cq) noexcept {
  cq.acknowledge();  // the verb waits for it
  const int returned = verbs::destroy(cq.native_);
  if (returned == 0) ready_.erase(std::remove(ready_.begin(), ready_.end(), &cq), ready_.end());
  return returned;
}

}  // namespace verbatim::verbs
