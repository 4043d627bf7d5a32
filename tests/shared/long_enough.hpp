// How long tests wait for what has to come.
#pragma once

#include <chrono>

namespace verbatim {

/// A test ends its wait as soon as it has what it waits for. On a loaded machine that takes seconds.
/// A test of something that must not come waits for less: see not_there.
inline constexpr std::chrono::seconds long_enough{10};

/// How long tests wait for what must not come.
inline constexpr std::chrono::milliseconds not_there{50};

}  // namespace verbatim
