// expect: no matching function for call to .*builder.*::finish\(\)|too few arguments to function call, single argument 'entry' was not specified
#include "queues.hpp"

verbatim::post_result misuse(recv_queue& rq) {
#ifdef CONTROL
  return rq.rq_wqe().sge(1, 2, 3).finish(4);
#else
  return rq.rq_wqe().sge(1, 2, 3).finish();
#endif
}
