// Strict reading of a send WQE: either the operation it asks for, or a sentence on what is wrong.
#pragma once

#include <cstddef>
#include <span>
#include <variant>

#include "engine/check/operation.hpp"

namespace verbatim::emulator {

/// Reads the WQE that begins at `wqe`, which holds all posted octowords of it, at most 63, in one
/// piece.
std::variant<operation, wqe_problem> check_wqe(std::span<const std::byte> wqe,
                                               const wqe_expectation& expected);

}  // namespace verbatim::emulator
