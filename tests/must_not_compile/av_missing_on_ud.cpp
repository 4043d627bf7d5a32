// expect: ud\b.*needs_av\W.*no member named .send\W|no member named .send\W.*ud\b.*needs_av\W
#include "queues.hpp"

verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#else
  return sq.sq_wqe().send().no_data().finish();
#endif
}
