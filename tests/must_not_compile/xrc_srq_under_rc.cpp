// expect: no matching (function|constructor)
#include "queues.hpp"

using queue_pair = verbatim::rc_qp<int, verbatim::on_srq<int>>;
#ifdef CONTROL
using shared = verbatim::srq<int>;
#else
using shared = verbatim::xrc_srq<int>;
#endif

queue_pair misuse(const verbatim::pd& pd, const verbatim::cq<queue_pair>& cq, const shared& srq) {
  return queue_pair(pd, cq, srq);
}
