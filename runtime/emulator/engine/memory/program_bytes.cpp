// Copies memory that may not be mapped any more.
#include "engine/memory/program_bytes.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "system/populate.hpp"

namespace verbatim::emulator {
namespace {

/// Returns true if the kernel allows copies within this process (process_vm_readv).
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

std::uintptr_t page_bytes() noexcept {
  static const auto answer = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return answer;
}

}  // namespace

bool program_bytes::read(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  if (!kernel_copies()) {
    std::memcpy(to, from, bytes);
    return true;
  }
  const iovec local{to, bytes};
  const iovec remote{const_cast<std::byte*>(from), bytes};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(bytes);
}

bool program_bytes::write(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  // Programs wait for the last byte of a message, so nothing may be written after it: the last
  // eight bytes are copied separately.
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

std::size_t program_bytes::to_end_of_page(const std::byte* at) noexcept {
  return page_bytes() - reinterpret_cast<std::uintptr_t>(at) % page_bytes();
}

bool program_bytes::mapped(const std::byte* at, std::size_t bytes) noexcept {
  const std::byte* const end = at + bytes;
  while (at < end) {
    std::byte first;
    if (!program_bytes::read(&first, at, 1)) return false;
    at += to_end_of_page(at);
  }
  return true;
}

bool program_bytes::writable(std::byte* at) noexcept {
  auto* const page =
      reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(at) & ~(page_bytes() - 1));
  if (can_populate()) return populate(page, page_bytes(), true);
  // Without populate, this at least checks that the page exists.
  std::uint64_t word;
  return program_bytes::read(reinterpret_cast<std::byte*>(&word), at, sizeof word);
}

std::optional<std::uint64_t> program_bytes::compare_and_swap(std::byte* at, std::uint64_t compare,
                                                             std::uint64_t swap) noexcept {
  if (!writable(at)) return std::nullopt;
  __atomic_compare_exchange_n(reinterpret_cast<std::uint64_t*>(at), &compare, swap, false,
                              __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return compare;
}

std::optional<std::uint64_t> program_bytes::fetch_and_add(std::byte* at,
                                                          std::uint64_t add) noexcept {
  if (!writable(at)) return std::nullopt;
  return __atomic_fetch_add(reinterpret_cast<std::uint64_t*>(at), add, __ATOMIC_SEQ_CST);
}

}  // namespace verbatim::emulator
