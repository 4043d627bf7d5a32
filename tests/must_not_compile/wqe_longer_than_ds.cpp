// expect: ctrl_seg.ds ends a WQE at 16 WQEBBs
#include "queues.hpp"

#ifdef CONTROL
constexpr unsigned max_wqebbs = 16;
#else
constexpr unsigned max_wqebbs = 17;
#endif

using queue = verbatim::send_queue<verbatim::rc, int, verbatim::ring_end::wrapping, max_wqebbs>;

auto misuse(queue& sq) { return sq.sq_wqe().nop().finish(); }
