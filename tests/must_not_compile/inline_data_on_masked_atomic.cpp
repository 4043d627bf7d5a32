// expect: needs_sge\W.*no member named .inline_data\W|no member named .inline_data\W.*needs_sge\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq, [[maybe_unused]] byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().masked_fetch_add32().rdma(1, 2).operands(1, 2).sge(5, 6).finish();
#else
  return sq.sq_wqe().masked_fetch_add32().rdma(1, 2).operands(1, 2).inline_data(bytes).finish();
#endif
}
