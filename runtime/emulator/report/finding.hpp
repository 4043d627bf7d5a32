// The result of a check, in words. Every report and refusal has an entry in checks.inc.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <string>
#include <string_view>
#include <utility>

#include "report/checks.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {

/// A reason for a refusal; empty if there is none.
struct finding {
  check which{};
  std::string words;

  bool empty() const noexcept { return words.empty(); }
};

template <check Which, class... Args>
finding found(fmt::format_string<Args...> format, Args&&... args) {
  static_assert(refuses(Which), "what is only suspicious is not refused: mention it");
  return {Which, fmt::format(format, std::forward<Args>(args)...)};
}

/// Returns a finding with the given words; nothing if there are none.
template <check Which>
finding found_words(std::string words) {
  static_assert(refuses(Which), "what is only suspicious is not refused: mention it");
  return {Which, std::move(words)};
}

/// Prints the finding after words with its location.
inline void say(const finding& what, std::string_view where) {
  report_line(fmt::format("{}{}", where, what.words));
}

/// Reports something that a NIC would not report.
template <check Which, class... Args>
void tell(fmt::format_string<Args...> format, Args&&... args) {
  static_assert(refuses(Which), "what is only suspicious is mentioned");
  report_line(fmt::format(format, std::forward<Args>(args)...));
}

/// Reports something that works but may be unexpected; printed only with `--verbose`.
template <check Which, class... Args>
void mention(fmt::format_string<Args...> format, Args&&... args) {
  static_assert(!refuses(Which), "what a NIC or a driver refuses is told");
  if (reports_everything()) report_line(fmt::format(format, std::forward<Args>(args)...));
}

/// Does the same as `mention`, but only once in this process.
template <check Which, class... Args>
void mention_once(fmt::format_string<Args...> format, Args&&... args) {
  static std::atomic<bool> mentioned;
  if (reports_everything() && !mentioned.exchange(true)) {
    mention<Which>(format, std::forward<Args>(args)...);
  }
}

}  // namespace verbatim::emulator
