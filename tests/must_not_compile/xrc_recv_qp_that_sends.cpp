// expect: xrc_recv_qp.* has no member named .sq_wqe|no member named .sq_wqe.*xrc_recv_qp
#include "queues.hpp"

#ifdef CONTROL
using queue_pair = verbatim::xrc_send_qp<int>;
#else
using queue_pair = verbatim::xrc_recv_qp;
#endif

verbatim::post_result misuse(queue_pair& qp) {
  return qp.sq_wqe().xrc(1).send().no_data().finish();
}
