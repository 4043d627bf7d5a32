// The asynchronous events that can be requested by name, and the WQEs that raise them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace verbatim::emulator {

/// Names of events. An event belongs to the queue pair whose WQE raises it, to the completion queue
/// of its sends, to its port 1, or to its device.
inline constexpr std::array<std::string_view, 11> event_names = {
    "qp_fatal",  "device_fatal", "port_active",       "port_err",       "lid_change", "pkey_change",
    "sm_change", "gid_change",   "client_reregister", "device_removed", "cq_err",
};

/// Returns indexes of `event_names` by the number of the WQE; empty if `text` is not
/// N:EVENT,N:EVENT and so on.
std::multimap<std::uint64_t, std::size_t> parse_events(const std::string& text);

}  // namespace verbatim::emulator
