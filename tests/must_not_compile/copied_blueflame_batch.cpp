// expect: use of deleted function|deleted constructor|implicitly-deleted|implicitly deleted
#include "queues.hpp"

void misuse(rc_queue& sq) {
  auto bf = sq.sq_blueflame_wqe();
#ifdef CONTROL
  auto other = std::move(bf);
#else
  auto other = bf;
#endif
  std::move(other).finish();
}
