// The queue pairs of several threads, as one lane.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tools/perf/lanes/lane.hpp"

namespace verbatim::tools::perf {

/// Each thread has a lane of its own: memory, completion queue, queue pairs and their register. The
/// messages of a bandwidth are divided among the threads; a latency is the first one's.
class team final : public lane {
 public:
  team(const place& on, const parameters& what, const tick_clock& clock);

  exchange::side side(std::uint32_t qp) override;
  void meet(std::uint32_t qp, const exchange::agreement& agreed) override;
  void prepare(const round& what) override;
  void hand_over() noexcept override;
  outcome lead(const round& what, std::span<std::uint64_t> stamps, patience& wait) override;
  outcome follow(const round& what, patience& wait) override;
  outcome both(const round& what, patience& wait) override;
  outcome rest(const round& what, patience& wait) override;
  outcome verify(const round& what, std::uint64_t messages, bool leads) const override;

 private:
  std::uint32_t threads() const noexcept { return static_cast<std::uint32_t>(members_.size()); }
  round part_of(const round& what, std::uint32_t thread) const noexcept;

  /// Runs each member's part of a bandwidth in a thread. All begin at once.
  template <class Play>
  outcome together(const round& what, patience& wait, const Play& play);

  parameters what_;
  std::vector<std::unique_ptr<lane>> members_;
  std::vector<std::uint64_t> received_;  // by each member, in the round under way
};

}  // namespace verbatim::tools::perf
