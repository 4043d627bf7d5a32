// expect: dci_streams::used: only a DCI has streams
#include "queues.hpp"

#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::unordered>;
#else
using queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::unordered,
                                   verbatim::dci_streams::used>;
#endif

auto misuse(queue& sq) { return sq.available(); }
