// expect: dci\b.*needs_verb\W.*no member named .copy\W|no member named .copy\W.*dci\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(dci_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().copy().result(1, 2).from(1, 2, 3).to(1, 2, 3).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).copy().result(1, 2).from(1, 2, 3).to(1, 2, 3).finish();
#endif
}
