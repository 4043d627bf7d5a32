// Faults in the program's pages, and fails in the cases in which pinning them would fail.
#include "abi/program_memory.hpp"

#include <unistd.h>

#include <cerrno>

#include "abi/refusal.hpp"
#include "system/populate.hpp"

namespace verbatim::emulator {

std::byte* program_memory(std::uint64_t address, std::uint64_t bytes, bool writable,
                          const char* what) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  if (bytes == 0 || address + bytes < address || address + bytes > UINT64_MAX - page) {
    refuse<check::mr_range>(EINVAL, "{} at {:#x} cannot be {} bytes long", what, address, bytes);
  }
  const std::uint64_t start = address & ~(page - 1);
  const std::uint64_t end = (address + bytes + page - 1) & ~(page - 1);
  if (can_populate() && !populate(reinterpret_cast<void*>(start), end - start, writable)) {
    refuse<check::mr_mapped>(EFAULT, "{}: the {} bytes at {:#x} are not all mapped{}", what, bytes,
                             address, writable ? " and writable" : "");
  }
  return reinterpret_cast<std::byte*>(address);
}

std::byte* doorbell_record(std::uint64_t address, std::size_t words) {
  const std::size_t bytes = words * sizeof(std::uint32_t);
  if (address % bytes != 0) {
    refuse<check::mr_range>(EINVAL, "doorbell record at {:#x} is not aligned to {} bytes", address,
                            bytes);
  }
  return program_memory(address, bytes, true, "doorbell record");
}

}  // namespace verbatim::emulator
