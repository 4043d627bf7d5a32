// expect: xrq_cmd\b.*needs_verb\W.*no member named .send\W|no member named .send\W.*xrq_cmd\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(xrq_cmd_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().send().no_data().finish();
#endif
}
