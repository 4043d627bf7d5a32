// The bytes of fields in the headers of a frame.
#pragma once

#include <cstddef>
#include <span>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {

/// Returns the bytes of a field in a header that begins at byte `header` of the frame. The field consists
/// of whole bytes, and the frame has all of them.
template <class Header>
std::span<const std::byte> field_bytes(std::span<const std::byte> frame, std::size_t header,
                                       const wire::mailbox_number<Header>& field) noexcept {
  return frame.subspan(header + field.bit / 8, field.width / 8);
}
template <class Header, std::size_t Size>
std::span<const std::byte> field_bytes(std::span<const std::byte> frame, std::size_t header,
                                       const wire::mailbox_bytes<Header, Size>& field) noexcept {
  return frame.subspan(header + field.bit / 8, Size);
}

}  // namespace verbatim::emulator
