// expect: dci\b.*needs_av\W.*no member named .write\W|no member named .write\W.*dci\b.*needs_av\W
#include "queues.hpp"

verbatim::post_result misuse(dci_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).write().rdma(1, 2).no_data().finish();
#else
  return sq.sq_wqe().write().rdma(1, 2).no_data().finish();
#endif
}
