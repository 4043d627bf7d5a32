// expect: use of deleted function .*ready::ready\(const|copy constructor of .*ready.* is implicitly deleted|call to implicitly-deleted copy constructor of .*ready
#include "queues.hpp"

verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  auto b = sq.sq_wqe().nop();
  auto c = std::move(b);
  return std::move(c).finish();
#else
  auto b = sq.sq_wqe().nop();
  auto c = b;
  return std::move(c).finish();
#endif
}
