// The base of all completion queues: waiting for their events, and moderating them.
#include "verbatim/verbs/completion/any_cq.hpp"

#include <infiniband/verbs.h>

#include <utility>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {

any_cq_body::any_cq_body(context_body& context, std::uint32_t cqes,
                         completion_channel_body* channel)
    : channel_cq(channel != nullptr ? channel->descriptors() : nullptr),
      context_(context),
      channel_(channel) {
  check_size(cqes, "create_cq", context.describe());
}

std::string any_cq_body::describe() const {
  return "CQ " + std::to_string(number()) + " of " + context_.name();
}

void any_cq_body::check_size(std::uint32_t cqes, std::string_view call,
                             const std::string& object) const {
  const auto max_cqe = context_.limits().max_cqe;
  if (cqes != 0 && cqes <= max_cqe) return;
  throw error(std::errc::invalid_argument, call, object,
              "asked for " + std::to_string(cqes) + " CQEs, and the device's max_cqe is " +
                  std::to_string(max_cqe));
}

void any_cq_body::check_armable() const {
  if (!is_open()) (void)while_open("arm");
  if (channel_ != nullptr) return;
  throw error(std::errc::invalid_argument, "arm", describe(),
              "it has no channel to report events on: make it with a completion_channel");
}

void any_cq_body::check_moderation(std::uint16_t count, std::chrono::microseconds period,
                                   std::chrono::microseconds longest) const {
  ibv_device_attr_ex device{};
  check(ibv_query_device_ex(context_.native(), nullptr, &device), "ibv_query_device_ex",
        context_.name());
  auto most = device.cq_mod_caps;
  most.max_cq_period = static_cast<std::uint16_t>(
      std::min<std::chrono::microseconds::rep>(most.max_cq_period, longest.count()));
  if (most.max_cq_count == 0 || most.max_cq_period == 0) {
    throw error(std::errc::not_supported, "moderate", describe(),
                "the device does not moderate events");
  }
  if (count > most.max_cq_count || period.count() < 0 || period.count() > most.max_cq_period) {
    throw error(std::errc::invalid_argument, "moderate", describe(),
                "the device holds events back for at most " + std::to_string(most.max_cq_count) +
                    " completions and " + std::to_string(most.max_cq_period) + " microseconds");
  }
  if ((count == 0) != (period.count() == 0)) {
    throw error(std::errc::invalid_argument, "moderate", describe(),
                "a count without a period could hold the last completions back for ever, and a "
                "period without a count is no request: give both, or 0 and 0 to end it");
  }
}

void any_cq_body::moderate(std::uint16_t count, std::chrono::microseconds period) const {
  check_moderation(count, period, std::chrono::microseconds::max());
  ibv_modify_cq_attr attr{};
  attr.attr_mask = IBV_CQ_ATTR_MODERATE;
  attr.moderate.cq_count = count;
  attr.moderate.cq_period = static_cast<std::uint16_t>(period.count());
  check(ibv_modify_cq(native(), &attr), "ibv_modify_cq", describe());
}

bool any_cq_body::wait_for_event(wait_limit limit) { return channel_->wait_for(*this, limit); }

any_cq_body::wait_guard::wait_guard(any_cq_body& cq, std::string_view call)
    : visit_(*cq.waiting()) {
  if (!visit_) cq.refuse_closed(call);
}

bool any_cq_body::go_on(const deadline& until) const {
  require_no_close("collect");
  context_.require_working("collect", describe());
  return pause(until);
}

std::optional<std::uint32_t> any_cq_body::take_async_event(const void* native,
                                                           async_event_type what) noexcept {
  if (native != this->native() && native != devx()) return std::nullopt;
  if (what == async_event_type::cq_err) overrun_ = true;
  return number();
}

any_cq_body::~any_cq_body() {
  // The body is still open here only if the constructor of a derived class has thrown.
  if (is_open() && channel_ != nullptr) channel_->forget(*this);
}

int any_cq_body::destroy() noexcept {
  return channel_ != nullptr ? channel_->destroy(*this) : destroy_object();
}

}  // namespace verbatim::verbs
