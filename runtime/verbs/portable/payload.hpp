// The data of a request to libibverbs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "verbatim/verbs/memory/memory_slice.hpp"

namespace verbatim {

/// The data that a request sends, or the buffers for the data that it fetches.
class payload {
 public:
  /// Makes a payload of no bytes.
  constexpr payload() noexcept = default;
  constexpr payload(const memory_slice& slice) noexcept
      : one_(slice),
        length_(slice.length()),
        count_(1),
        too_long_(slice.length() > verbs::max_sge_length) {}

  /// Takes the slices one after the other, from a std::array, std::vector or std::span that
  /// outlives the call that posts.
  template <class Slices, class = std::enable_if_t<
                              std::is_convertible_v<const Slices&, std::span<const memory_slice>>>>
  constexpr payload(const Slices& slices) noexcept {
    const std::span<const memory_slice> all(slices);
    list_ = all.data();
    count_ = static_cast<std::uint32_t>(all.size());
    for (const auto& slice : all) {
      length_ += slice.length();
      too_long_ |= slice.length() > verbs::max_sge_length;
    }
  }

  /// Returns a payload that is copied when it is posted. The bytes need not be registered. At most
  /// max_inline_data() bytes are allowed.
  static payload inline_data(std::span<const std::byte> bytes) noexcept {
    payload copied(memory_slice(reinterpret_cast<std::uintptr_t>(bytes.data()),
                                static_cast<std::uint32_t>(bytes.size()), lkey()));
    copied.length_ = bytes.size();
    copied.is_inline_ = true;
    return copied;
  }

  /// Returns the slices. Inline data is one slice with the lkey 0.
  constexpr std::span<const memory_slice> slices() const noexcept {
    return {list_ != nullptr ? list_ : &one_, count_};
  }

  /// Returns true if the bytes are copied into the WQE.
  constexpr bool is_inline() const noexcept { return is_inline_; }

  /// Returns the length in bytes.
  constexpr std::uint64_t length() const noexcept { return length_; }

  /// Returns true if one of the slices is longer than an SGE can be.
  constexpr bool too_long() const noexcept { return too_long_; }

 private:
  memory_slice one_{};
  const memory_slice* list_ = nullptr;
  std::uint64_t length_ = 0;
  std::uint32_t count_ = 0;
  bool is_inline_ = false;
  bool too_long_ = false;
};

}  // namespace verbatim
