// The units in which mlx5 counts a WQE's length.
#pragma once

#include <cstddef>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

inline constexpr std::size_t octoword = 16;  ///< in bytes; ctrl_seg.ds counts octowords
inline constexpr std::size_t wqebb = 64;     ///< in bytes; the unit of a send ring: a WQE basic
                                             ///< block

}  // namespace verbatim
