// The units in which mlx5 counts a WQE's length.
#pragma once

#include <cstddef>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// The unit of a WQE's length, in bytes: ctrl_seg.ds counts octowords.
inline constexpr std::size_t octoword = 16;

/// The unit of a send ring, in bytes: a WQE basic block.
inline constexpr std::size_t wqebb = 64;

}  // namespace verbatim
