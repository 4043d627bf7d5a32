// expect: static.assert(ion)? failed.*what ud_underlay puts in front does not fit.*raise its MaxWqebbs
#include "queues.hpp"

#ifdef CONTROL
constexpr unsigned wqebbs = 2;
#else
constexpr unsigned wqebbs = 1;
#endif
using queue =
    verbatim::send_queue<verbatim::ud_underlay, int, verbatim::ring_end::contiguous, wqebbs>;

verbatim::post_result misuse(queue& sq) { return sq.sq_wqe().nop().finish(); }
