// Chooses the WQEs that fail on request of an option.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "engine/base/vendor_syndromes.hpp"
#include "settings/options.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {

/// The requested failure of a WQE.
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

  /// Returns the requested failure of the send WQE that a queue has just read. It is the process's
  /// WQE number `number`.
  std::optional<asked_failure> of_send(std::uint64_t number);

  /// Returns the requested failure of the receive WQE that a message has just taken.
  std::optional<asked_failure> of_receive();

 private:
  const options& settings_;
  std::uint64_t taken_receives_ = 0;
  std::mt19937_64 dice_;
};

}  // namespace verbatim::emulator
