// expect: a WQE without an entry on a dense queue
#include "queues.hpp"

verbatim::post_result misuse(dense_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().entry(1).finish();
#else
  return sq.sq_wqe().nop().finish();
#endif
}
