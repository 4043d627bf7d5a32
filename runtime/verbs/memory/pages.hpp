// Memory in whole pages for the device: aligned, and in huge pages if possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// The use of huge pages for memory. With huge pages, the device stores and looks up fewer
/// addresses.
enum class huge_pages : std::uint8_t {
  no,         ///< ordinary pages
  preferred,  ///< reserved huge pages (vm.nr_hugepages), else transparent ones, else ordinary pages
  required,   ///< reserved huge pages, or an error
};

/// The kind of a memory's pages.
enum class page_kind : std::uint8_t {
  ordinary,          ///< of the size that the kernel always has, on x86-64 4096 bytes
  transparent_huge,  ///< the kernel was asked for huge pages, and uses them if it can
  huge,              ///< reserved huge pages
};
/// Returns `ordinary`, `transparent huge` or `huge`.
std::string_view name(page_kind kind) noexcept;
inline std::ostream& operator<<(std::ostream& out, page_kind value) { return out << name(value); }

namespace verbs {

struct unmaps {
  std::size_t length = 0;  ///< in bytes, whole pages
  void operator()(std::byte* memory) const noexcept;
};

/// The owner of zeroed memory. An owner that was moved from has no memory.
class page_memory {
 public:
  page_memory() = default;

  /// Maps `length` bytes. `alignment` is a power of two, in bytes; it is raised to at least a page.
  /// Throws if there is not enough memory.
  page_memory(std::size_t length, std::size_t alignment, huge_pages wish);

  /// Returns the memory, with exactly the requested length.
  std::span<std::byte> bytes() const noexcept { return {memory_.get(), length_}; }

  /// Returns the kind of the pages.
  page_kind kind() const noexcept { return kind_; }

  /// Returns the reason why the pages are not of the requested kind; "" if they are.
  const std::string& fallback() const noexcept { return fallback_; }

 private:
  using mapping = std::unique_ptr<std::byte, unmaps>;

  static mapping map(std::size_t length, std::size_t alignment, std::size_t page, int flags);
  bool map_huge(std::size_t alignment, huge_pages wish);
  void map_ordinary(std::size_t alignment, huge_pages wish);

  std::size_t length_ = 0;
  mapping memory_;
  page_kind kind_ = page_kind::ordinary;
  std::string fallback_;
};

}  // namespace verbs
}  // namespace verbatim
