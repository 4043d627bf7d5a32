// expect: no matching (member )?function for call to .*\bav\b
#include "queues.hpp"

verbatim::post_result misuse(ud_compact_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().av(verbatim::av_ud_compact_seg{}).send().no_data().finish();
#else
  return sq.sq_wqe().av(verbatim::av_ud_seg{}).send().no_data().finish();
#endif
}
