// expect: the same policy of a send queue is given twice
#include "queues.hpp"

#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::unordered>;
#else
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::unordered,
                                   verbatim::wqe_table::ordered_dense>;
#endif

auto misuse(queue& sq) { return sq.available(); }
