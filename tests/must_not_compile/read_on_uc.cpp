// expect: uc\b.*needs_verb\W.*no member named .read\W|no member named .read\W.*uc\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(uc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, 2).sge(3, 4, 5).finish();
#else
  return sq.sq_wqe().read().rdma(1, 2).sge(3, 4, 5).finish();
#endif
}
