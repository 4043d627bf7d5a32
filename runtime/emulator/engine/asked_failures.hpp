// Which WQEs fail because that was asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "engine/vendor_syndromes.hpp"
#include "options.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {

/// How a WQE is to fail.
struct asked_failure {
  cqe_syndrome syndrome{};
  vendor_syndrome vendor{};
  std::string words;
};

/// One by its number (--fail-at, --fail-receive-at), and others by chance (--random-failures).
class asked_failures {
 public:
  explicit asked_failures(const options& settings);

  /// Of the next send WQE that a queue of the process has read, which is its `number`th.
  std::optional<asked_failure> of_send(std::uint64_t number);

  /// Of the next receive WQE that a message has taken.
  std::optional<asked_failure> of_receive();

 private:
  const options& settings_;
  std::uint64_t taken_receives_ = 0;
  std::mt19937_64 dice_;
};

}  // namespace verbatim::emulator
