// expect: an underlay queue pair shares the QP number of an IPoIB device
#include "queues.hpp"

#ifdef CONTROL
using queue_pair = verbatim::qp<verbatim::ud, int>;
#else
using queue_pair = verbatim::qp<verbatim::ud_underlay, int>;
#endif

auto misuse(queue_pair& qp) { return qp.available(); }
