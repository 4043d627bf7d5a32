// expect: needs_data\W.*no member named .inline_data\W|no member named .inline_data\W.*needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().write().rdma(1, 2).inline_data(bytes).finish();
#else
  return sq.sq_wqe().read().rdma(1, 2).inline_data(bytes).finish();
#endif
}
