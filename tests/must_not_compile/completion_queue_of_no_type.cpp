// expect: names the types of its queue pairs
#include "queues.hpp"

#ifdef CONTROL
using queue = verbatim::completion_queue<rc_endpoint>;
#else
using queue = verbatim::completion_queue<>;
#endif

void misuse(const verbatim::completion_queue_memory& memory) { queue cq(memory); }
