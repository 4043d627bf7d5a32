// expect: unsignaled WQE on an unordered queue
#include "queues.hpp"

verbatim::post_result misuse(unordered_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(1).finish();
#else
  return sq.sq_wqe().nop().finish();
#endif
}
