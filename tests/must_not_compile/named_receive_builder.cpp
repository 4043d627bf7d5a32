// expect: builder.*' as 'this' argument discards qualifiers|'this' argument to member function 'sge' is an lvalue, but function has rvalue ref-qualifier
#include "queues.hpp"

verbatim::post_result misuse(recv_queue& rq) {
#ifdef CONTROL
  auto b = rq.rq_wqe();
  return std::move(b).sge(1, 2, 3).finish(4);
#else
  auto b = rq.rq_wqe();
  return b.sge(1, 2, 3).finish(4);
#endif
}
