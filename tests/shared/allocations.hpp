// The number of allocations of a thread.
#pragma once

#include <cstdint>

namespace verbatim::testing {

/// Returns how often this thread has called operator new; 0 under a sanitizer, which has its own. The
/// emulated device allocates in threads of its own.
std::uint64_t allocations() noexcept;

}  // namespace verbatim::testing
