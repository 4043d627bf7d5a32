// The asynchronous events that can be asked for by name, and the WQEs that are to raise them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace verbatim::emulator {

/// Of the queue pair whose WQE raises it, of where its sends complete, of its port 1, or of its device.
inline constexpr std::array<std::string_view, 11> event_names = {
    "qp_fatal",  "device_fatal", "port_active",       "port_err",       "lid_change", "pkey_change",
    "sm_change", "gid_change",   "client_reregister", "device_removed", "cq_err",
};

/// By number of the WQE, indexes of `event_names`; empty if `text` is not N:EVENT,N:EVENT and so on.
std::multimap<std::uint64_t, std::size_t> parse_events(const std::string& text);

}  // namespace verbatim::emulator
