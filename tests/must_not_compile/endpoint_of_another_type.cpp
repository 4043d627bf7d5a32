// expect: not a type of this queue
#include "queues.hpp"

#ifdef CONTROL
using attached = rc_endpoint;
#else
using attached = uc_endpoint;
#endif

void misuse(verbatim::completion_queue<rc_endpoint>& cq, attached& endpoint) {
  cq.attach(1, endpoint);
}
