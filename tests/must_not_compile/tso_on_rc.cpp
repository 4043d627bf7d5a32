// expect: rc\b.*needs_verb\W.*no member named .tso\W|no member named .tso\W.*rc\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, [[maybe_unused]] byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().send().sge(3, 4, 5).finish();
#else
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).sge(3, 4, 5).finish();
#endif
}
