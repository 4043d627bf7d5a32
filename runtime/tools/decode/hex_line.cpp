#include "tools/decode/hex_line.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <string>

namespace verbatim::tools::decode {
namespace {

constexpr std::size_t longest_offset = 16;  // digits
constexpr std::size_t least_offset = 6;     // digits without a mark, as in od -A x
constexpr std::size_t host_offset = 7;      // digits of hexdump, in hex, and of od, in octal
constexpr std::size_t hexdump_word = 4;     // digits; words of od may be longer or shorter
constexpr std::size_t least_padded = 4;     // words whose leading zeros may be missing
constexpr std::string_view blanks = " \t";
constexpr std::string_view quotes = " \t{}[](),;\"'";

constexpr bool is_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// A run of letters and digits.
struct token {
  std::size_t begin;  // in the line
  std::size_t end;
  std::string_view digits;  // without 0x; empty if it is not hex
  bool prefixed;
  std::size_t width;  // digits, including omitted leading zeros

  bool is_data() const { return width >= 2 && width % 2 == 0; }
};

token token_at(std::string_view line, std::size_t begin) {
  std::size_t end = begin;
  while (end < line.size() && is_word(line[end])) ++end;
  auto digits = line.substr(begin, end - begin);
  const bool escaped = begin != 0 && line[begin - 1] == '\\' && digits.starts_with('x');
  const bool prefixed = digits.starts_with("0x") || digits.starts_with("0X");
  if (prefixed) digits.remove_prefix(2);
  if (escaped) digits.remove_prefix(1);
  if (!std::all_of(digits.begin(), digits.end(), is_digit)) digits = {};
  return {begin, end, digits, prefixed, digits.size()};
}

/// Pads words without leading zeros, such as 0x5, to the length of the others. Debuggers write such
/// words.
void pad(std::string_view line, std::vector<token>& tokens) {
  for (std::size_t first = 0; first < tokens.size();) {
    auto behind = first;
    std::size_t longest = 0;
    while (behind < tokens.size() && tokens[behind].prefixed &&
           (behind == first ||
            (line.substr(tokens[behind - 1].end, tokens[behind].begin - tokens[behind - 1].end)
                 .find_first_not_of(" \t,") == std::string_view::npos))) {
      longest = std::max(longest, tokens[behind++].digits.size());
    }
    const auto width = std::max<std::size_t>(std::bit_ceil(longest), 2);
    if (behind - first >= least_padded && width <= longest_offset) {
      for (auto i = first; i != behind; ++i) tokens[i].width = width;
    }
    first = std::max(behind, first + 1);
  }
}

std::vector<token> tokens_of(std::string_view line) {
  std::vector<token> tokens;
  for (std::size_t i = 0; i < line.size();) {
    if (!is_word(line[i])) {
      ++i;
      continue;
    }
    tokens.push_back(token_at(line, i));
    i = tokens.back().end;
  }
  pad(line, tokens);
  return tokens;
}

/// Returns true if the second token begins where the first ends.
bool adjoin(std::string_view line, const token& a, const token& b) {
  const auto between = line.substr(a.end, b.begin - a.end);
  if (between == ":" || between == "-") return a.digits.size() == 2 && b.digits.size() == 2;
  return between.find_first_not_of(" \t,\\\"") == std::string_view::npos;
}

struct run {
  std::size_t first = 0;  // index of the first token
  std::size_t count = 0;
  std::size_t digits = 0;
};

run longest_run(std::string_view line, const std::vector<token>& tokens) {
  run best;
  run now;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto& token = tokens[i];
    if (!token.is_data()) {
      now = {};
      continue;
    }
    if (now.count == 0 || !adjoin(line, tokens[i - 1], token)) now = {.first = i};
    ++now.count;
    now.digits += token.width;
    if (now.digits > best.digits) best = now;
  }
  return best;
}

std::uint64_t number(std::string_view digits, int base = 16) {
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  return value;
}

std::byte byte_of(std::string_view digits, std::size_t at) {
  return static_cast<std::byte>(number(digits.substr(at, 2)));
}

bool could_be_offset(const token& token) {
  return !token.digits.empty() && token.digits.size() <= longest_offset;
}

/// Returns true if the offset has a mark, "00000030: " or "[0x30] ", before the data.
bool marked_as_offset(std::string_view line, const token& offset, const token& data) {
  const auto between = line.substr(offset.end, data.begin - offset.end);
  const bool colon = between.size() > 1 && between[0] == ':' &&
                     between.find_first_not_of(blanks, 1) == std::string_view::npos;
  const bool bracket = offset.begin != 0 && line[offset.begin - 1] == '[' && between.size() > 1 &&
                       between[0] == ']' &&
                       between.find_first_not_of(blanks, 1) == std::string_view::npos;
  return colon || bracket;
}

bool only_blanks(std::string_view text) {
  return text.find_first_not_of(blanks) == std::string_view::npos;
}

void append(std::vector<std::byte>& bytes, const token& word, word_order order) {
  const auto begin = static_cast<std::ptrdiff_t>(bytes.size());
  std::string digits(word.width - word.digits.size(), '0');
  digits += word.digits;
  for (std::size_t i = 0; i < digits.size(); i += 2) bytes.push_back(byte_of(digits, i));
  if (order == word_order::little) std::reverse(bytes.begin() + begin, bytes.end());
}

/// Returns the offset before words in host order. Those of hexdump have 4 digits; od writes others
/// too.
dump_offset host_offset_of(std::string_view digits, std::size_t word) {
  dump_offset result;
  const auto has = [digits](std::string_view some) {
    return digits.find_first_of(some) != std::string_view::npos;
  };
  const bool letters = has("abcdefABCDEF");
  if (word == hexdump_word || letters) result.hex = number(digits);
  if (!letters) result.decimal = number(digits, 10);
  if (!letters && !has("89")) result.octal = number(digits, 8);
  return result;
}

}  // namespace

