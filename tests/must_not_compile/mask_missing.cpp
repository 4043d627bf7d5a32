// expect: no matching (member )?function for call to .*\boperands\b|too (few|many) arguments to function call
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().masked_cas32().rdma(1, 2).operands(1, 2, 3, 4).sge(5, 6).finish();
#else
  return sq.sq_wqe().masked_cas32().rdma(1, 2).operands(1, 2, 3).sge(5, 6).finish();
#endif
}
