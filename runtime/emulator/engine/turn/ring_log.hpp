// Writes the traffic of each ring to a file, to show whether a ring has wrapped.
#pragma once

#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

// Each function appends one line of JSON for a ring to the file that options::rings_file names, if
// any. The line is written with one write(2), so that lines of several processes stay whole.
// docs/emulator.md lists the keys. A ring that the engine does not know any more has no line.

void log_rings(queue_pair& qp);
void log_ring(shared_receive_queue& srq);
void log_ring(completion_queue& cq);

}  // namespace verbatim::emulator
