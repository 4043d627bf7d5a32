// Writes send WQEs to a file, for whoever wants to know what a program posts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "objects/queue_pair.hpp"

namespace verbatim::emulator {

/// Appends the WQE to the file that options::capture_file names, if one is: a line of JSON, written
/// with one write(2), so that lines of several processes stay whole. docs/emulator.md lists the
/// keys. `wqe` is all that ds counts; `refused` if the device does not execute it.
void capture(const queue_pair& qp, std::uint16_t wqe_index, std::span<const std::byte> wqe,
             bool refused);

}  // namespace verbatim::emulator
