// expect: dci_streams::used needs wqe_table::unordered: streams complete in any order
#include "queues.hpp"

#ifdef CONTROL
using queue = verbatim::send_queue<verbatim::dci, int, verbatim::wqe_table::unordered,
                                   verbatim::dci_streams::used>;
#else
using queue = verbatim::send_queue<verbatim::dci, int, verbatim::dci_streams::used>;
#endif

auto misuse(queue& sq) { return sq.available(); }
