// Repeats the work of the device in a recording.
#pragma once

#include <string>

#include "objects/device.hpp"
#include "recording/bodies.hpp"
#include "recording/reader.hpp"

namespace verbatim::emulator {

/// Returns true if the record is something that the device did.
bool is_effect(const recording::record& one) noexcept;

/// Returns true if the program has consumed as many CQEs as when the CQE was recorded; with `hurry`,
/// if there is room for it: a program that has seen enough need not consume the rest.
bool has_room_for(const device& on, const recording::cqe_body& cqe, bool hurry);

/// Does it again, to the objects of the same numbers. Returns the reason why that is not possible,
/// or nothing. Requires device::lock().
std::string apply(device& on, const recording::record& one);

/// Posts an event to all contexts that have opened a device.
void announce_again(const device& all, unsigned card, async_event event, unsigned port);

}  // namespace verbatim::emulator
