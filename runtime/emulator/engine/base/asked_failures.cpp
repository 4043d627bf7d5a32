// Chooses the WQEs that fail on request of an option.
#include "engine/base/asked_failures.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

namespace verbatim::emulator {
namespace {

// The syndromes that devices give to requests, and to receives, that were not flushed.
constexpr std::array of_requests{
    cqe_syndrome::local_length_err,
    cqe_syndrome::local_qp_op_err,
    cqe_syndrome::local_prot_err,
    cqe_syndrome::mw_bind_err,
    cqe_syndrome::bad_resp_err,
    cqe_syndrome::remote_inval_req_err,
    cqe_syndrome::remote_access_err,
    cqe_syndrome::remote_op_err,
    cqe_syndrome::transport_retry_exc_err,
    cqe_syndrome::rnr_retry_exc_err,
    cqe_syndrome::remote_aborted_err,
};
constexpr std::array of_receives{
    cqe_syndrome::local_length_err,
    cqe_syndrome::local_qp_op_err,
    cqe_syndrome::local_prot_err,
    cqe_syndrome::local_access_err,
};

std::optional<asked_failure> by_number(const failing_operation& asked, std::uint64_t number,
                                       const char* option) {
  if (number != asked.at) return std::nullopt;
  const auto syndrome = static_cast<cqe_syndrome>(asked.syndrome);
  return asked_failure{
      syndrome, vendor_syndrome_of(asked),
      fmt::format("fails as {} says, with syndrome {:#x}{}{}", option, asked.syndrome,
                  name(syndrome).empty() ? "" : " ", name(syndrome))};
}

std::optional<asked_failure> by_chance(unsigned one_in, std::mt19937_64& dice,
                                       std::span<const cqe_syndrome> syndromes) {
  if (one_in == 0 || dice() % one_in != 0) return std::nullopt;
  const auto syndrome = syndromes[dice() % syndromes.size()];
  return asked_failure{syndrome, vendor_syndrome_of(syndrome),
                       "fails by chance, as --random-failures says"};
}

}  // namespace

asked_failures::asked_failures(const options& settings)
    : settings_(settings), dice_(settings.random_failures.seed) {}

std::optional<asked_failure> asked_failures::of_send(std::uint64_t number) {
  if (auto asked = by_number(settings_.fail_at, number, "--fail-at")) return asked;
  return by_chance(settings_.random_failures.one_in, dice_, of_requests);
}

std::optional<asked_failure> asked_failures::of_receive() {
  if (auto asked = by_number(settings_.fail_receive_at, ++taken_receives_, "--fail-receive-at")) {
    // For a bad key, devices report different vendor syndromes for receives and for requests.
    const bool of_key = asked->syndrome == cqe_syndrome::local_prot_err &&
                        !settings_.fail_receive_at.vendor_syndrome;
    if (of_key) asked->vendor = vendor_syndrome::receive_key;
    return asked;
  }
  return by_chance(settings_.random_failures.one_in, dice_, of_receives);
}

}  // namespace verbatim::emulator
