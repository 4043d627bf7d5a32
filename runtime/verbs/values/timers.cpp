// The times of a connection, in the encodings of the wire and as chrono durations.
#include "verbatim/verbs/values/timers.hpp"

#include <array>
#include <charconv>
#include <cstddef>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim {
namespace verbs {

void throw_out_of_range(std::string_view what, std::uint64_t value, std::uint64_t max) {
  throw error(std::errc::invalid_argument, what, "",
              std::to_string(value) + " is more than the largest there is, " + std::to_string(max));
}

void throw_too_long(std::string_view what, std::chrono::nanoseconds wanted,
                    std::chrono::nanoseconds longest) {
  throw error(std::errc::invalid_argument, what, "",
              to_text(wanted) + " is longer than the longest there is, " + to_text(longest));
}

std::string to_text(std::chrono::nanoseconds time) {
  struct unit {
    std::int64_t nanoseconds;
    std::string_view name;
  };
  constexpr std::array<unit, 3> units{{{1'000'000'000, " s"}, {1'000'000, " ms"}, {1'000, " us"}}};
  std::size_t at = 0;
  // Times below a millisecond are also written in milliseconds if they are multiples of 0.01 ms.
  while (at + 1 < units.size() && time.count() < units[at].nanoseconds &&
         !(at == 1 && time.count() % 10'000 == 0)) {
    ++at;
  }
  const auto thousandths = time.count() / (units[at].nanoseconds / 1000);
  auto text = std::to_string(thousandths / 1000);
  if (auto fraction = std::to_string(1000 + thousandths % 1000).substr(1); fraction != "000") {
    text.append(".").append(fraction, 0, fraction.find_last_not_of('0') + 1);
  }
  return text.append(units[at].name);
}

}  // namespace verbs

ack_timeout ack_timeout_over(packet_life_time way, response_time peer) noexcept {
  constexpr auto longest = ack_timeout(ack_timeout::max);
  if (way.time() >= longest.time()) return longest;  // also avoids an overflow of twice the time
  const auto both = 2 * way.time() + peer.time();
  return both > longest.time() ? longest : ack_timeout::at_least(both);
}

std::chrono::microseconds time(rnr_timer timer) noexcept {
  // The enumerators have the names of their times, such as ms_0_64.
  const auto words = name(timer).substr(3);
  const auto point = words.find('_');
  const auto number = [](std::string_view digits) {
    int value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  };
  return std::chrono::microseconds(number(words.substr(0, point)) * 1000 +
                                   number(words.substr(point + 1)) * 10);
}

rnr_timer rnr_timer_at_least(std::chrono::nanoseconds wanted) {
  for (unsigned encoding = 1; encoding <= 32; ++encoding) {
    const auto timer = static_cast<rnr_timer>(encoding % 32);  // 0 comes last: it is the longest
    if (time(timer) >= wanted) return timer;
  }
  verbs::throw_too_long("min_rnr_timer", wanted, time(rnr_timer::ms_655_36));
}

std::string to_string(rnr_timer timer) {
  return std::to_string(static_cast<unsigned>(timer)) + " (" + verbs::to_text(time(timer)) + ")";
}

std::string to_string(rnr_retry_count count) {
  return std::to_string(count.encoding()) + (count.is_infinite() ? " (infinite)" : "");
}

}  // namespace verbatim
