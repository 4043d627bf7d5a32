// CQEs as they lie in memory, of a completion queue whose format verbs make.
#pragma once

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cstdint>
#include <optional>
#include <span>

#include "tools/selftest/bench.hpp"
#include "tools/selftest/twin.hpp"

namespace verbatim::tools::selftest {

/// A CQ of 64 CQEs of 64 bytes that no library polls.
class raw_completions {
 public:
  explicit raw_completions(bench& on);

  std::uint32_t cqn() const noexcept { return dv_.cqn; }

  /// Returns the next CQE, if the device has written it.
  std::optional<seen> next_at_once();

  /// Waits for the next CQE. Throws `failure` if it does not come.
  seen next(const bench& on);

 private:
  native_object<ibv_cq, ibv_destroy_cq> cq_;
  mlx5dv_cq dv_{};
  std::uint32_t ci_ = 0;
};

}  // namespace verbatim::tools::selftest
