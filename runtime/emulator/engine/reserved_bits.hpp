// Finds what a program left in bits that have only one right value.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/wire/layout.hpp"

namespace verbatim::emulator {

/// A sentence on the first field of the segment at `at` that should have a given value and has
/// another; empty if there is none. `octoword` says where in the WQE the segment begins.
inline std::string unexpected_field(std::span<const wire::field> fields, std::string_view segment,
                                    const std::byte* at, std::size_t octoword) {
  for (const wire::field& field : fields) {
    if (!field.reserved() || field.as_expected(at)) continue;
    const auto found = field.bytes != 0 ? "not zero" : fmt::format("{:#x}", field.read(at));
    return fmt::format(
        "{} of its {} (octoword {}) is {} instead of {:#x}: zero a segment's reserved bits, the "
        "ring still holds old WQEs",
        field.name, segment, octoword, found, field.expected);
  }
  return {};
}

}  // namespace verbatim::emulator
