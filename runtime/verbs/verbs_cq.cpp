// A completion queue that verbs poll, of any device.
#include "verbatim/verbs/verbs_cq.hpp"

#include <cerrno>

#include "verbatim/verbs/error.hpp"

namespace verbatim::verbs {
namespace {

/// Of mlx5, CQ numbers have 24 bits.
constexpr std::uint32_t above_cq_numbers = 1u << 24;

native_ptr<ibv_cq> create(context_body& context, std::uint32_t cqes,
                          completion_channel_body* channel, any_cq_body& of) {
  native_ptr<ibv_cq> cq(ibv_create_cq(context.native(), static_cast<int>(cqes), &of,
                                      channel != nullptr ? channel->native() : nullptr, 0));
  if (cq != nullptr) return cq;
  throw error(errno, "ibv_create_cq", context.describe(), "of " + std::to_string(cqes) + " CQEs");
}

}  // namespace

verbs_cq_body::verbs_cq_body(context_body& context, std::uint32_t cqes,
                             completion_channel_body* channel)
    : any_cq_body(context, cqes, channel) {
  adopt(create(context, cqes, channel, *this));
  number_ = above_cq_numbers + native()->handle;
}

std::string verbs_cq_body::describe() const {
  return "verbs CQ " + std::to_string(number_ - above_cq_numbers) + " of " + context().name();
}

void verbs_cq_body::arm(arm_mode which) {
  check_armable();
  check(ibv_req_notify_cq(native(), which == arm_mode::solicited_only ? 1 : 0), "ibv_req_notify_cq",
        describe());
}

void verbs_cq_body::resize(std::uint32_t cqes) {
  check_size(cqes, "resize", describe());
  check(ibv_resize_cq(native(), static_cast<int>(cqes)), "ibv_resize_cq", describe(),
        "poll what is there, or ask for more room");
}

}  // namespace verbatim::verbs
