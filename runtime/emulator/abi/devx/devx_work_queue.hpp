// The work queue inside an RMP's or an XRQ's context: the location of shared receive WQEs.
#pragma once

#include <cstdint>

#include "abi/handlers.hpp"
#include "abi/mailbox_bits.hpp"

namespace verbatim::emulator {

/// Reads the context at bit `at` of a command: protection domain, ring, doorbell record and limit.
/// Refuses features that this device does not have; the report contains `command`.
void take_work_queue(const request& to, const mailbox_input& in, std::uint32_t at,
                     const char* command, shared_receive_queue& made);

/// Writes the same context into an answer.
void answer_work_queue(const shared_receive_queue& from, std::uint32_t at, mailbox_output& out);

}  // namespace verbatim::emulator
