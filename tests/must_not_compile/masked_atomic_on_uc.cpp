// expect: uc\b.*needs_verb\W.*no member named .fetch_add32\W|no member named .fetch_add32\W.*uc\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(uc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().fetch_add32().rdma(1, 2).operands(3).sge(1, 2).finish();
#endif
}
