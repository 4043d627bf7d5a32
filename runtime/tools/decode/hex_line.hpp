// Reads a line of a hex dump, in any layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace verbatim::tools::decode {

/// The order of bytes in words of more than one byte. It is usually big-endian, but hexdump and od
/// write words in host order.
enum class word_order { usual, big, little };

/// The possible values of an offset's digits. Offsets of od are octal or decimal, and look like
/// those of hexdump.
struct dump_offset {
  std::optional<std::uint64_t> hex = {};
  std::optional<std::uint64_t> octal = {};
  std::optional<std::uint64_t> decimal = {};
};

struct hex_line {
  std::optional<dump_offset> offset = {};  ///< offset before the bytes
  std::vector<std::byte> bytes = {};
  std::size_t words = 0;  ///< number of words in which the bytes were written
  bool pure = false;      ///< nothing else is in the line, except characters at the end
};

/// Returns the longest run of hex in the line; empty if there is none. Bytes or words have 0x or
/// not, and are separated by spaces, commas, colons or nothing. They come after an offset or a
/// log's prefix, and before the characters. A little-endian order reverses the bytes of each word.
std::optional<hex_line> read_hex_line(std::string_view line, word_order order = word_order::usual);

/// Returns the offset of a line that has nothing else. Dumps end with such a line.
std::optional<dump_offset> read_last_offset(std::string_view line);

}  // namespace verbatim::tools::decode
