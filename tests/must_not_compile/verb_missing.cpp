// expect: needs_verb\W.*no member named .rdma\W|no member named .rdma\W.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, 2).no_data().finish();
#else
  return sq.sq_wqe().rdma(1, 2).no_data().finish();
#endif
}
