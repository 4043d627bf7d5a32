// The work queue inside an RMP's or an XRQ's context: the location of shared receive WQEs.
#pragma once

#include "abi/firmware_mailbox.hpp"
#include "abi/handlers.hpp"
#include "verbatim/generated/commands/wq.hpp"

namespace verbatim::emulator {

/// Reads the context: protection domain, ring, doorbell record and limit. Refuses features that this
/// device does not have; the report contains `command`.
void take_work_queue(const request& to, const mailbox_part_input<firmware::wq>& from,
                     const char* command, shared_receive_queue& made);

/// Writes the same context into an answer.
void answer_work_queue(const shared_receive_queue& from,
                       const wire::mailbox_view<firmware::wq>& to);

}  // namespace verbatim::emulator
