// A block of lines of a hex dump that belong together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tools/decode/hex_line.hpp"

namespace verbatim::tools::decode {

class dump_block {
 public:
  bool empty() const noexcept { return lines_.empty(); }
  bool has_offsets() const noexcept { return !empty() && lines_.front().offset.has_value(); }
  std::size_t size() const noexcept { return size_; }

  /// True if the line can be the next one.
  bool takes(const hex_line& line) noexcept;

  void add(hex_line line);

  /// True if the offset is that behind the last byte, with which dumps end. Adds the bytes that "*"
  /// left out before it, unless they are too many.
  bool ends_at(const dump_offset& offset);

  /// Notes a "*", by which hexdump and xxd leave out lines that are equal to the one before.
  void repeat() noexcept { repeated_ = has_offsets(); }

  /// Returns the number of bytes that a "*" behind the last line stands for, if it is more than may
  /// be repeated; else 0.
  std::uint64_t left_out() const noexcept { return left_out_; }

  // The number of bytes that "*" may stand for in a whole text. A few characters must not become
  // many pages. Rings are full of zeros, of which nothing is shown.
  static constexpr std::uint64_t most_zeros = std::uint64_t{1} << 20;
  static constexpr std::uint64_t most_others = std::uint64_t{1} << 12;

  /// Returns the offset of the first byte, if it is one in a queue rather than an address; else 0.
  std::size_t begins_at() const noexcept;

  /// Returns all bytes. The block is empty afterwards.
  std::vector<std::byte> take();

 private:
  struct numbered {
    std::optional<dump_offset> offset;
    std::vector<std::byte> bytes;
    bool repeats_before;  // lines equal to the one before are left out in front of it
  };
  using base = std::optional<std::uint64_t> dump_offset::*;

  std::uint64_t at(const numbered& line) const noexcept { return *((*line.offset).*base_); }

  static constexpr std::array<base, 3> bases{&dump_offset::hex, &dump_offset::octal,
                                             &dump_offset::decimal};

  /// Returns how far behind the last line another begins, or 0 if the offsets are not of this base.
  std::uint64_t step_to(const dump_offset& next, base in) const noexcept;

  /// Returns how many more bytes a "*" behind the last line may stand for.
  std::uint64_t& repetitions_left() noexcept;

  /// Returns how many bytes the "*" before that offset stands for, or 0 if they are not too many.
  std::uint64_t too_much_before(const dump_offset& next) noexcept;

  /// Returns the base in which the next line goes on where the last one ends, or else one in which
  /// it could; null if there is none.
  base base_of(const dump_offset& next) noexcept;

  std::vector<numbered> lines_;
  dump_offset last_;     // offset of the last line, in the bases that all lines may be of
  base base_ = nullptr;  // base that the offsets are taken for
  std::size_t size_ = 0;
  bool repeated_ = false;
  std::uint64_t left_out_ = 0;
  std::uint64_t zeros_left_ = most_zeros;
  std::uint64_t others_left_ = most_others;
};

}  // namespace verbatim::tools::decode
