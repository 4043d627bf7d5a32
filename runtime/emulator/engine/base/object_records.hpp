// Records of the queues that a program makes, for --record.
#pragma once

#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

void record_created(const queue_pair& qp);

/// `by_device` is true if no command has changed it.
void record_changed(const queue_pair& qp, queue_pair_state previous, bool by_device);
void record_destroyed(const queue_pair& qp);

void record_created(const completion_queue& cq);
void record_resized(const completion_queue& cq);
void record_destroyed(const completion_queue& cq);

void record_created(const shared_receive_queue& srq);
void record_destroyed(const shared_receive_queue& srq);

}  // namespace verbatim::emulator
