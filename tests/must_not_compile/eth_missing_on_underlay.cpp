// expect: ud_underlay\b.*needs_eth\W.*no member named .send\W|no member named .send\W.*ud_underlay\b.*needs_eth\W
#include "queues.hpp"

verbatim::post_result misuse(ud_underlay_queue& sq, [[maybe_unused]] byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).eth(1, 1, bytes).send().sge(1, 2, 3).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().sge(1, 2, 3).finish();
#endif
}
