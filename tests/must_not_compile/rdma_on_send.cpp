// expect: needs_data\W.*no member named .rdma\W|no member named .rdma\W.*needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(3, 4, 5).finish();
#else
  return sq.sq_wqe().send().rdma(1, 2).sge(3, 4, 5).finish();
#endif
}
