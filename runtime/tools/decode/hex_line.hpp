// Reads a line of a hex dump, in any layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace verbatim::tools::decode {

/// The order of bytes in words of more than one byte. It is usually big-endian, but hexdump and od
/// write words of the host.
enum class word_order { usual, big, little };

/// The values that the digits of an offset may mean. Those of od are octal or decimal, and look
/// like those of hexdump.
struct dump_offset {
  std::optional<std::uint64_t> hex = {};
  std::optional<std::uint64_t> octal = {};
  std::optional<std::uint64_t> decimal = {};
};

struct hex_line {
  std::optional<dump_offset> offset = {};  ///< offset in front of the bytes
  std::vector<std::byte> bytes = {};
  std::size_t words = 0;  ///< number of words that the bytes were written as
  bool pure = false;      ///< nothing else is there, except characters at the end
};

/// Returns the longest run of hex in the line; empty if there is none. Bytes or words have 0x or
/// not, and are separated by spaces, commas, colons or nothing. They stand behind an offset or a
/// log's prefix, and in front of the characters. A little-endian order turns the bytes of each word
/// round.
std::optional<hex_line> read_hex_line(std::string_view line, word_order order = word_order::usual);

/// Returns the offset of a line that is nothing else. Dumps end with such a line.
std::optional<dump_offset> read_last_offset(std::string_view line);

}  // namespace verbatim::tools::decode
