// expect: send_needs_data\W.*no member named .av\W|no member named .av\W.*send_needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().av(1, 2, 3).no_data().finish();
#endif
}
