// expect: needs_sge\W.*no member named .finish\W|no member named .finish\W.*needs_sge\W
#include "queues.hpp"

verbatim::post_result misuse(xrq_cmd_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().tag_append().tag(1, 2, 3, 1, 0, 0).sge(1, 2, 3).finish();
#else
  return sq.sq_wqe().tag_append().tag(1, 2, 3, 1, 0, 0).finish();
#endif
}
