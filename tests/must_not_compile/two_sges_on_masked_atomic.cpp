// expect: ready\W.*no member named .sge\W|no member named .sge\W.*ready\W
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().masked_cas64().rdma(1, 2).operands(1, 2, 3, 4).sge(5, 6).finish();
#else
  return sq.sq_wqe().masked_cas64().rdma(1, 2).operands(1, 2, 3, 4).sge(5, 6).sge(7, 8).finish();
#endif
}
