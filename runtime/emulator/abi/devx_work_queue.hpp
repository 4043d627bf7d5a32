// The work queue inside an RMP's or an XRQ's context: where shared receive WQEs lie.
#pragma once

#include <cstdint>

#include "abi/handlers.hpp"
#include "abi/mailbox.hpp"

namespace verbatim::emulator {

/// Takes over the context that begins at bit `at` of a command: protection domain, ring, doorbell
/// record and limit. Refuses what this device does not have; `command` is named in that.
void take_work_queue(const request& to, const mailbox_input& in, std::uint32_t at,
                     const char* command, shared_receive_queue& made);

/// The same context in an answer.
void answer_work_queue(const shared_receive_queue& from, std::uint32_t at, mailbox_output& out);

}  // namespace verbatim::emulator
