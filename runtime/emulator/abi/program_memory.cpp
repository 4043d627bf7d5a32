// Faults the program's pages in, which fails where pinning them would.
#include "abi/program_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "abi/refusal.hpp"

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

namespace verbatim::emulator {
namespace {

/// Kernels before 5.14 cannot populate on request; there every address is taken as good.
bool can_populate() noexcept {
  static const bool answer = [] {
    alignas(8) std::byte here{};
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto start = reinterpret_cast<std::uintptr_t>(&here) & ~(page - 1);
    return madvise(reinterpret_cast<void*>(start), page, MADV_POPULATE_READ) == 0;
  }();
  return answer;
}

}  // namespace

std::byte* program_memory(std::uint64_t address, std::uint64_t bytes, bool writable,
                          const char* what) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  if (bytes == 0 || address + bytes < address || address + bytes > UINT64_MAX - page) {
    refuse(EINVAL, "{} at {:#x} cannot be {} bytes long", what, address, bytes);
  }
  const std::uint64_t start = address & ~(page - 1);
  const std::uint64_t end = (address + bytes + page - 1) & ~(page - 1);
  if (can_populate() && madvise(reinterpret_cast<void*>(start), end - start,
                                writable ? MADV_POPULATE_WRITE : MADV_POPULATE_READ) != 0) {
    refuse(EFAULT, "{}: the {} bytes at {:#x} are not all mapped{}", what, bytes, address,
           writable ? " and writable" : "");
  }
  return reinterpret_cast<std::byte*>(address);
}

std::byte* doorbell_record(std::uint64_t address, std::size_t words) {
  const std::size_t bytes = words * sizeof(std::uint32_t);
  if (address % bytes != 0) {
    refuse(EINVAL, "doorbell record at {:#x} is not aligned to {} bytes", address, bytes);
  }
  return program_memory(address, bytes, true, "doorbell record");
}

}  // namespace verbatim::emulator
