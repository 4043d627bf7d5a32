// expect: uc\b.*needs_verb\W.*no member named .copy\W|no member named .copy\W.*uc\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(uc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().copy().result(1, 2).from(1, 2, 3).to(1, 2, 3).finish();
#endif
}
