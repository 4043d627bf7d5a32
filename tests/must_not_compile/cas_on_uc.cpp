// expect: uc\b.*needs_verb\W.*no member named .cas\W|no member named .cas\W.*uc\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(uc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, 2).sge(3, 4, 5).finish();
#else
  return sq.sq_wqe().cas().rdma(1, 2).operands(3, 4).sge(5, 6).finish();
#endif
}
