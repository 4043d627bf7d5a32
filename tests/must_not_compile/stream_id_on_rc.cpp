// expect: needs_verb\W.*no member named .stream_id\W|no member named .stream_id\W.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().finish();
#else
  return sq.sq_wqe().stream_id(1).nop().finish();
#endif
}
