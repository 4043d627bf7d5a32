// Memory of whole pages, for the device to use: aligned, and of huge pages where there are any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace verbatim {

/// Whether memory is to be of huge pages: the device keeps fewer addresses then, and looks fewer up.
enum class huge_pages : std::uint8_t {
  no,
  preferred,  ///< reserved ones (vm.nr_hugepages), else transparent ones, else ordinary pages
  required,   ///< reserved ones, or an error
};

/// What pages memory has.
enum class page_kind : std::uint8_t {
  ordinary,
  transparent_huge,  ///< the kernel was asked to make huge pages of it, and does so where it can
  huge,              ///< reserved ones
};
std::string_view name(page_kind kind) noexcept;
inline std::ostream& operator<<(std::ostream& out, page_kind value) { return out << name(value); }

namespace verbs {

struct unmaps {
  std::size_t length = 0;  ///< in bytes, whole pages
  void operator()(std::byte* memory) const noexcept;
};

/// Owns zeroed memory. Moving it leaves none behind.
class page_memory {
 public:
  page_memory() = default;

  /// `alignment` is a power of two, in bytes; it is a page at least. Throws if there is not as much.
  page_memory(std::size_t length, std::size_t alignment, huge_pages wish);

  /// As long as was asked for.
  std::span<std::byte> bytes() const noexcept { return {memory_.get(), length_}; }
  page_kind kind() const noexcept { return kind_; }

  /// Why they are not of the kind that was asked for; "" if they are.
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
