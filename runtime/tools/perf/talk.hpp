// The messages of the two ends to each other, before and between the rounds.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tools/perf/control.hpp"
#include "tools/perf/lanes/lane.hpp"
#include "tools/perf/parameters.hpp"
#include "tools/selftest/machine.hpp"

namespace verbatim::tools::perf {

/// The version of the messages. Ends of different versions refuse each other.
inline constexpr int protocol = 2;

/// Returns the first message of either end.
control::json greeting();

/// Throws unless the peer speaks the same version.
void check_greeting(const control::json& said, const std::string& peer);

/// Throws what the peer says instead of an answer, if it does.
void check_refusal(const control::json& said, const std::string& peer);

control::json as_json(const round& what);
round round_of(const control::json& said);

/// Makes the queue pairs of one end. Throws `failure` with a sentence if the device refuses them.
std::unique_ptr<lane> open_lane(const place& on, const parameters& what, const tick_clock& clock);

/// Returns a sentence about what this end cannot do; empty if it can do all.
std::string problem_at(const place& on, const parameters& what);

/// Opens the device. Throws `failure` if there is none, if it cannot be used, or if a part of the
/// choice is wrong.
place open_place(const std::string& device, unsigned port, int gid_index);

/// Returns the facts about a device, as both ends report them.
control::json machine_of(const place& on);

}  // namespace verbatim::tools::perf
