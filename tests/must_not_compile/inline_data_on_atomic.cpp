// expect: needs_sge\W.*no member named .inline_data\W|no member named .inline_data\W.*needs_sge\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().cas().rdma(1, 2).operands(3, 4).sge(5, 6).finish();
#else
  return sq.sq_wqe().cas().rdma(1, 2).operands(3, 4).inline_data({}).finish();
#endif
}
