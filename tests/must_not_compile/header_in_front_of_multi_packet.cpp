// expect: raw_packet\b.*needs_verb\W.*no member named .multi_packet\W|no member named .multi_packet\W.*raw_packet\b.*needs_verb\W
#include "queues.hpp"

verbatim::post_result misuse(raw_packet_queue& sq, [[maybe_unused]] byte_view header) {
#ifdef CONTROL
  return sq.sq_wqe().multi_packet().eth(1, 1, 0).packet(1, 2, 3).finish();
#else
  return sq.sq_wqe().eth(1, 1, header).multi_packet().packet(1, 2, 3).finish();
#endif
}
