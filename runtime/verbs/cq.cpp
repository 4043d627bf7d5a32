// A completion queue of the device, and the polling of it.
#include "verbatim/verbs/cq.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cerrno>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/verbs/error.hpp"

namespace verbatim::verbs {
namespace {

native_ptr<ibv_cq> create(context_body& context, std::uint32_t cqes) {
  const auto max_cqe = context.limits().max_cqe;
  if (cqes == 0 || cqes > max_cqe) {
    throw error(std::errc::invalid_argument, "create_cq", context.describe(),
                "asked for " + std::to_string(cqes) + " CQEs, and the device's max_cqe is " +
                    std::to_string(max_cqe));
  }
  ibv_cq_init_attr_ex attr{};
  attr.cqe = cqes;
  mlx5dv_cq_init_attr mlx5_attr{};
  mlx5_attr.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE;
  mlx5_attr.cqe_size = cqe64::size;
  auto* cq = mlx5dv_create_cq(context.native(), &attr, &mlx5_attr);
  if (cq == nullptr) throw error(errno, "mlx5dv_create_cq", context.describe(), "");
  return native_ptr<ibv_cq>(ibv_cq_ex_to_cq(cq));
}

}  // namespace

cq_body::cq_body(context_body& context, std::uint32_t cqes)
    : body(rank::completion_queue), device_(context.name()), native_(create(context, cqes)) {
  mlx5dv_cq dv{};
  mlx5dv_obj object{};
  object.cq.in = native_.get();
  object.cq.out = &dv;
  check(mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ), "mlx5dv_init_obj", device_);
  memory_ = {.ring = static_cast<std::byte*>(dv.buf),
             .cqes = dv.cqe_cnt,
             .cqe_size = dv.cqe_size,
             .dbrec = reinterpret_cast<std::byte*>(dv.dbrec)};
  cqn_ = dv.cqn;
}

std::string cq_body::describe() const { return "CQ " + std::to_string(cqn_) + " of " + device_; }

int cq_body::destroy() noexcept {
  close_queue();
  return verbs::destroy(native_);
}

}  // namespace verbatim::verbs
