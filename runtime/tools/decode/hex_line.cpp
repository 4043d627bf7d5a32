#include "tools/decode/hex_line.hpp"

#include <algorithm>
#include <charconv>

namespace verbatim::tools::decode {
namespace {

constexpr std::size_t longest_offset = 16;  // digits
constexpr std::size_t hexdump_offset =
    7;  // digits of hexdump(1) and od(1), whose words are the host's
constexpr std::string_view blanks = " \t";
constexpr std::string_view quotes = " \t{}[](),;\"'";

constexpr bool is_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Letters and digits that belong together.
struct token {
  std::size_t begin;  // in the line
  std::size_t end;
  std::string_view digits;  // without 0x; empty if it is no hex
  bool prefixed;

  bool is_data() const { return digits.size() >= 2 && digits.size() % 2 == 0; }
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
  return {begin, end, digits, prefixed};
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
  return tokens;
}

/// True if the second goes on where the first ends.
bool adjoin(std::string_view line, const token& a, const token& b) {
  const auto between = line.substr(a.end, b.begin - a.end);
  if (between == ":" || between == "-") return a.digits.size() == 2 && b.digits.size() == 2;
  return between.find_first_not_of(" \t,\\\"") == std::string_view::npos;
}

struct run {
  std::size_t first = 0;  // of the tokens
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
    now.digits += token.digits.size();
    if (now.digits > best.digits) best = now;
  }
  return best;
}

std::uint64_t number(std::string_view digits) {
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

std::byte byte_of(std::string_view digits, std::size_t at) {
  return static_cast<std::byte>(number(digits.substr(at, 2)));
}

bool could_be_offset(const token& token) {
  return !token.digits.empty() && token.digits.size() <= longest_offset;
}

/// "00000030: " or "[0x30] " in front of the data.
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

void append(std::vector<std::byte>& bytes, std::string_view digits, word_order order) {
  const auto begin = static_cast<std::ptrdiff_t>(bytes.size());
  for (std::size_t i = 0; i < digits.size(); i += 2) bytes.push_back(byte_of(digits, i));
  if (order == word_order::little) std::reverse(bytes.begin() + begin, bytes.end());
}

}  // namespace

std::optional<hex_line> read_hex_line(std::string_view line, word_order order) {
  const auto tokens = tokens_of(line);
  auto [first, count, digits] = longest_run(line, tokens);
  if (count == 0) return {};
  hex_line result;
  std::size_t begin = tokens[first].begin;
  if (first != 0 && could_be_offset(tokens[first - 1])) {
    const auto& before = tokens[first - 1];
    const bool hexdump = before.digits.size() == hexdump_offset &&
                         tokens[first].digits.size() == 4 &&
                         only_blanks(line.substr(before.end, begin - before.end));
    if (hexdump) order = order == word_order::big ? word_order::little : word_order::big;
    if (hexdump || marked_as_offset(line, before, tokens[first])) {
      result.offset = number(before.digits);
      begin = before.begin;
    }
  }
  // hexdump -C and od write an offset without a mark; it has more digits than the data.
  if (!result.offset && count > 1 && tokens[first].digits.size() >= 6 &&
      tokens[first].digits.size() <= longest_offset &&
      tokens[first].digits.size() > tokens[first + 1].digits.size()) {
    result.offset = number(tokens[first].digits);
    ++first;
    --count;
  }
  for (std::size_t i = first; i < first + count; ++i) append(result.bytes, tokens[i].digits, order);
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

}  // namespace verbatim::tools::decode
