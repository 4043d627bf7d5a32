// expect: needs_sge\W.*no member named .no_data\W|no member named .no_data\W.*needs_sge\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().swap32().rdma(1, 2).operands(3).sge(5, 6).finish();
#else
  return sq.sq_wqe().swap32().rdma(1, 2).operands(3).no_data().finish();
#endif
}
