// expect: ready\W.*no member named .sge\W|no member named .sge\W.*ready\W
#include "queues.hpp"

verbatim::post_result misuse(xrq_cmd_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().tag_remove().tag(1, 1, 0, 0).finish();
#else
  return sq.sq_wqe().tag_remove().tag(1, 1, 0, 0).sge(1, 2, 3).finish();
#endif
}
