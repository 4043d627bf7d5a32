// expect: unsignaled\W.*no member named .signal\W|no member named .signal\W.*unsignaled\W
#include "queues.hpp"

verbatim::post_result misuse(dense_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(1).finish();
#else
  return sq.sq_wqe().nop().entry(1).signal(1).finish();
#endif
}
