// expect: static.assert(ion)? failed.*masked_cas64 does not fit.*raise its MaxWqebbs
#include "queues.hpp"

using one_wqebb = verbatim::send_queue<verbatim::rc, int, verbatim::ring_end::contiguous, 1>;

verbatim::post_result misuse(one_wqebb& sq) {
#ifdef CONTROL
  return sq.sq_wqe().cas32().rdma(1, 2).operands(3, 4).sge(5, 6).finish();
#else
  return sq.sq_wqe().masked_cas64().rdma(1, 2).operands(3, 4, 5, 6).sge(7, 8).finish();
#endif
}
