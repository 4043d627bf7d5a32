// Compares what the program does with what it did in a recording.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "objects/device.hpp"
#include "objects/queues/queue_pair.hpp"
#include "recording/bodies.hpp"
#include "recording/reader.hpp"

namespace verbatim::emulator {

/// Returns the first difference of two texts of bytes in words; empty if there is none. Words that
/// are addresses in both differ from run to run, and are not compared.
std::string difference(std::span<const std::byte> recorded, std::span<const std::byte> addresses,
                       std::span<const std::byte> now);

/// Returns the difference of a send WQE. Payload inside it is not compared, and neither is the remote
/// address if its key is not of this process, because the peer chose it.
std::string difference(const device& of, const queue_pair& qp, const recording::send_wqe_body& then,
                       std::span<const std::byte> now);

/// Returns the name of a record with its queue and index, for a sentence.
std::string in_words(const recording::record& one);

}  // namespace verbatim::emulator
