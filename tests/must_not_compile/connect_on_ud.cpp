// expect: no member named .connect
#include "queues.hpp"

void misuse(verbatim::ud_qp<int>& qp, const verbatim::qp_address& peer) {
#ifdef CONTROL
  (void)peer;
  qp.activate();
#else
  qp.connect(peer);
#endif
}
