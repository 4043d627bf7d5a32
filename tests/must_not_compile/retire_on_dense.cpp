// expect: on a dense queue one CQE brings back several entries
#include "queues.hpp"

int misuse(dense_queue& sq) {
  int sum = 0;
#ifdef CONTROL
  sq.complete(0, [&](int entry, bool, bool) { sum += entry; });
#else
  sum += sq.retire(0).entry;
#endif
  return sum;
}
