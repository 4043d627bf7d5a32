// expect: an XRC send QP receives nothing: its RecvEntry is void, and an xrc_recv_qp receives into the xrc_srq
#include "queues.hpp"

#ifdef CONTROL
using queue_pair = verbatim::qp<verbatim::xrc, int, void>;
#else
using queue_pair = verbatim::qp<verbatim::xrc, int, int>;
#endif

auto misuse(queue_pair& qp) { return qp.available(); }
