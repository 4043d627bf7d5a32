// expect: a queue pair on an srq<Entry> has the RecvEntry on_srq<Entry>
#include "queues.hpp"

#ifdef CONTROL
using queue_pair = verbatim::rc_qp<int, verbatim::on_srq<char>>;
#else
using queue_pair = verbatim::rc_qp<int>;
#endif

auto misuse(const verbatim::pd& pd, const verbatim::cq<queue_pair>& cq,
            const verbatim::srq<char>& srq) {
  return queue_pair(pd, cq, srq);
}
