// A connection that is being made.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "verbatim/connect/cm/ids/connection_state.hpp"

namespace verbatim::cm::detail {

/// A running operation that makes a connection.
struct making {
  std::shared_ptr<cm_id> id;
  std::shared_ptr<connection_state> state;
  end_options end;
  connect_handler handler;
  std::string_view call;

  void fail(const cm::error& why) const {
    state->how = ending::by_this_end;  // nothing that has begun ends
    if (state->qp && state->qp->state() != qp_state::reset)
      state->fail_qp();  // in RESET it can be used again
    (void)id->close();
    handler(why);
  }

  /// Runs a step. Ends the operation and returns false if the step throws; else returns true.
  template <class Step>
  bool run(Step&& step) const {
    std::optional<cm::error> failed;
    try {
      step();
    } catch (...) {
      failed = as_error(call, id->describe());
    }
    if (failed) fail(*failed);
    return !failed;
  }

  /// Does the same before the operation has begun: the handler is called from the loop.
  template <class Begin>
  void begin(Begin&& begin) const {
    try {
      begin();
    } catch (...) {
      id->channel()->post(
          [self = *this, failed = as_error(call, id->describe())] { self.fail(failed); });
      if (id->is_open()) id->expect(nullptr, std::nullopt);
    }
  }

  void succeed(std::span<const std::byte> data) const {
    state->begin(data);
    handler(connection(state));
  }
};

}  // namespace verbatim::cm::detail
