// Ownership of the objects of libibverbs.
#include "verbatim/verbs/native.hpp"

#include <infiniband/verbs.h>

namespace verbatim::verbs {

int destroy(ibv_ah* ah) noexcept { return ibv_destroy_ah(ah); }
int destroy(ibv_comp_channel* channel) noexcept { return ibv_destroy_comp_channel(channel); }
int destroy(ibv_context* context) noexcept { return ibv_close_device(context); }
int destroy(ibv_cq* cq) noexcept { return ibv_destroy_cq(cq); }
int destroy(ibv_mr* mr) noexcept { return ibv_dereg_mr(mr); }
int destroy(ibv_pd* pd) noexcept { return ibv_dealloc_pd(pd); }
int destroy(ibv_qp* qp) noexcept { return ibv_destroy_qp(qp); }
int destroy(ibv_srq* srq) noexcept { return ibv_destroy_srq(srq); }
int destroy(ibv_td* td) noexcept { return ibv_dealloc_td(td); }
int destroy(ibv_xrcd* xrcd) noexcept { return ibv_close_xrcd(xrcd); }

}  // namespace verbatim::verbs
