// From what a command names to the event file or register page that it means.
#pragma once

#include <memory>
#include <optional>

#include "abi/handlers.hpp"

namespace verbatim::emulator {

/// The completion channel behind a descriptor; null without one. Refuses with EBADF what is none.
std::shared_ptr<completion_channel> channel_of(const request& to, std::optional<int> descriptor);

/// The event file behind a descriptor, or the context's own. Refuses with EBADF what is none.
std::shared_ptr<async_event_file> async_events_of(const request& to, std::optional<int> descriptor);

/// The register page of that index. Refuses with EINVAL what is none of this context.
uar_page& register_page(const request& to, std::uint32_t index);

/// The port of that number. Refuses with EINVAL what does not exist.
const port_identity& port_of(const request& to, std::uint64_t number);

}  // namespace verbatim::emulator
