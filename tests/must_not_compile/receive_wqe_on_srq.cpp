// expect: this queue pair has no receive queue of its own: post to its srq
#include "queues.hpp"

verbatim::post_result misuse(verbatim::rc_qp<int, verbatim::on_srq<int>>& qp,
                             verbatim::srq<int>& srq) {
#ifdef CONTROL
  (void)qp;
  return srq.srq_wqe().sge(1, 2, 3).finish(4);
#else
  (void)srq;
  return qp.rq_wqe().sge(1, 2, 3).finish(4);
#endif
}
