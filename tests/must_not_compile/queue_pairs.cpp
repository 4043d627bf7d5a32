// Types of queue pairs, and the attributes that connect them.
#include "queues.hpp"

// case: qp_of_underlay
// expect: an underlay queue pair shares the QP number of an IPoIB device
#ifdef CONTROL
using queue_pair = verbatim::qp<verbatim::ud, int>;
#else
using queue_pair = verbatim::qp<verbatim::ud_underlay, int>;
#endif

auto misuse(queue_pair& qp) { return qp.available(); }

// case: dci_that_receives
// expect: a DCI receives nothing: its RecvEntry is void, and a dct receives
#ifdef CONTROL
using queue_pair = verbatim::qp<verbatim::dci, int, void>;
#else
using queue_pair = verbatim::qp<verbatim::dci, int, int>;
#endif

auto misuse(queue_pair& qp) { return qp.available(); }

// case: xrc_send_qp_that_receives
// expect: an XRC send QP receives nothing: its RecvEntry is void, and an xrc_recv_qp receives into the xrc_srq
#ifdef CONTROL
using queue_pair = verbatim::qp<verbatim::xrc, int, void>;
#else
using queue_pair = verbatim::qp<verbatim::xrc, int, int>;
#endif

auto misuse(queue_pair& qp) { return qp.available(); }

// case: xrc_recv_qp_that_sends
// expect: xrc_recv_qp.* has no member named .sq_wqe|no member named .sq_wqe.*xrc_recv_qp
#ifdef CONTROL
using queue_pair = verbatim::xrc_send_qp<int>;
#else
using queue_pair = verbatim::xrc_recv_qp;
#endif

verbatim::post_result misuse(queue_pair& qp) {
  return qp.sq_wqe().xrc(1).send().no_data().finish();
}

// case: connect_on_ud
// expect: no member named .connect
void misuse(verbatim::ud_qp<int>& qp, const verbatim::qp_address& peer) {
#ifdef CONTROL
  (void)peer;
  qp.activate();
#else
  qp.connect(peer);
#endif
}

// case: group_on_a_dci
// expect: no member named .attach
#ifdef CONTROL
using type = verbatim::ud_qp<int>;
#else
using type = verbatim::dci_qp<int>;  // only UD queue pairs receive what is sent to groups
#endif

void join(type& qp, const verbatim::multicast_group& group) { qp.attach(group); }

// case: lid_on_roce
// expect: dlid
verbatim::path misuse() {
#ifdef CONTROL
  return verbatim::ib_path{.dlid = verbatim::lid(4)};
#else
  return verbatim::roce_path{.dlid = verbatim::lid(4)};
#endif
}

// case: timeout_without_unit
// expect: int.*to.*ack_timeout
verbatim::rts_attributes misuse() {
#ifdef CONTROL
  const verbatim::ack_timeout timeout(14);
#else
  const verbatim::ack_timeout timeout = 14;
#endif
  return {.timeout = timeout};
}
