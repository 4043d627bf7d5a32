// Keys to memory, and copies that survive memory that is gone.
#include "engine/memory_access.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "objects/device.hpp"

namespace verbatim::emulator {
namespace {

std::string names_of(std::uint32_t rights) {
  std::string names;
  const auto add = [&](std::uint32_t right, const char* name) {
    if (!(rights & right)) return;
    if (!names.empty()) names += " and ";
    names += name;
  };
  add(access::local_write, "local write");
  add(access::remote_write, "remote write");
  add(access::remote_read, "remote read");
  add(access::remote_atomic, "remote atomic");
  return names;
}

/// True if the kernel copies between two places of this process for us.
bool kernel_copies() noexcept {
  static const bool answer = [] {
    char from = 1;
    char to = 0;
    const iovec local{&to, 1};
    const iovec remote{&from, 1};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == 1;
  }();
  return answer;
}

/// True if eight bytes at `at` can be written. The kernel has to be asked, because an instruction
/// would be a signal.
bool writable(std::byte* at) noexcept {
  const auto page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  auto* const page =
      reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(at) & ~(page_bytes - 1));
  if (madvise(page, page_bytes, MADV_POPULATE_WRITE) == 0) return true;
  // Kernels before 5.14 know no such advice; there at least see whether the page exists.
  std::uint64_t word;
  return errno == EINVAL &&
         memory_access::read(reinterpret_cast<std::byte*>(&word), at, sizeof word);
}

}  // namespace

memory_range memory_access::find(const char* key_name, std::uint32_t key,
                                 const protection_domain* pd, std::uint64_t addr,
                                 std::uint64_t bytes, std::uint32_t rights) const {
  const memory_region* const region = of_.find_memory_region(key);
  if (!region) {
    return {.problem = fmt::format("no memory region has {} {:#x}", key_name, key)};
  }
  if (region->pd.get() != pd) {
    return {.problem = fmt::format(
                "the memory region with {} {:#x} is in another protection domain", key_name, key)};
  }
  if (!region->covers(addr, bytes)) {
    return {.problem = fmt::format("{} bytes at {:#x} are not inside the {} bytes at {:#x} of the "
                                   "memory region with {} {:#x}",
                                   bytes, addr, region->length, region->iova, key_name, key)};
  }
  if (const std::uint32_t missing = rights & ~region->access_flags) {
    return {.problem = fmt::format("the memory region with {} {:#x} was registered without {}",
                                   key_name, key, names_of(missing))};
  }
  return {.at = region->at(addr), .bytes = bytes, .problem = {}};
}

bool memory_access::read(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  if (!kernel_copies()) {
    std::memcpy(to, from, bytes);
    return true;
  }
  const iovec local{to, bytes};
  const iovec remote{const_cast<std::byte*>(from), bytes};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(bytes);
}

bool memory_access::write(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  // Programs wait for the last byte of a message, so nothing may be written after it: the last
  // eight are a copy of their own.
  const std::size_t tail = bytes > 8 ? 8 : 0;
  if (!kernel_copies()) {
    const std::size_t body = bytes - tail;
    std::memcpy(to, from, body);
    for (std::size_t i = body; i < bytes; ++i) {
      __atomic_store_n(reinterpret_cast<std::uint8_t*>(to + i), static_cast<std::uint8_t>(from[i]),
                       __ATOMIC_RELEASE);
    }
    return true;
  }
  const iovec local{const_cast<std::byte*>(from), bytes};
  const std::array<iovec, 2> remote{{{to, bytes - tail}, {to + bytes - tail, tail}}};
  return process_vm_writev(getpid(), &local, 1, remote.data(), tail ? 2 : 1, 0) ==
         static_cast<ssize_t>(bytes);
}

std::optional<std::uint64_t> memory_access::compare_and_swap(std::byte* at, std::uint64_t compare,
                                                             std::uint64_t swap) noexcept {
  if (!writable(at)) return std::nullopt;
  __atomic_compare_exchange_n(reinterpret_cast<std::uint64_t*>(at), &compare, swap, false,
                              __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return compare;
}

std::optional<std::uint64_t> memory_access::fetch_and_add(std::byte* at,
                                                          std::uint64_t add) noexcept {
  if (!writable(at)) return std::nullopt;
  return __atomic_fetch_add(reinterpret_cast<std::uint64_t*>(at), add, __ATOMIC_SEQ_CST);
}

}  // namespace verbatim::emulator
