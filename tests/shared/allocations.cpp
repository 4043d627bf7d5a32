#include "allocations.hpp"

#include <cstdint>
#include <cstdlib>
#include <new>

namespace {
thread_local std::uint64_t count = 0;
}  // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void* operator new(std::size_t bytes) {
  ++count;
  if (void* const memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace verbatim::testing {
std::uint64_t allocations() noexcept { return count; }
}  // namespace verbatim::testing
