// The receive WQEs of a queue pair: its own, or those of a shared receive queue.
#pragma once

#include <optional>

#include "engine/base/vendor_syndromes.hpp"
#include "engine/ring/receive_queue.hpp"
#include "objects/queues/queue_pair.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

/// Takes the next receive WQE for that queue pair, its own or a shared one. Returns nothing if none
/// is posted.
std::optional<receive_wqe> take_receive(queue_pair& qp);

/// Does the same for a message to that SRQ.
std::optional<receive_wqe> take_receive(queue_pair& qp, shared_receive_queue& srq);

/// Completes a receive WQE that cannot take the message, reports the reason, and moves the queue
/// pair to ERR.
void fail_receive(queue_pair& qp, const receive_wqe& wqe, cqe_syndrome syndrome,
                  vendor_syndrome vendor, const finding& why);

/// Writes a CQE of syndrome wr_flush_err for each WQE that is posted to the queue pair's own ring.
/// Returns true if there was one.
bool flush_receives(queue_pair& qp);

/// Reports a raw packet queue pair that goes to RTR with receives posted: the program must write
/// their doorbell record after that change.
void look_for_early_receives(queue_pair& qp);

}  // namespace verbatim::emulator
