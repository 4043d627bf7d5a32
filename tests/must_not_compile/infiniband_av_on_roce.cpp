// expect: no matching (member )?function for call to .*\bav\b
#include "queues.hpp"

verbatim::post_result misuse(ud_roce_queue& sq, [[maybe_unused]] mac_address mac,
                             [[maybe_unused]] gid_bytes gid) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, mac, gid, 0, 64, 0xc000).send().no_data().finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().no_data().finish();
#endif
}
