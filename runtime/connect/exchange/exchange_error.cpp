// The error of an endpoint exchange: the end that failed, and the stage that it had reached.
#include "verbatim/connect/exchange/exchange_error.hpp"

namespace verbatim::exchange {
namespace {

std::string failed_at(exchange::stage stage, std::string_view reason) {
  return "failed at " + std::string(name(stage)) + ": " + std::string(reason);
}

std::string with(std::string_view peer) { return "exchange with " + std::string(peer); }

}  // namespace

error::error(std::errc condition, std::string_view peer, exchange::stage stage,
             std::string_view reason)
    : verbatim::error(condition, with(peer), "", failed_at(stage, reason)),
      stage_(stage),
      is_of_peer_(false) {}

error::error(std::string_view peer, const exchange::failure& failure)
    : verbatim::error(failure.error_number == 0 ? std::errc::operation_canceled
                                                : static_cast<std::errc>(failure.error_number),
                      with(peer), "", "peer " + failed_at(failure.stage, failure.reason)),
      stage_(failure.stage),
      is_of_peer_(true) {}

exchange::failure exchange::error::failure() const {
  const auto prefix = failed_at(stage_, "").size() + (is_of_peer_ ? sizeof "peer" : 0);
  return {stage_, static_cast<std::uint32_t>(code().value()), advice().substr(prefix)};
}

}  // namespace verbatim::exchange
