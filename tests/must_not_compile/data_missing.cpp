// expect: needs_data\W.*no member named .finish\W|no member named .finish\W.*needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, 2).no_data().finish();
#else
  return sq.sq_wqe().write().rdma(1, 2).finish();
#endif
}
