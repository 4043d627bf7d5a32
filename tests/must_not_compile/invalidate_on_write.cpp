// expect: needs_rdma\W.*no member named .invalidate\W|no member named .invalidate\W.*needs_rdma\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, 2).no_data().finish();
#else
  return sq.sq_wqe().write().invalidate(7).rdma(1, 2).no_data().finish();
#endif
}
