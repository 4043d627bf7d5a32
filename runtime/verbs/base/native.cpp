// Ownership of the objects of libibverbs and libmlx5.
#include "verbatim/verbs/base/native.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cerrno>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {
namespace {

template <class Native>
int with_context(int (*destroy)(Native*), Native* object) noexcept {
  auto* const context = object->context;
  return unless_removed(destroy(object), context);
}

}  // namespace

int unless_removed(int returned, ibv_context* context) noexcept {
  if (returned == 0 || error_number(returned) != EIO) return returned;
  ibv_device_attr attr{};
  return error_number(ibv_query_device(context, &attr)) == EIO ? 0 : returned;
}

int destroy(ibv_ah* ah) noexcept { return with_context(ibv_destroy_ah, ah); }
int destroy(ibv_comp_channel* channel) noexcept {
  return with_context(ibv_destroy_comp_channel, channel);
}
int destroy(ibv_context* context) noexcept { return ibv_close_device(context); }
int destroy(ibv_cq* cq) noexcept { return with_context(ibv_destroy_cq, cq); }
int destroy(ibv_dm* memory) noexcept { return with_context(ibv_free_dm, memory); }
int destroy(ibv_mr* mr) noexcept { return with_context(ibv_dereg_mr, mr); }
int destroy(ibv_mw* mw) noexcept { return with_context(ibv_dealloc_mw, mw); }
int destroy(ibv_pd* pd) noexcept { return with_context(ibv_dealloc_pd, pd); }
int destroy(ibv_qp* qp) noexcept { return with_context(ibv_destroy_qp, qp); }
int destroy(ibv_srq* srq) noexcept { return with_context(ibv_destroy_srq, srq); }
int destroy(ibv_td* td) noexcept { return with_context(ibv_dealloc_td, td); }
int destroy(ibv_xrcd* xrcd) noexcept { return with_context(ibv_close_xrcd, xrcd); }
int destroy(mlx5dv_devx_event_channel* channel) noexcept {
  mlx5dv_devx_destroy_event_channel(channel);
  return 0;
}
int destroy(mlx5dv_devx_obj* object) noexcept { return mlx5dv_devx_obj_destroy(object); }
int destroy(mlx5dv_devx_umem* umem) noexcept { return mlx5dv_devx_umem_dereg(umem); }
int destroy(mlx5dv_devx_uar* uar) noexcept {
  mlx5dv_devx_free_uar(uar);
  return 0;
}

}  // namespace verbatim::verbs
