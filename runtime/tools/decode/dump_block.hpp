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

  /// Returns true if the line can be the next one.
  bool takes(const hex_line& line) noexcept;

  void add(hex_line line);

  /// Returns true if the offset is the one after the last byte, with which dumps end. Adds the
  /// bytes that "*" left out before it, unless they are too many.
  bool ends_at(const dump_offset& offset);

  /// Records a "*", with which hexdump and xxd replace lines that are equal to the previous one.
  void repeat() noexcept { repeated_ = has_offsets(); }

  /// Returns the number of bytes that a "*" after the last line represents, if it is above the
  /// limit for repetitions; else 0.
  std::uint64_t left_out() const noexcept { return left_out_; }

  // The most bytes that "*" may represent in a whole text, so that a few characters do not become
  // many pages. Rings are full of zeros, which are not shown.
  static constexpr std::uint64_t most_zeros = std::uint64_t{1} << 20;
  static constexpr std::uint64_t most_others = std::uint64_t{1} << 12;

  /// Returns the offset of the first byte if it is an offset in a queue; 0 if it is an address.
  std::size_t begins_at() const noexcept;

  /// Returns all bytes. The block is empty afterwards.
  std::vector<std::byte> take();

 private:
  struct numbered {
    std::optional<dump_offset> offset;
    std::vector<std::byte> bytes;
    bool repeats_before;  // equal lines are left out before this one
  };
  using base = std::optional<std::uint64_t> dump_offset::*;

  std::uint64_t at(const numbered& line) const noexcept { return *((*line.offset).*base_); }

  static constexpr std::array<base, 3> bases{&dump_offset::hex, &dump_offset::octal,
                                             &dump_offset::decimal};

  /// Returns the number of bytes from the last line to the next one; 0 if the offsets do not have
  /// this base.
  std::uint64_t step_to(const dump_offset& next, base in) const noexcept;

  /// Returns the number of bytes that a "*" after the last line may still represent.
  std::uint64_t& repetitions_left() noexcept;

  /// Returns the number of bytes that the "*" before that offset represents; 0 if it is not too
  /// many.
  std::uint64_t too_much_before(const dump_offset& next) noexcept;

  /// Returns the base in which the next line begins where the last one ends; otherwise a base in
  /// which it could begin there; null if there is none.
  base base_of(const dump_offset& next) noexcept;

  std::vector<numbered> lines_;
  dump_offset last_;     // offset of the last line, in the bases that fit all lines
  base base_ = nullptr;  // the assumed base of the offsets
  std::size_t size_ = 0;
  bool repeated_ = false;
  std::uint64_t left_out_ = 0;
  std::uint64_t zeros_left_ = most_zeros;
  std::uint64_t others_left_ = most_others;
};

}  // namespace verbatim::tools::decode
