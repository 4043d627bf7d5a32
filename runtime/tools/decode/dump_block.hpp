// Lines of a hex dump that belong together.
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
  bool takes(const hex_line& line) const noexcept;

  void add(hex_line line);

  /// True if the offset is that behind the last byte, with which dumps end; what "*" left out before is there then.
  bool ends_at(const dump_offset& offset);

  /// A "*", by which hexdump and xxd leave out lines that are like the one before.
  void repeat() noexcept { repeated_ = has_offsets(); }

  /// Offset of the first byte, if it is one in a queue rather than an address.
  std::size_t begins_at() const noexcept;

  /// All bytes; the block is empty afterwards.
  std::vector<std::byte> take();

 private:
  struct numbered {
    std::optional<dump_offset> offset;
    std::vector<std::byte> bytes;
    bool repeats_before;  // lines like the one before are left out in front of it
  };
  using base = std::optional<std::uint64_t> dump_offset::*;

  std::uint64_t at(const numbered& line) const noexcept { return *((*line.offset).*base_); }

  static constexpr std::array<base, 3> bases{&dump_offset::hex, &dump_offset::octal,
                                             &dump_offset::decimal};

  /// How far behind the last line another begins, if the offsets may be of this base; 0 if not.
  std::uint64_t step_to(const dump_offset& next, base in) const noexcept;

  /// In which base the next line goes on where the last one ends, or else could; null in none.
  base base_of(const dump_offset& next) const noexcept;

  std::vector<numbered> lines_;
  dump_offset last_;     // of the last line, in the bases that all of them may be of
  base base_ = nullptr;  // that they are taken for
  std::size_t size_ = 0;
  bool repeated_ = false;
  // Bytes that "*" may stand for in a whole text: a few characters must not become hours of work.
  std::uint64_t repetitions_left_ = std::uint64_t{1} << 20;
};

}  // namespace verbatim::tools::decode
