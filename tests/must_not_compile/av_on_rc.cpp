// expect: rc\b.*needs_verb\W.*no member named .av\W|no member named .av\W.*rc\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().send().no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#endif
}
