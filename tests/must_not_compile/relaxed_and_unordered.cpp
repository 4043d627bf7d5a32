// expect: ordering::relaxed with wqe_table::unordered: there a CQE frees its own WQE only
#include "queues.hpp"

#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::ordering::relaxed>;
#else
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::ordering::relaxed,
                                   verbatim::wqe_table::unordered>;
#endif

auto misuse(queue& sq) { return sq.available(); }
