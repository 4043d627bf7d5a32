// expect: needs_rdma\W.*no member named .imm\W|no member named .imm\W.*needs_rdma\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().read().rdma(1, 2).no_data().finish();
#else
  return sq.sq_wqe().read().imm(7).rdma(1, 2).no_data().finish();
#endif
}
