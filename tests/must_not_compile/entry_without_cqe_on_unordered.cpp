// expect: only wqe_table::ordered_dense hands such entries back
#include "queues.hpp"

verbatim::post_result misuse(unordered_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().nop().signal(1).finish();
#else
  return sq.sq_wqe().nop().entry(1).finish();
#endif
}
