// Numbers of InfiniBand links as types that print themselves: GUIDs, LIDs, P_Keys, MTUs and rates.
#include "verbatim/verbs/values/link_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

namespace verbatim {
namespace {

std::string hex(std::uint16_t value) {
  std::array<char, 4> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

/// The nominal rates in Mb/s by encoding. Source: verbs.h, enum ibv_rate.
constexpr std::array<std::uint32_t, 25> rates{0,      0,      2500,   10000,  30000,  5000,  20000,
                                              40000,  60000,  80000,  120000, 14000,  56000, 112000,
                                              168000, 25000,  100000, 200000, 300000, 28000, 50000,
                                              400000, 600000, 800000, 1200000};

}  // namespace

std::string to_string(guid guid) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) {
    text += "0123456789abcdef"[guid.value() >> shift & 0xf];
    if (shift % 16 == 0 && shift != 0) text += ':';
  }
  return text;
}

std::optional<guid> parse_guid(std::string_view text) {
  std::string digits;
  if (text.starts_with("0x")) {
    digits = text.substr(2);
  } else if (text.size() == 19 && text[4] == ':' && text[9] == ':' && text[14] == ':') {
    for (std::size_t at = 0; at < text.size(); at += 5) digits += text.substr(at, 4);
  }
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value, 16);
  if (digits.size() != 16 || read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

std::string to_string(lid lid) {
  return lid.value() < 0xc000 ? std::to_string(lid.value()) : hex(lid.value());
}

std::string to_string(pkey pkey) { return hex(pkey.value()); }

std::optional<std::uint16_t> index_of(std::span<const pkey> table, pkey wanted) noexcept {
  auto found = std::find(table.begin(), table.end(), wanted);
  if (found == table.end()) {
    found = std::find_if(table.begin(), table.end(), [&](pkey entry) {
      return !entry.is_zero() && entry.partition() == wanted.partition();
    });
  }
  if (found == table.end()) return std::nullopt;
  return static_cast<std::uint16_t>(found - table.begin());
}

std::string not_in_partition(pkey wanted, std::span<const pkey> table) {
  std::string held;
  for (const auto entry : table) {
    if (!entry.is_zero()) held.append(held.empty() ? "" : ", ").append(to_string(entry));
  }
  return "not in partition " + to_string(wanted) + "; its P_Keys are " +
         (held.empty() ? "none" : held);
}

std::uint8_t mtu::encoding() const noexcept {
  return is_valid() ? static_cast<std::uint8_t>(std::countr_zero(bytes_) - 7) : std::uint8_t{0};
}

mtu mtu::of_encoding(std::uint8_t encoding) noexcept {
  return encoding >= 1 && encoding <= 5 ? static_cast<std::uint16_t>(128u << encoding)
                                        : std::uint16_t{0};
}

std::string to_string(mtu mtu) { return std::to_string(mtu.bytes()) + " bytes"; }

rate rate::of_link(std::uint8_t active_width, std::uint32_t active_speed) noexcept {
  struct value {
    std::uint32_t encoding, number;
  };
  // Source: InfiniBand specification, PortInfo, LinkWidthActive and LinkSpeed*Active.
  constexpr std::array<value, 5> lanes{{{1, 1}, {2, 4}, {4, 8}, {8, 12}, {16, 2}}};
  constexpr std::array<value, 9> speeds{{{1, 2500},
                                         {2, 5000},
                                         {4, 10000},
                                         {8, 10000},
                                         {16, 14000},
                                         {32, 25000},
                                         {64, 50000},
                                         {128, 100000},
                                         {256, 200000}}};
  const auto of = [](const auto& table, std::uint32_t encoding) {
    for (const auto& entry : table) {
      if (entry.encoding == encoding) return entry.number;
    }
    return 0u;
  };
  const auto wanted = of(lanes, active_width) * of(speeds, active_speed);
  std::uint8_t best = 0;
  for (std::uint8_t i = 0; i < rates.size(); ++i) {
    if (rates[i] <= wanted && rates[i] > rates[best]) best = i;
  }
  return rate(best);
}

std::uint32_t rate::megabits_per_second() const noexcept {
  return encoding_ < rates.size() ? rates[encoding_] : 0;
}

bool is_slower(rate a, rate b) noexcept {
  const auto of_a = a.megabits_per_second(), of_b = b.megabits_per_second();
  return of_a != 0 && (of_b == 0 || of_a < of_b);
}

std::string to_string(rate rate) {
  const auto megabits = rate.megabits_per_second();
  if (rate == verbatim::rate()) return "as fast as the port can";
  if (megabits == 0) return "unknown rate " + std::to_string(rate.encoding());
  return megabits == 2500 ? "2.5 Gb/s" : std::to_string(megabits / 1000) + " Gb/s";
}

}  // namespace verbatim
