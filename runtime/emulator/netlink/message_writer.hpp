// Writes netlink messages: a header, and attributes that may hold others.
#pragma once

#include <linux/netlink.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace verbatim::emulator::netlink {

using bytes = std::vector<std::byte>;

/// One message at the end of a buffer. `finish` sets its length.
class message_writer {
 public:
  message_writer(bytes& to, std::uint16_t type, std::uint16_t flags, std::uint32_t sequence,
                 std::uint32_t port)
      : to_(to), begin_(to.size()) {
    append(nlmsghdr{0, type, flags, sequence, port});
  }

  template <class Value>
  void append(const Value& value) {
    append(&value, sizeof value);
  }

  void append(const void* from, std::size_t size) {
    const std::size_t at = to_.size();
    to_.resize(at + NLMSG_ALIGN(size));
    if (size > 0) std::memcpy(to_.data() + at, from, size);
  }

  /// Adds an attribute with a number, whose type is that of the attribute in the kernel.
  template <class Value>
  void put(unsigned attribute, Value value) {
    put_bytes(attribute, &value, sizeof value);
  }

  /// Adds an attribute with a text and its final zero.
  void put_text(unsigned attribute, std::string_view text) {
    bytes with_end(text.size() + 1);
    std::memcpy(with_end.data(), text.data(), text.size());
    put_bytes(attribute, with_end.data(), with_end.size());
  }

  void put_bytes(unsigned attribute, const void* from, std::size_t size) {
    append(nlattr{static_cast<std::uint16_t>(NLA_HDRLEN + size),
                  static_cast<std::uint16_t>(attribute)});
    append(from, size);
  }

  /// Begins an attribute that holds others; the result is for `end`.
  std::size_t begin(unsigned attribute) {
    const std::size_t at = to_.size();
    append(nlattr{0, static_cast<std::uint16_t>(attribute)});
    return at;
  }

  void end(std::size_t begun) {
    const auto length = static_cast<std::uint16_t>(to_.size() - begun);
    std::memcpy(to_.data() + begun, &length, sizeof length);
  }

  /// Returns the length of the message so far.
  std::size_t size() const noexcept { return to_.size() - begin_; }

  void finish() {
    const auto length = static_cast<std::uint32_t>(size());
    std::memcpy(to_.data() + begin_, &length, sizeof length);
  }

 private:
  bytes& to_;
  std::size_t begin_;
};

}  // namespace verbatim::emulator::netlink
