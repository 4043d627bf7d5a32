// expect: a policy of a send queue is a ring_end, wqe_table, ordering, dci_streams, ringers or register_memory
#include "queues.hpp"

#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::rc, int, 2>;
#else
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::opcode::nop>;
#endif

auto misuse(queue& sq) { return sq.available(); }
