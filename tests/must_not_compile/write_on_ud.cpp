// expect: ud\b.*needs_verb\W.*no member named .write\W|no member named .write\W.*ud\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().sge(3, 4, 5).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).write().rdma(1, 2).sge(3, 4, 5).finish();
#endif
}
