// expect: ready\W.*no member named .inline_data\W|no member named .inline_data\W.*ready\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().send().inline_data(bytes).finish();
#else
  return sq.sq_wqe().send().inline_data(bytes).inline_data(bytes).finish();
#endif
}
