// expect: fenced<int>
#include "queues.hpp"

verbatim::post_result misuse(relaxed_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(verbatim::fenced(1)).finish();
#else
  return sq.sq_wqe().nop().signal(1).finish();
#endif
}
