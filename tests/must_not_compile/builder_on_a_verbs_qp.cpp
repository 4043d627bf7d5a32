// expect: no member named .sq_wqe
#include "queues.hpp"

verbatim::posted_list misuse(verbatim::verbs_rc_qp& qp, const verbatim::memory_slice& slice) {
#ifdef CONTROL
  return qp.post(verbatim::verbs_rc_qp::request::send(slice));
#else
  qp.sq_wqe().send().sge(slice.addr(), slice.length(), slice.lkey()).finish();
#endif
}
