// Ownership of the objects of libibverbs and libmlx5.
#include "verbatim/verbs/native.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

namespace verbatim::verbs {

int destroy(ibv_ah* ah) noexcept { return ibv_destroy_ah(ah); }
int destroy(ibv_comp_channel* channel) noexcept { return ibv_destroy_comp_channel(channel); }
int destroy(ibv_context* context) noexcept { return ibv_close_device(context); }
int destroy(ibv_cq* cq) noexcept { return ibv_destroy_cq(cq); }
int destroy(ibv_dm* memory) noexcept { return ibv_free_dm(memory); }
int destroy(ibv_mr* mr) noexcept { return ibv_dereg_mr(mr); }
int destroy(ibv_mw* mw) noexcept { return ibv_dealloc_mw(mw); }
int destroy(ibv_pd* pd) noexcept { return ibv_dealloc_pd(pd); }
int destroy(ibv_qp* qp) noexcept { return ibv_destroy_qp(qp); }
int destroy(ibv_srq* srq) noexcept { return ibv_destroy_srq(srq); }
int destroy(ibv_td* td) noexcept { return ibv_dealloc_td(td); }
int destroy(ibv_xrcd* xrcd) noexcept { return ibv_close_xrcd(xrcd); }
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
