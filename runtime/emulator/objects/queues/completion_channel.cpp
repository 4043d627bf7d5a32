// Passes completion events to the program.
#include "objects/queues/completion_channel.hpp"

namespace verbatim::emulator {

// The program reads struct ib_uverbs_comp_event_desc, which contains only the user handle.
completion_channel::completion_channel() : events_(sizeof(std::uint64_t)) {}

void completion_channel::post(std::uint64_t cq_user_handle) noexcept {
  events_.put(std::as_bytes(std::span(&cq_user_handle, 1)));
}

}  // namespace verbatim::emulator
