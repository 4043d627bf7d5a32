// expect: ready\W.*no member named .sge\W|no member named .sge\W.*ready\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().send().inline_data(bytes).finish();
#else
  return sq.sq_wqe().send().inline_data(bytes).sge(1, 2, 3).finish();
#endif
}
