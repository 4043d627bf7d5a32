// expect: no matching function for call to .*builder.*::finish\(\)|too few arguments to function call, single argument 'entry' was not specified
#include "queues.hpp"

verbatim::post_result misuse(verbatim::shared_recv_queue<int>& srq) {
#ifdef CONTROL
  return srq.srq_wqe().sge(1, 2, 3).finish(4);
#else
  return srq.srq_wqe().sge(1, 2, 3).finish();
#endif
}
