// expect: no member named .post
#include "queues.hpp"

verbatim::posted_list misuse(verbatim::session_rc_qp& qp, const verbatim::memory_slice& slice) {
#ifdef CONTROL
  auto session = qp.begin();
  session.send().sge(slice);
  return session.complete();
#else
  return qp.post(verbatim::verbs_rc_qp::request::send(slice));
#endif
}
