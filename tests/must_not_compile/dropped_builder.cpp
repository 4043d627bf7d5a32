// expect: ignoring return.* value .*(needs_data.*nodiscard|with .nodiscard. attribute)
#include "queues.hpp"

void misuse(rc_queue& sq) {
#ifdef CONTROL
  (void)sq.sq_wqe().write().rdma(1, 2);
#else
  sq.sq_wqe().write().rdma(1, 2);
#endif
}
