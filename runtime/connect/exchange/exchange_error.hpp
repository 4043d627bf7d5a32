// The error of an endpoint exchange: the end that failed, and the stage that it had reached.
#pragma once

#include <cxxabi.h>

#include <exception>
#include <string>
#include <string_view>

#include "verbatim/connect/exchange/exchange_frame.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim {

/// An endpoint exchange that failed. An example of the text:
///
///   exchange with 10.0.0.2:4791: peer failed at RTR: ibv_modify_qp on RC QP 0x12 of mlx5_0: …
class exchange_error : public error {
 public:
  /// Makes the error of this end, which failed or waited in vain.
  exchange_error(std::errc condition, std::string_view peer, exchange_stage stage,
                 std::string_view reason);

  /// Makes the error that the peer reported.
  exchange_error(std::string_view peer, const exchange_failure& failure);

  /// Returns the stage that failed.
  exchange_stage stage() const noexcept { return stage_; }

  /// True if the peer failed and reported it.
  bool is_of_peer() const noexcept { return is_of_peer_; }

  /// Returns the failure to send to the peer.
  exchange_failure failure() const;

 private:
  exchange_stage stage_;
  bool is_of_peer_;
};

/// Calls action(). Turns its exceptions into an exchange_error at this stage.
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
#ifdef __GLIBCXX__
  } catch (const abi::__forced_unwind&) {
    throw;  // pthread_cancel() ends this thread
#endif
  } catch (...) {
    throw exchange_error(std::errc::operation_canceled, peer, stage,
                         "something was thrown that is no std::exception");
  }
}

}  // namespace verbatim
