// expect: finish\(\) rings the doorbell
#include "queues.hpp"

void misuse(rc_queue& sq) {
#ifdef CONTROL
  sq.sq_blueflame_wqe().finish();
#else
  sq.sq_blueflame_wqe();
#endif
}
