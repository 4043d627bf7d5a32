// expect: write_needs_rdma' as 'this' argument discards qualifiers|'this' argument to member function 'rdma' is an lvalue, but function has rvalue ref-qualifier
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  auto b = sq.sq_wqe().write();
  return std::move(b).rdma(1, 2).no_data().finish();
#else
  auto b = sq.sq_wqe().write();
  return b.rdma(1, 2).no_data().finish();
#endif
}
