// An open device.
#include "verbatim/verbs/context.hpp"

#include <infiniband/verbs.h>

#include "verbatim/verbs/error.hpp"

namespace verbatim {
namespace verbs {
namespace {

verbatim::limits query_limits(ibv_context* context, const std::string& name) {
  ibv_device_attr attr{};
  check(ibv_query_device(context, &attr), "ibv_query_device", name);
  return {
      .max_cqe = static_cast<std::uint32_t>(attr.max_cqe),
      .max_qp_wr = static_cast<std::uint32_t>(attr.max_qp_wr),
      .max_sge = static_cast<std::uint32_t>(attr.max_sge),
      .max_qp_rd_atom = static_cast<std::uint8_t>(attr.max_qp_rd_atom),
      .max_qp_init_rd_atom = static_cast<std::uint8_t>(attr.max_qp_init_rd_atom),
  };
}

}  // namespace

context_body::context_body(native_ptr<ibv_context> native)
    : body(rank::context),
      native_(std::move(native)),
      name_(ibv_get_device_name(native_->device)),
      limits_(query_limits(native_.get(), name_)) {}

mmio::doorbell_register& context_body::doorbell(std::byte* reg, std::uint32_t half_size) {
  return doorbells_.try_emplace(reg, reg, half_size).first->second;
}

int context_body::destroy() noexcept { return verbs::destroy(native_); }

}  // namespace verbs

port context::port(std::uint8_t number) const {
  const auto lock = body_->while_open("port");
  return verbs::query_port(body_->native(), number);
}

gid context::gid(std::uint8_t port, std::uint16_t index) const {
  const auto lock = body_->while_open("gid");
  return verbs::query_gid(body_->native(), verbs::query_port(body_->native(), port), index);
}

}  // namespace verbatim
