// Queue pairs that wait for each other and enable each other, made by DevX.
#pragma once

#include <memory>

#include "tools/selftest/check.hpp"

namespace verbatim::tools::selftest {

/// A cross-channel master that is connected to itself, beside the RC queue pairs of the bench.
class cross_channel_pairs {
 public:
  /// Throws `skip` if the device has no such queue pairs.
  explicit cross_channel_pairs(bench& on);
  ~cross_channel_pairs();

  /// The master waits for a completion in a CQ, and goes on when it comes.
  void wait_for_completion(bench& on, verdict& to);

  /// The master enables a managed queue.
  void enable(bench& on, verdict& to, bool receives);

 private:
  class member;
  std::unique_ptr<member> master_;
};

}  // namespace verbatim::tools::selftest
