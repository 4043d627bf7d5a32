// expect: a DCI receives nothing: its RecvEntry is void, and a dct receives
#include "queues.hpp"

#ifdef CONTROL
using queue_pair = verbatim::qp<verbatim::dci, int, void>;
#else
using queue_pair = verbatim::qp<verbatim::dci, int, int>;
#endif

auto misuse(queue_pair& qp) { return qp.available(); }
