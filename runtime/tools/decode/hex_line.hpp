// A line of a hex dump, in whatever layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace verbatim::tools::decode {

/// How words of more than a byte are written. Usually big-endian, but hexdump and od write those of the host.
enum class word_order { usual, big, little };

/// The digits of an offset, by what they may mean: those of od are octal or decimal, and look like those of hexdump.
struct dump_offset {
  std::optional<std::uint64_t> hex = {};
  std::optional<std::uint64_t> octal = {};
  std::optional<std::uint64_t> decimal = {};
};

struct hex_line {
  std::optional<dump_offset> offset = {};  ///< that stands in front
  std::vector<std::byte> bytes = {};
  std::size_t words = 0;  ///< into how many the bytes were divided
  bool pure = false;      ///< there is nothing else, but for the characters at the end
};

/// The longest run of hex in the line: bytes or words, with or without 0x, separated by spaces,
/// commas, colons or nothing, behind an offset or a log's prefix, in front of the characters. Empty
/// if there is none. A little-endian order turns the bytes of each word round.
std::optional<hex_line> read_hex_line(std::string_view line, word_order order = word_order::usual);

/// Of a line that is nothing else, as dumps end with.
std::optional<dump_offset> read_last_offset(std::string_view line);

}  // namespace verbatim::tools::decode
