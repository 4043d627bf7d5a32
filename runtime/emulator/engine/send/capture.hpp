// Writes send WQEs to a file, to show the posts of a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

/// Appends the WQE, as a line of JSON, to the file that options::capture_file names, if any. The
/// line is written with one write(2), so that lines of several processes stay whole. If a write
/// fails, reports it once and writes no more. docs/emulator.md lists the keys. `wqe` has all
/// octowords that ds counts; `refused` is true if the device does not execute it.
void capture(const queue_pair& qp, std::uint16_t wqe_index, std::span<const std::byte> wqe,
             bool refused);

}  // namespace verbatim::emulator
