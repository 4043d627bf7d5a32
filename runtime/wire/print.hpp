// Prints segments, CQEs and doorbells as text: `stream << segment`. format.hpp and the tools use
// the same text.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string_view>

#include "verbatim/wire/layout.hpp"

namespace verbatim::wire {

/// A view of bytes in place, such as a CQE.
template <class T>
concept described_view = requires(const T& value) {
  T::fields;
  { value.bytes() } -> std::convertible_to<const std::byte*>;
};

/// A value that writes its bytes, such as a segment or a doorbell.
template <class T>
concept described_value = requires(const T& value, std::byte* at) {
  T::fields;
  T::size;
  value.write(at);
};

template <class T>
concept described = described_view<T> || described_value<T>;

/// Returns true if the field holds a value that is not allowed.
inline bool is_fault(const field& field, const std::byte* layout) noexcept {
  if (field.reserved() || field.always) return !field.as_expected(layout);
  return field.enumerator != nullptr && field.enumerator(field.read(layout)).empty();
}

namespace printing {

constexpr std::size_t longest_string = 16;  // in bytes; only the length of longer fields is printed

template <class Sink>
void hex(const Sink& sink, std::uint64_t value) {
  std::array<char, 18> text{'0', 'x'};
  const auto end = std::to_chars(text.data() + 2, text.data() + text.size(), value, 16).ptr;
  sink(std::string_view(text.data(), static_cast<std::size_t>(end - text.data())));
}

template <class Sink>
void decimal(const Sink& sink, std::uint64_t value) {
  std::array<char, 20> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  sink(std::string_view(text.data(), static_cast<std::size_t>(end - text.data())));
}

/// Writes bytes as hex, with `between` after each group of `group` bytes.
template <class Sink>
void bytes(const Sink& sink, std::span<const std::byte> bytes, std::size_t group,
           std::string_view between) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i != 0 && i % group == 0) sink(between);
    const auto value = std::to_integer<std::size_t>(bytes[i]);
    sink(digits.substr(value >> 4, 1));
    sink(digits.substr(value & 15, 1));
  }
}

/// Writes a field of bytes in its usual notation: addresses are not printed as numbers.
template <class Sink>
void string(const Sink& sink, const field& field, std::span<const std::byte> value) {
  if (std::ranges::all_of(value, [](std::byte b) { return b == std::byte{}; })) return sink("0");
  if (field.name.ends_with("mac")) return bytes(sink, value, 1, ":");
  if (field.name.ends_with("gid")) return bytes(sink, value, 2, ":");
  if (value.size() <= longest_string) return bytes(sink, value, 4, "_");
  decimal(sink, value.size());
  sink(" bytes");
}

}  // namespace printing

/// Writes the field's value as text to `sink`: the name of an enumerator, a number, or bytes.
/// `sink` is called with one string_view at a time. A "!" marks a value that is not allowed.
template <class Sink>
void write_value(const Sink& sink, const field& field, const std::byte* layout) {
  if (field.bytes != 0) {
    if (is_fault(field, layout)) sink("! ");
    return printing::string(sink, field, {layout + field.at, field.bytes});
  }
  const auto value = field.read(layout);
  if (is_fault(field, layout)) {
    sink(field.reserved() || field.always ? "! " : "! unknown ");
    return printing::hex(sink, value);
  }
  if (field.enumerator != nullptr) return sink(field.enumerator(value));
  value < 10 ? printing::decimal(sink, value) : printing::hex(sink, value);
}

/// Writes the fields of a layout, in braces. Reserved fields are left out if they hold the required
/// value.
template <class Sink>
void write_fields(const Sink& sink, std::span<const field> fields, const std::byte* layout) {
  std::string_view before = "{";
  for (const auto& field : fields) {
    if (field.reserved() && !is_fault(field, layout)) continue;
    sink(before);
    sink(field.name);
    sink("=");
    write_value(sink, field, layout);
    before = " ";
  }
  sink(before == "{" ? "{}" : "}");
}

/// Writes the fields of a segment, CQE or doorbell, in braces.
template <described T, class Sink>
void write_text(const Sink& sink, const T& value) {
  if constexpr (described_view<T>) {
    write_fields(sink, T::fields, value.bytes());
  } else {
    std::array<std::byte, T::size> bytes;
    value.write(bytes.data());
    write_fields(sink, T::fields, bytes.data());
  }
}

}  // namespace verbatim::wire

namespace verbatim {

/// Writes the fields as text: `{opmod=0 wqe_index=7 opcode=rdma_write …}`.
template <wire::described T>
std::ostream& operator<<(std::ostream& out, const T& value) {
  wire::write_text(
      [&out](std::string_view text) {
        out.write(text.data(), static_cast<std::streamsize>(text.size()));
      },
      value);
  return out;
}

}  // namespace verbatim
