// expect: has_sge\W.*no member named .inline_data\W|no member named .inline_data\W.*has_sge\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().read().rdma(1, 2).sge(1, 2, 3).sge(4, 5, 6).finish();
#else
  return sq.sq_wqe().read().rdma(1, 2).sge(1, 2, 3).inline_data({}).finish();
#endif
}
