// expect: no matching (member )?function for call to .*\bsge\b|too (few|many) arguments to function call
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().swap64().rdma(1, 2).operands(3).sge(5, 6).finish();
#else
  return sq.sq_wqe().swap64().rdma(1, 2).operands(3).sge(5, 8, 6).finish();
#endif
}
