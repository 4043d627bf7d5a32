// Chooses the WQEs that fail because an option asks for it.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "engine/base/vendor_syndromes.hpp"
#include "settings/options.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {

/// The failure that a WQE is to have.
struct asked_failure {
  cqe_syndrome syndrome{};
  vendor_syndrome vendor{};
  std::string words;
};

/// The failures of WQEs chosen by number (--fail-at, --fail-receive-at) or by chance
/// (--random-failures).
class asked_failures {
 public:
  explicit asked_failures(const options& settings);

  /// Returns the failure of the next send WQE that a queue of the process has read, its `number`th.
  std::optional<asked_failure> of_send(std::uint64_t number);

  /// Returns the failure of the next receive WQE that a message has taken.
  std::optional<asked_failure> of_receive();

 private:
  const options& settings_;
  std::uint64_t taken_receives_ = 0;
  std::mt19937_64 dice_;
};

}  // namespace verbatim::emulator
