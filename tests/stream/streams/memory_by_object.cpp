// Functions of libc that take and give back memory are replaced here by ones that count. The
// address to which they return says which library has called.
#include "memory_by_object.hpp"

#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string_view>

namespace verbatim::testing {
namespace {

enum kind : std::size_t { ours, provider, emulator, others, kinds };

struct code {
  std::uintptr_t from, to;
  kind whose;
};

constinit std::array<code, 256> codes{};
constinit std::size_t code_count = 0;
constinit std::atomic<bool> is_counting = false;
constinit std::array<std::atomic<std::int64_t>, kinds> taken{};

kind kind_of(std::string_view path) noexcept {
  const auto has = [&](std::string_view word) { return path.find(word) != path.npos; };
  if (has("libverbatim-emulator")) return emulator;
  if (path.empty() || has("libverbatim")) return ours;  // the program has no path
  return has("libmlx5") || has("libibverbs") || has("librdmacm") ? provider : others;
}

int keep(dl_phdr_info* object, std::size_t, void*) noexcept {
  const auto whose = kind_of(object->dlpi_name);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& part = object->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    const auto from = object->dlpi_addr + part.p_vaddr;
    if (code_count != codes.size()) codes[code_count++] = {from, from + part.p_memsz, whose};
  }
  return 0;
}

[[maybe_unused]] void add(std::int64_t bytes, const void* caller) noexcept {
  if (!is_counting.load(std::memory_order_acquire)) return;
  const auto at = reinterpret_cast<std::uintptr_t>(caller);
  auto whose = others;
  for (std::size_t i = 0; i < code_count; ++i) {
    if (at >= codes[i].from && at < codes[i].to) whose = codes[i].whose;
  }
  taken[whose].fetch_add(bytes, std::memory_order_relaxed);
}

}  // namespace

void count_memory() {
  if (is_counting.load(std::memory_order_relaxed)) return;
  dl_iterate_phdr(keep, nullptr);
  is_counting.store(true, std::memory_order_release);
}

memory_by_object memory_now() noexcept {
  return {taken[ours], taken[provider], taken[emulator], taken[others]};
}

std::int64_t resident_memory() {
  std::ifstream file("/proc/self/statm");
  std::int64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

std::int64_t heap_in_use() noexcept {
  const auto heap = mallinfo2();
  return static_cast<std::int64_t>(heap.uordblks + heap.hblkhd);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
bool can_count_memory() noexcept { return false; }
#else
#define VERBATIM_COUNTS_MEMORY
bool can_count_memory() noexcept { return true; }

namespace {

/// The bytes of a block of the heap, with the word before it.
std::int64_t bytes_of(void* block) noexcept {
  return block == nullptr ? 0 : static_cast<std::int64_t>(malloc_usable_size(block) + 8);
}

void* counted(void* block, const void* caller) noexcept {
  add(bytes_of(block), caller);
  return block;
}

}  // namespace
#endif
}  // namespace verbatim::testing

#ifdef VERBATIM_COUNTS_MEMORY
using verbatim::testing::add;
using verbatim::testing::bytes_of;
using verbatim::testing::counted;

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t bytes) {
  return counted(__libc_malloc(bytes), __builtin_return_address(0));
}
void* calloc(std::size_t count, std::size_t bytes) {
  return counted(__libc_calloc(count, bytes), __builtin_return_address(0));
}
void* realloc(void* old, std::size_t bytes) {
  add(-bytes_of(old), __builtin_return_address(0));
  return counted(__libc_realloc(old, bytes), __builtin_return_address(0));
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return counted(__libc_memalign(alignment, bytes), __builtin_return_address(0));
}
void* memalign(std::size_t alignment, std::size_t bytes) {
  return counted(__libc_memalign(alignment, bytes), __builtin_return_address(0));
}
int posix_memalign(void** to, std::size_t alignment, std::size_t bytes) {
  *to = counted(__libc_memalign(alignment, bytes), __builtin_return_address(0));
  return *to == nullptr ? ENOMEM : 0;
}
void free(void* block) {
  add(-bytes_of(block), __builtin_return_address(0));
  __libc_free(block);
}

void* mmap(void* at, std::size_t bytes, int protection, int flags, int fd, off_t offset) {
  static const auto next = reinterpret_cast<decltype(&mmap)>(dlsym(RTLD_NEXT, "mmap"));
  void* const mapped = next(at, bytes, protection, flags, fd, offset);
  if (mapped != MAP_FAILED) add(static_cast<std::int64_t>(bytes), __builtin_return_address(0));
  return mapped;
}
int munmap(void* at, std::size_t bytes) {
  static const auto next = reinterpret_cast<decltype(&munmap)>(dlsym(RTLD_NEXT, "munmap"));
  const int result = next(at, bytes);
  if (result == 0) add(-static_cast<std::int64_t>(bytes), __builtin_return_address(0));
  return result;
}
}

// Without these, every C++ object would be one of libstdc++.
void* operator new(std::size_t bytes) {
  if (void* const block = counted(__libc_malloc(bytes), __builtin_return_address(0))) return block;
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept {
  add(-bytes_of(block), __builtin_return_address(0));
  __libc_free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  add(-bytes_of(block), __builtin_return_address(0));
  __libc_free(block);
}
#endif
