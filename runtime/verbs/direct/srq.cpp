// A shared receive queue of the device, and posting to it.
#include "verbatim/verbs/direct/srq.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/direct/unrung.hpp"

namespace verbatim::verbs {

native_ptr<ibv_srq> create_srq(pd_body& pd, const srq_attributes& attributes) {
  ibv_srq_init_attr attr{};
  attr.attr.max_wr = std::max(attributes.max_wr, 1u);
  attr.attr.max_sge = std::max(attributes.max_sge, 1u);
  auto* srq = ibv_create_srq(pd.native(), &attr);
  if (srq == nullptr) {
    throw error(errno, "ibv_create_srq", pd.describe(),
                "with " + std::to_string(attributes.max_wr) + " receives of " +
                    std::to_string(attributes.max_sge) + " SGEs");
  }
  return native_ptr<ibv_srq>(srq);
}

void arm_limit(ibv_srq* srq, std::uint32_t receives, const std::string& object) {
  ibv_srq_attr attr{};
  attr.srq_limit = receives;
  check(
      ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT), "ibv_modify_srq", object,
      "is the limit, " + std::to_string(receives) + ", below the receives that there is room for?");
}

namespace {

native_ptr<ibv_srq> create(pd_body& pd, const srq_attributes& attributes) {
  pd.context().require_mlx5("create_srq");
  return create_srq(pd, attributes);
}

}  // namespace

srq_body::srq_body(pd_body& pd, const srq_attributes& attributes)
    : srq_body(pd, create(pd, attributes)) {}

srq_body::srq_body(pd_body& pd, native_ptr<ibv_srq> native)
    : body(rank::shared_receive_queue), context_(pd.context()), native_(std::move(native)) {
  mlx5dv_srq dv{};
  dv.comp_mask = MLX5DV_SRQ_MASK_SRQN;
  mlx5dv_obj object{};
  object.srq.in = native_.get();
  object.srq.out = &dv;
  check(mlx5dv_init_obj(&object, MLX5DV_OBJ_SRQ), "mlx5dv_init_obj", context_.name());
  if (dv.head != 0) {
    throw error(std::errc::not_supported, "mlx5dv_init_obj", context_.name(),
                "the list of free WQEs begins at " + std::to_string(dv.head) + ", and not at 0");
  }
  memory_ = {.ring = static_cast<std::byte*>(dv.buf),
             .wqes = dv.tail + 1u,
             .stride = dv.stride,
             .dbrec = reinterpret_cast<std::byte*>(dv.dbrec),
             .srqn = dv.srqn,
             .null_lkey = null_lkey(pd.native())};
}

void srq_body::complain_of_unrung(std::uint32_t receives, std::uint32_t commands) const noexcept
    try {
  if (context_.failed()) return;
  const auto whose = describe();
  verbs::complain_of_unrung(whose, receives, " receive", "ring_doorbell()");
  verbs::complain_of_unrung(whose, commands, " command", "tags().ring_doorbell()");
} catch (const std::bad_alloc&) {
  // There is no memory for words.
}

std::string srq_body::describe() const {
  return "SRQ " + std::to_string(memory_.srqn) + " of " + context_.name();
}

std::optional<std::uint32_t> srq_body::take_async_event(const void* native,
                                                        async_event_type) noexcept {
  if (native != native_.get()) return std::nullopt;
  return srqn();
}

int srq_body::destroy() noexcept {
  close_queue();
  return verbs::destroy(native_);
}

}  // namespace verbatim::verbs
