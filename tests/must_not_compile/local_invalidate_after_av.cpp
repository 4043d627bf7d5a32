// expect: dci\b.*needs_verb\W.*no member named .local_invalidate\W|no member named .local_invalidate\W.*dci\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(dci_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().local_invalidate().key(1).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).local_invalidate().key(1).finish();
#endif
}
