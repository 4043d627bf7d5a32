// expect: ready\W.*no member named .sge\W|no member named .sge\W.*ready\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().fetch_add().rdma(1, 2).operands(3).sge(5, 6).finish();
#else
  return sq.sq_wqe().fetch_add().rdma(1, 2).operands(3).sge(5, 6).sge(7, 8).finish();
#endif
}
