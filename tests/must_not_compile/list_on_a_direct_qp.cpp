// expect: no member named .post
#include "queues.hpp"

verbatim::post_result misuse(verbatim::rc_qp<int>& qp, const verbatim::memory_slice& slice) {
#ifdef CONTROL
  return qp.sq_wqe().send().sge(slice.addr(), slice.length(), slice.lkey()).finish();
#else
  return qp.post(verbatim::verbs_rc_qp::request::send(slice));
#endif
}
