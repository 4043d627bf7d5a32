// expect: ignoring return.* value .*nodiscard.*look whether the WQE was posted
#include "queues.hpp"

void misuse(rc_queue& sq) {
#ifdef CONTROL
  (void)sq.sq_wqe().nop().finish();
#else
  sq.sq_wqe().nop().finish();
#endif
}
