// Random histories, each from a seed of its own: it is printed when one fails, and repeats that one.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <random>
#include <string>

#include "dice.hpp"

namespace verbatim::test {

/// The number behind `--name=` on the command line.
inline std::optional<std::uint64_t> command_line_option(const std::string& name) {
  std::ifstream arguments("/proc/self/cmdline");
  const auto begin = "--" + name + "=";
  for (std::string one; std::getline(arguments, one, '\0');) {
    if (one.starts_with(begin)) return std::strtoull(one.c_str() + begin.size(), nullptr, 0);
  }
  return std::nullopt;
}

/// Calls history(dice) for `count` seeds, or for `--histories=N` of them, until one fails. `--seed=N` repeats
/// the one that it is printed for.
template <class History>
void each_history(std::uint64_t count, History history) {
  const auto given = command_line_option("seed");
  const auto first = given ? *given : std::uint64_t{std::random_device{}()};
  const auto all = given ? 1 : command_line_option("histories").value_or(count);
  for (auto seed = first; seed != first + all && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("repeat this history by --seed=" + std::to_string(seed));
    dice random(seed);
    history(random);
  }
}

}  // namespace verbatim::test