std::optional<hex_line> read_hex_line(std::string_view line, word_order order) {
  const auto tokens = tokens_of(line);
  auto [first, count, digits] = longest_run(line, tokens);
  if (count == 0) return {};
  hex_line result;
  bool of_host = false;
  std::size_t begin = tokens[first].begin;
  if (first != 0 && could_be_offset(tokens[first - 1])) {
    const auto& before = tokens[first - 1];
    of_host = before.digits.size() == host_offset &&
              only_blanks(line.substr(before.end, begin - before.end)) &&
              (tokens[first].width == hexdump_word || only_blanks(line.substr(0, before.begin)));
    if (of_host) {
      result.offset = host_offset_of(before.digits, tokens[first].width);
    } else if (marked_as_offset(line, before, tokens[first])) {
      result.offset = {.hex = number(before.digits)};
    }
    if (result.offset) begin = before.begin;
  }
  // hexdump -C and od -A x write an offset without a mark. It differs from the data in its number
  // of digits.
  if (const auto digits = tokens[first].digits.size();
      !result.offset && count > 1 && digits >= least_offset && digits <= longest_offset) {
    of_host = digits == least_offset && digits != tokens[first + 1].width;
    if (of_host || digits > tokens[first + 1].width) {
      result.offset = {.hex = number(tokens[first].digits)};
      ++first;
      --count;
    }
  }
  if (order == word_order::usual && of_host) order = word_order::little;
  for (std::size_t i = first; i < first + count; ++i) append(result.bytes, tokens[i], order);
  result.words = count;
  auto rest = line.substr(tokens[first + count - 1].end);
  if (const auto characters = rest.find('|'); characters != std::string_view::npos) {
    rest = rest.substr(0, characters);
  } else if (result.offset && rest.starts_with("  ")) {
    rest = {};  // the characters of xxd
  }
  result.pure = line.substr(0, begin).find_first_not_of(quotes) == std::string_view::npos &&
                rest.find_first_not_of(quotes) == std::string_view::npos;
  return result;
}

std::optional<dump_offset> read_last_offset(std::string_view line) {
  const auto digits = line.substr(0, line.find_last_not_of(blanks) + 1);
  if (digits.size() < least_offset || digits.size() > longest_offset ||
      !std::all_of(digits.begin(), digits.end(), is_digit)) {
    return {};
  }
  if (digits.size() == host_offset) return host_offset_of(digits, hexdump_word);
  return dump_offset{.hex = number(digits)};
}

}  // namespace verbatim::tools::decode
