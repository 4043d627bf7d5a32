// expect: needs_rdma\W.*no member named .sge\W|no member named .sge\W.*needs_rdma\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, 2).sge(1, 2, 3).finish();
#else
  return sq.sq_wqe().write().sge(1, 2, 3).finish();
#endif
}
