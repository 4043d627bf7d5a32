// The queue pairs of several threads, as one lane.
#include "tools/perf/lanes/team.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <latch>
#include <limits>
#include <string>
#include <thread>
#include <utility>

namespace verbatim::tools::perf {

team::team(const place& on, const parameters& what, const tick_clock& clock)
    : what_(what), received_(what.threads) {
  for (std::uint32_t i = 0; i < what.threads; ++i) {
    members_.push_back(make_lane_of_thread(on, what, clock));
  }
}

exchange::side team::side(std::uint32_t qp) {
  return members_[qp / what_.queue_pairs]->side(qp % what_.queue_pairs);
}

void team::meet(std::uint32_t qp, const exchange::agreement& agreed) {
  members_[qp / what_.queue_pairs]->meet(qp % what_.queue_pairs, agreed);
}

round team::part_of(const round& what, std::uint32_t thread) const noexcept {
  auto one = what;
  one.messages = share_of(what.messages, thread, threads());
  return one;
}

void team::prepare(const round& what) {
  for (const auto& one : members_) one->prepare(what);
}

void team::hand_over() noexcept {
  for (const auto& one : members_) one->hand_over();
}

template <class Play>
outcome team::together(const round& what, patience& wait, const Play& play) {
  std::vector<outcome> all(threads());
  std::atomic<bool> stop = false;
  std::latch begin(static_cast<std::ptrdiff_t>(threads()));
  const auto run = [&](std::uint32_t i) {
    auto own = wait.of_thread(stop);
    begin.arrive_and_wait();
    try {
      all[i] = play(*members_[i], part_of(what, i), own);
    } catch (const std::exception& e) {  // of a completion queue that waits for events
      all[i].problem = e.what();
    }
    if (!all[i].problem.empty() || all[i].peer_spoke) stop = true;
  };
  {
    std::vector<std::jthread> others;
    for (std::uint32_t i = 1; i < threads(); ++i) others.emplace_back(run, i);
    run(0);
  }
  outcome sum{.began = std::numeric_limits<std::uint64_t>::max()};
  for (std::uint32_t i = 0; i < threads(); ++i) {
    auto& one = all[i];
    received_[i] = one.received;
    sum.sent += one.sent;
    sum.received += one.received;
    sum.began = std::min(sum.began, one.began);
    sum.ended = std::max(sum.ended, one.ended);
    sum.peer_spoke = sum.peer_spoke || one.peer_spoke;
    if (sum.problem.empty()) sum.problem = std::move(one.problem);
  }
  return sum;
}

outcome team::lead(const round& what, std::span<std::uint64_t> stamps, patience& wait) {
  hand_over();
  if (what.measure == measure::latency) return members_.front()->lead(what, stamps, wait);
  return together(what, wait, [](lane& one, const round& own, patience& patient) {
    return one.lead(own, {}, patient);
  });
}

outcome team::follow(const round& what, patience& wait) {
  hand_over();
  if (what.measure == measure::latency) return members_.front()->follow(what, wait);
  return together(what, wait, [](lane& one, const round& own, patience& patient) {
    return one.follow(own, patient);
  });
}

outcome team::both(const round& what, patience& wait) {
  hand_over();
  return together(what, wait, [](lane& one, const round& own, patience& patient) {
    return one.both(own, patient);
  });
}

outcome team::rest(const round& what, patience& wait) {
  hand_over();
  return together(what, wait, [](lane& one, const round& own, patience& patient) {
    return one.rest(own, patient);
  });
}

outcome team::verify(const round& what, std::uint64_t messages, bool leads) const {
  if (what.measure == measure::latency) return members_.front()->verify(what, messages, leads);
  outcome sum;
  for (std::uint32_t i = 0; i < threads(); ++i) {
    const auto own = is_received(what_.operation) ? received_[i] : share_of(messages, i, threads());
    auto one = members_[i]->verify(part_of(what, i), own, leads);
    sum.verified_bytes += one.verified_bytes;
    if (sum.problem.empty()) sum.problem = std::move(one.problem);
  }
  return sum;
}

std::unique_ptr<lane> make_lane(const place& on, const parameters& what, const tick_clock& clock) {
  if (what.threads > 1) return std::make_unique<team>(on, what, clock);
  return make_lane_of_thread(on, what, clock);
}

}  // namespace verbatim::tools::perf
