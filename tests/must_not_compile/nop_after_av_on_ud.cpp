// expect: ud\b.*needs_verb\W.*no member named .nop\W|no member named .nop\W.*ud\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).nop().finish();
#endif
}
