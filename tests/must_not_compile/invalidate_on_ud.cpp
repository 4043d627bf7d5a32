// expect: send_needs_data\W.*no member named .invalidate\W|no member named .invalidate\W.*send_needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(ud_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).send().imm(1).no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().invalidate(1).no_data().finish();
#endif
}
