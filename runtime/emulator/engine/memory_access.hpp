// The way from memory keys to the program's memory: who may touch what, and the touching.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "objects/memory_region.hpp"

namespace verbatim::emulator {

class device;

/// A range of memory that may be touched, or why it may not.
struct memory_range {
  /// Null if it may not, or if the range is empty.
  std::byte* at = nullptr;
  std::size_t bytes = 0;

  /// Empty if it may.
  std::string problem;
};

/// Nothing here ends the process, whatever the program did to memory it had registered: copying
/// from or to a page that is gone fails.
class memory_access {
 public:
  explicit memory_access(const device& of) noexcept : of_(of) {}

  /// Finds `bytes` bytes at `addr` of the region with that key, if a queue pair in `pd` may have
  /// `rights` (a combination of `access` values) to them. `key_name` is "lkey" or "rkey".
  memory_range find(const char* key_name, std::uint32_t key, const protection_domain* pd,
                    std::uint64_t addr, std::uint64_t bytes, std::uint32_t rights) const;

  /// Copies out of and into the program's memory. False if some of it is not there any more.
  static bool read(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;
  static bool write(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;

  /// Atomic for the program's threads too. `at` must be aligned to 8 bytes. Both return what was
  /// there before, in host order, or nothing if the memory is not there or cannot be written.
  static std::optional<std::uint64_t> compare_and_swap(std::byte* at, std::uint64_t compare,
                                                       std::uint64_t swap) noexcept;
  static std::optional<std::uint64_t> fetch_and_add(std::byte* at, std::uint64_t add) noexcept;

 private:
  const device& of_;
};

}  // namespace verbatim::emulator
