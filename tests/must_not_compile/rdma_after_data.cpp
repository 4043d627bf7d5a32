// expect: has_data\W.*no member named .rdma\W|no member named .rdma\W.*has_data\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, 2).sge(3, 4, 5).finish();
#else
  return sq.sq_wqe().write().rdma(1, 2).sge(3, 4, 5).rdma(1, 2).finish();
#endif
}
