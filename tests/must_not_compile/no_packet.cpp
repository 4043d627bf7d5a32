// expect: needs_data\W.*no member named .finish\W|no member named .finish\W.*needs_data\W
#include "queues.hpp"

verbatim::post_result misuse(raw_packet_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().multi_packet().eth(1, 1, 0).packet(1, 2, 3).finish();
#else
  return sq.sq_wqe().multi_packet().eth(1, 1, 0).finish();
#endif
}
