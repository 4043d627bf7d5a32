// An open device as commands to it and its doorbell registers need it.
#include "verbatim/verbs/context/native_context.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <utility>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {

native_context::native_context(native_ptr<ibv_context> native)
    : body(rank::context),
      native_(std::move(native)),
      name_(ibv_get_device_name(native_->device)),
      is_mlx5_(mlx5dv_is_supported(native_->device)) {}

void native_context::require_mlx5(std::string_view call, std::string_view remedy) const {
  if (is_mlx5_) return;
  throw error(std::errc::not_supported, call, name_,
              "it is not an mlx5 device, and this is made for those only; " + std::string(remedy));
}

mmio::doorbell_register* native_context::doorbell(std::byte* reg, std::uint32_t half_size,
                                                  mmio::ringers ringers) {
  auto& found = doorbells_.try_emplace(reg, reg, half_size, memory_of(reg), ringers).first->second;
  return found.ringers == ringers ? &found.doorbell : nullptr;
}

mmio::register_memory native_context::memory_of(const std::byte* reg) const {
  // A context has one uncached register. All queue pairs without another register use it.
  const native_ptr<mlx5dv_devx_uar> uncached(
      mlx5dv_devx_alloc_uar(native(), MLX5DV_UAR_ALLOC_TYPE_NC));
  return uncached != nullptr && uncached->reg_addr == reg ? mmio::register_memory::uncached
                                                          : mmio::register_memory::write_combining;
}

}  // namespace verbatim::verbs
