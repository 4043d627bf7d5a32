// Reads recordings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "recording/archive.hpp"
#include "recording/format.hpp"

namespace verbatim::recording {

/// A record, whose checksum is right.
struct record {
  record_kind kind{};
  std::uint32_t process = 0;
  std::uint32_t thread = 0;
  std::uint64_t time = 0;  ///< of CLOCK_MONOTONIC, in nanoseconds
  std::size_t at = 0;      ///< its place in the file
  std::span<const std::byte> body = {};

  /// Returns the body as that of its kind; nothing if it is of another kind, or too short.
  template <class Body>
  std::optional<Body> as() const {
    if (kind != Body::kind) return std::nullopt;
    Body result;
    unpacker from(body);
    Body::fields(result, from);
    return from.complete() ? std::optional(std::move(result)) : std::nullopt;
  }
};

/// Returns true if the bytes begin as a recording does.
bool is_recording(std::span<const std::byte> bytes) noexcept;

/// Reads the records of a file, one after another.
class reader {
 public:
  /// The bytes must stay where they are as long as records are used.
  explicit reader(std::span<const std::byte> file);

  /// Returns the next record; nothing at the end, and at the first byte that is no record.
  std::optional<record> next();

  /// Returns the reason why the file ends too early, or cannot be read; empty if all of it was
  /// read.
  const std::string& problem() const noexcept { return problem_; }

  /// Returns the place of the next record.
  std::size_t position() const noexcept { return at_; }

 private:
  void fail(std::string why);

  std::span<const std::byte> file_;
  std::size_t at_ = 0;
  std::string problem_;
};

/// Appends the file header to a text.
void append_file_header(std::string& to);

/// Appends a record to a text.
template <class Body>
void append_record(std::string& to, const record& header, const Body& body);

namespace detail {

/// Appends the header of a record whose length is not known yet. Returns its place.
std::size_t begin_record(std::string& to, const record& header, record_kind kind);

/// Fills in the length of the record, and appends its checksum.
void end_record(std::string& to, std::size_t at);

}  // namespace detail

template <class Body>
void append_record(std::string& to, const record& header, const Body& body) {
  const std::size_t at = detail::begin_record(to, header, Body::kind);
  packer with(to);
  Body::fields(body, with);
  detail::end_record(to, at);
}

}  // namespace verbatim::recording
