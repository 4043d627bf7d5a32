// Why two ends are not connected: who failed, and how far it was.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "verbatim/connect/exchange_frame.hpp"
#include "verbatim/verbs/error.hpp"

namespace verbatim {

///   exchange with 10.0.0.2:4791: peer failed at RTR: ibv_modify_qp on RC QP 0x12 of mlx5_0: …
class exchange_error : public error {
 public:
  /// This end failed, or waited in vain.
  exchange_error(std::errc condition, std::string_view peer, exchange_stage stage,
                 std::string_view reason);

  /// The peer said so.
  exchange_error(std::string_view peer, const exchange_failure& failure);

  exchange_stage stage() const noexcept { return stage_; }

  /// True if it is the peer that failed, and said so.
  bool is_of_peer() const noexcept { return is_of_peer_; }

  /// What to tell the peer.
  exchange_failure failure() const;

 private:
  exchange_stage stage_;
  bool is_of_peer_;
};

/// Calls action(); what it throws becomes an exchange_error at this stage.
template <class Action>
auto at_stage(exchange_stage stage, std::string_view peer, Action&& action) {
  try {
    return action();
  } catch (const exchange_error&) {
    throw;
  } catch (const std::system_error& e) {
    throw exchange_error(static_cast<std::errc>(e.code().value()), peer, stage, e.what());
  } catch (const std::exception& e) {
    throw exchange_error(std::errc::operation_canceled, peer, stage, e.what());
  }
}

}  // namespace verbatim
