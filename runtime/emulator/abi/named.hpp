// Finds the event file, register page or port of a command.
#pragma once

#include <memory>
#include <optional>

#include "abi/handlers.hpp"

namespace verbatim::emulator {

/// Returns the completion channel of a descriptor; null without a descriptor. Refuses with EBADF if
/// it is not a channel.
std::shared_ptr<completion_channel> channel_of(const request& to, std::optional<int> descriptor);

/// Returns the event file of a descriptor; without a descriptor, the context's own. Refuses with
/// EBADF if it is not an event file.
std::shared_ptr<async_event_file> async_events_of(const request& to, std::optional<int> descriptor);

/// Returns the register page with that index. Refuses with EINVAL if this context has none.
uar_page& register_page(const request& to, std::uint32_t index);

/// Returns the port with that number. Refuses with EINVAL if it does not exist.
const port_identity& port_of(const request& to, std::uint64_t number);

}  // namespace verbatim::emulator
