// The units in which mlx5 counts a WQE's length.
#pragma once

#include <cstddef>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

inline constexpr std::size_t octoword = 16;  ///< bytes; a WQE's `ds` counts these
inline constexpr std::size_t wqebb = 64;     ///< bytes; a send ring's unit, a WQE basic block

}  // namespace verbatim
