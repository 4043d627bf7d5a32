// expect: needs_av\W.*no member named .stream_id\W|no member named .stream_id\W.*needs_av\W
#include "queues.hpp"

verbatim::post_result misuse(dci_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).nop().signal(1).finish();
#else
  return sq.sq_wqe().stream_id(1).av(1, 2, 3).nop().signal(1).finish();
#endif
}
