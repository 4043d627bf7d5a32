// Finds wrong values in bits that may have only one value.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "report/finding.hpp"
#include "verbatim/wire/layout.hpp"

namespace verbatim::emulator {

/// Bits that NICs do not read, and that some working programs do not write.
struct unread_bits {
  std::string_view segment;
  std::string_view field;

  /// The code that does not write them.
  std::string_view source;
};

/// Returns all unread bits. A WQE is never refused for their values.
std::span<const unread_bits> all_unread_bits() noexcept;

/// Returns a sentence on the first field of the segment at `at` that has a wrong value; empty if
/// there is none. `octoword` is the position of the segment in the WQE. Unread bits are reported by
/// tell_unread_bits instead.
finding unexpected_field(std::span<const wire::field> fields, std::string_view segment,
                         const std::byte* at, std::size_t octoword);

/// With `--verbose`, reports once per process that a program does not clear these bits. The bits
/// must be in the list.
void tell_unread_bits(std::string_view segment, std::string_view field) noexcept;

}  // namespace verbatim::emulator
