// The times for which tests wait.
#pragma once

#include <chrono>

namespace verbatim {

/// The longest wait for something that has to come. A test ends its wait as soon as it comes; on a loaded
/// machine that takes seconds.
inline constexpr std::chrono::seconds long_enough{10};

/// The wait for something that must not come.
inline constexpr std::chrono::milliseconds not_there{50};

}  // namespace verbatim
