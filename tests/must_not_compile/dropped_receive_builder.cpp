// expect: ignoring return.* value .*(builder.*nodiscard|with .nodiscard. attribute)
#include "queues.hpp"

void misuse(recv_queue& rq) {
#ifdef CONTROL
  (void)rq.rq_wqe().sge(1, 2, 3);
#else
  rq.rq_wqe().sge(1, 2, 3);
#endif
}
