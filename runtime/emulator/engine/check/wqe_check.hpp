// Strict reading of a send WQE: either the operation that it requests, or an error in words.
#pragma once

#include <cstddef>
#include <span>
#include <variant>

#include "engine/check/operation.hpp"

namespace verbatim::emulator {

/// Reads the WQE that begins at `wqe`, which holds all of its posted octowords, at most 63,
/// contiguously.
std::variant<operation, wqe_problem> check_wqe(std::span<const std::byte> wqe,
                                               const wqe_expectation& expected);

}  // namespace verbatim::emulator
