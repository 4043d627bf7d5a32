// A lane of one type of queue pairs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "tools/perf/lanes/lane.hpp"
#include "tools/perf/lanes/loops.hpp"

namespace verbatim::tools::perf {

template <class End>
class lane_of final : public lane {
 public:
  lane_of(const place& on, const parameters& what, const tick_clock& clock)
      : what_(what), clock_(clock), end_(on, what_) {}

  exchange::side side(std::uint32_t qp) override { return end_.side(qp); }
  void meet(std::uint32_t qp, const exchange::agreement& agreed) override { end_.meet(qp, agreed); }

  void prepare(const round& now) override {
    end_.arena().prepare(now.seed, now.size);
    if (is_atomic(what_.operation)) {
      end_.arena().set_words(0);
    } else if (polls_memory(now)) {
      *end_.arena().at(end_.arena().in_at(0, 0) + now.size - 1) = std::byte{0};
    }
  }

  void hand_over() noexcept override { end_.hand_over(); }

  outcome lead(const round& now, std::span<std::uint64_t> stamps, patience& wait) override {
    return with_loops(now, wait, [&](auto& loop) {
      if (now.measure == measure::latency) {
        loop.lead_latency(stamps);
      } else {
        loop.lead_bandwidth();
      }
    });
  }

  outcome follow(const round& now, patience& wait) override {
    return with_loops(now, wait, [&](auto& loop) {
      if (now.measure == measure::latency) {
        loop.follow_latency();
      } else {
        loop.follow_bandwidth();
      }
    });
  }

  outcome both(const round& now, patience& wait) override {
    return with_loops(now, wait, [](auto& loop) { loop.lead_bandwidth(true); });
  }

  outcome rest(const round& now, patience& wait) override {
    return with_loops(
        now, wait, [](auto& loop) { loop.follow_bandwidth(); }, received_);
  }

  outcome verify(const round& now, std::uint64_t messages, bool leads) const override {
    outcome found;
    const auto& in = end_.arena();
    const auto queue_pairs = now.measure == measure::latency ? 1 : what_.queue_pairs;
    for (std::uint32_t qp = 0; qp < queue_pairs; ++qp) {
      const auto share = share_of(messages, qp, queue_pairs);
      if (is_atomic(what_.operation)) {
        if (leads) continue;
        if (in.word(qp) == share) {
          found.verified_bytes += sizeof share;
        } else {
          found.problem = "after " + std::to_string(share) + " atomics the word in memory is " +
                          std::to_string(in.word(qp));
        }
        continue;
      }
      const std::uint32_t flag = polls_memory(now) ? 1 : 0;
      const auto good =
          in.arrived(qp, now.seed, now.size,
                     what_.operation == operation::send ? End::received_behind : 0, flag);
      const auto expected = expected_slots(now, qp, share, queue_pairs);
      found.verified_bytes += std::uint64_t{good} * (now.size - flag);
      if (good < expected && found.problem.empty()) {
        found.problem = std::to_string(expected - good) + " of " + std::to_string(expected) +
                        " buffers do not hold what was sent";
      }
    }
    return found;
  }

 private:
  bool polls_memory(const round& now) const noexcept {
    return what_.operation == operation::write && now.measure == measure::latency;
  }

  /// Returns the slots of a queue pair that messages must have filled.
  std::uint32_t expected_slots(const round& now, std::uint32_t qp, std::uint64_t share,
                               std::uint32_t queue_pairs) const {
    const auto slots = end_.arena().slots();
    const bool loses = what_.connection == connection::uc || what_.connection == connection::ud;
    if (what_.operation == operation::send) {
      const bool is_shared = what_.connection == connection::dc;  // receives of the first
      if (is_shared && qp != 0) return 0;
      // The queue pair of the lost messages is not known.
      if (loses && queue_pairs > 1) return 0;
      const auto all = is_shared ? share * queue_pairs : share;
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(slots, all));
    }
    if (now.measure == measure::latency) return share == 0 ? 0 : 1;
    if (loses) return 0;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(slots, share));
  }

  template <operation Op, class Run>
  outcome with(const round& now, patience& wait, Run&& run, std::uint64_t arrived) {
    if constexpr (End::template has<Op>) {
      loops<End, Op> loop(end_, what_, clock_, now, wait, arrived);
      wait.progress();
      run(loop);
      const auto seen = loop.result();
      received_ = seen.received;
      return seen;
    } else {
      return {.problem = "these queue pairs have no such operation"};
    }
  }

  template <class Run>
  outcome with_loops(const round& now, patience& wait, Run&& run, std::uint64_t arrived = 0) {
    switch (what_.operation) {
      case operation::write:
        return with<operation::write>(now, wait, run, arrived);
      case operation::read:
        return with<operation::read>(now, wait, run, arrived);
      case operation::send:
        return with<operation::send>(now, wait, run, arrived);
      case operation::fetch_add:
        return with<operation::fetch_add>(now, wait, run, arrived);
      case operation::cmp_swap:
        return with<operation::cmp_swap>(now, wait, run, arrived);
      case operation::masked_fetch_add:
        return with<operation::masked_fetch_add>(now, wait, run, arrived);
      case operation::masked_cmp_swap:
        return with<operation::masked_cmp_swap>(now, wait, run, arrived);
    }
    return {.problem = "there is no such operation"};
  }

  parameters what_;
  const tick_clock& clock_;
  End end_;
  std::uint64_t received_ = 0;  // in the round under way
};

}  // namespace verbatim::tools::perf
