// expect: deleted
#include "queues.hpp"

void misuse(verbatim::extended_cq<>& cq) {
#ifdef CONTROL
  for (const auto& done : cq.poll()) (void)done.wr_id();
#else
  for (const auto done : cq.poll()) (void)done.wr_id();
#endif
}
