// expect: rc\b.*needs_verb\W.*no member named .tag_append\W|no member named .tag_append\W.*rc\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().tag_append().tag(1, 2, 3, 1, 0, 0).sge(1, 2, 3).finish();
#endif
}
