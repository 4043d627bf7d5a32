// The common part of the rows of one CQ with many queue pairs.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "cq_memory.hpp"
#include "request.hpp"
#include "rows.hpp"

namespace verbatim::bench {

/// The queue pairs that complete in a run of the row: every run_length completions another one.
class turns {
 public:
  explicit turns(std::uint32_t pairs) : pairs_(pairs) {}

  template <class Each>
  void next(Each&& each) {
    for (std::uint32_t i = 0; i < depth / run_length; ++i, ++turn_)
      each(turn_ % pairs_, turn_ / pairs_);
  }

 private:
  std::uint32_t pairs_;
  std::uint32_t turn_ = 0;
};

/// The counts and checks of all rows.
class counted_row : public row {
 public:
  void prepare() final {
    if (taken_ != expected_) throw std::runtime_error("a completion was not found");
    post();
    expected_ += depth;
  }

 protected:
  std::uint64_t taken_ = 0;

 private:
  virtual void post() = 0;
  std::uint64_t expected_ = 0;
};

}  // namespace verbatim::bench
