// The error of an endpoint exchange: the end that failed, and the stage that it had reached.
#pragma once

#include <cxxabi.h>

#include <exception>
#include <string>
#include <string_view>

#include "verbatim/connect/exchange/exchange_frame.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::exchange {

/// An endpoint exchange that failed. An example of the text:
///
///   exchange with 10.0.0.2:4791: peer failed at RTR: ibv_modify_qp on RC QP 0x12 of mlx5_0: …
class [[gnu::visibility("default")]] error : public verbatim::error {
 public:
  /// Makes the error of this end, which failed or timed out.
  error(std::errc condition, std::string_view peer, exchange::stage stage, std::string_view reason);

  /// Makes the error that the peer reported.
  error(std::string_view peer, const exchange::failure& failure);

  /// Returns the stage that failed.
  exchange::stage stage() const noexcept { return stage_; }

  /// Returns true if the peer failed and reported it.
  bool is_of_peer() const noexcept { return is_of_peer_; }

  /// Returns the failure, for an ERROR frame to the peer.
  exchange::failure failure() const;

 private:
  exchange::stage stage_;
  bool is_of_peer_;
};

/// Calls action(). Turns its exceptions into an exchange::error at this stage.
template <class Action>
auto at_stage(exchange::stage stage, std::string_view peer, Action&& action) {
  try {
    return action();
  } catch (const exchange::error&) {
    throw;
  } catch (const std::system_error& e) {
    throw exchange::error(static_cast<std::errc>(e.code().value()), peer, stage, e.what());
  } catch (const std::exception& e) {
    throw exchange::error(std::errc::operation_canceled, peer, stage, e.what());
#ifdef __GLIBCXX__
  } catch (const abi::__forced_unwind&) {
    throw;  // pthread_cancel() ends this thread
#endif
  } catch (...) {
    throw exchange::error(std::errc::operation_canceled, peer, stage,
                          "something was thrown that is no std::exception");
  }
}

}  // namespace verbatim::exchange
