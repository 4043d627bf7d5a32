// The measuring loops. Between the first and the last message they neither allocate, lock nor throw;
// only sleeping for events calls into the kernel.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tools/perf/clock.hpp"
#include "tools/perf/lanes/lane.hpp"
#include "tools/perf/lanes/message.hpp"
#include "tools/perf/lanes/patience.hpp"
#include "tools/perf/lanes/tally.hpp"
#include "tools/perf/parameters.hpp"

namespace verbatim::tools::perf {

/// `End` is a direct_end or a verbs_end.
template <class End, operation Op>
class loops {
 public:
  /// `arrived` messages have been received before, in the same round.
  loops(End& end, const parameters& what, const tick_clock& clock, const round& now, patience& wait,
        std::uint64_t arrived)
      : end_(end),
        what_(what),
        clock_(clock),
        round_(now),
        wait_(wait),
        seen_(what.queue_pairs),
        posted_(what.queue_pairs),
        unsignaled_(what.queue_pairs) {
    seen_.received = arrived;
  }

  /// One message at a time: its answer, or its completion, comes before the next.
  void lead_latency(std::span<std::uint64_t> stamps) {
    for (std::uint64_t i = 0; i < round_.messages; ++i) {
      stamps[i] = clock_.now();
      if (!send_one(i) || !answered(i)) return;
    }
    stamps[round_.messages] = clock_.now();
    drain();
  }

  /// Answers each message with one like it.
  void follow_latency() {
    for (std::uint64_t i = 0; i < round_.messages; ++i) {
      if (!answered(i) || !send_one(i)) return;
    }
    drain();
  }

  /// Keeps as many messages under way as the depth allows. With `beside_peer`, the peer does so too,
  /// and may have said that it is done.
  void lead_bandwidth(bool beside_peer = false) {
    began_ = clock_.now();
    while (seen_.sent < round_.messages) {
      for (std::uint32_t qp = 0; qp < what_.queue_pairs; ++qp) {
        if (!fill(qp)) return;
      }
      if (!poll_once(beside_peer ? word::is_no_end : word::ends)) return;
    }
    ended_ = clock_.now();
  }

  /// Receives until all messages have come, or nothing comes any more behind what the peer says.
  void follow_bandwidth() {
    while (seen_.received < round_.messages) {
      if (!poll_once(word::ends_when_quiet)) return;
    }
  }

  outcome result() const {
    outcome seen{.sent = seen_.sent, .received = seen_.received, .began = began_, .ended = ended_};
    seen.problem = problem_;
    seen.peer_spoke = peer_spoke_;
    return seen;
  }

  const std::vector<std::uint64_t>& arrived() const noexcept { return seen_.arrived; }

 private:
  static constexpr std::uint64_t quiet_ns = 200'000'000;  // after it, nothing more is on the way

  /// The meaning of a word of the peer to a loop that finds nothing.
  enum class word { ends, ends_when_quiet, is_no_end };

  bool post(std::uint32_t qp, bool is_last_of_list) noexcept {
    const auto share = share_of(round_.messages, qp, what_.queue_pairs);
    auto& unsignaled = unsignaled_[qp];
    ++unsignaled;
    const bool is_last = posted_[qp] + 1 == share;
    const bool signals = is_last || (is_last_of_list && unsignaled >= what_.signal_every);
    const message one{
        .qp = qp, .number = posted_[qp], .size = round_.size, .covers = signals ? unsignaled : 0};
    if (!end_.template append<Op>(one)) return refused();
    if (signals) unsignaled = 0;
    ++posted_[qp];
    return true;
  }

  bool ring(std::uint32_t qp) noexcept { return end_.ring(qp) || refused(); }

  bool refused() noexcept {
    refused_ = true;
    return give_up();
  }

  /// Posts lists on the queue pair while there is room.
  bool fill(std::uint32_t qp) noexcept {
    const auto share = share_of(round_.messages, qp, what_.queue_pairs);
    while (posted_[qp] < share) {
      const auto count =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(what_.list, share - posted_[qp]));
      if (posted_[qp] - seen_.done[qp] + count > what_.depth) return true;
      for (std::uint32_t i = 0; i < count; ++i) {
        if (!post(qp, i + 1 == count)) return false;
      }
      if (!ring(qp)) return false;
    }
    return true;
  }

  /// The bytes by which the target of WRITEs sees that a message has come.
  std::byte* flag_out() const noexcept {
    return end_.arena().at(end_.arena().out_at(0, 0) + round_.size - 1);
  }
  const std::byte* flag_in() const noexcept {
    return end_.arena().at(end_.arena().in_at(0, 0) + round_.size - 1);
  }
  static std::byte flag_of(std::uint64_t i) noexcept { return static_cast<std::byte>(i + 1); }

  /// Posts message `i` of a latency on the first queue pair, from and to its first slot.
  bool send_one(std::uint64_t i) {
    while (posted_[0] - seen_.done[0] >= what_.depth) {
      if (!poll_once()) return false;
    }
    if constexpr (Op == operation::write) *flag_out() = flag_of(i);
    auto& unsignaled = unsignaled_[0];
    ++unsignaled;
    const bool signals =
        is_one_sided(Op) || i + 1 == round_.messages || unsignaled >= what_.signal_every;
    const message one{.qp = 0,
                      .number = is_atomic(Op) ? i : 0,
                      .size = round_.size,
                      .covers = signals ? unsignaled : 0};
    if (!end_.template append<Op>(one)) return refused();
    if (signals) unsignaled = 0;
    ++posted_[0];
    return ring(0);
  }

  /// Waits until message `i` of the peer has come, or this end's own has completed.
  bool answered(std::uint64_t i) {
    if constexpr (Op == operation::write) {
      while (__atomic_load_n(reinterpret_cast<const unsigned char*>(flag_in()), __ATOMIC_ACQUIRE) !=
             static_cast<unsigned char>(flag_of(i))) {
        if (!idle(word::ends)) return false;
      }
      wait_.progress();
      if (seen_.done[0] + unsignaled_[0] < posted_[0]) end_.poll(seen_);
      return !seen_.failed || give_up();
    } else {
      while ((is_one_sided(Op) ? seen_.sent : seen_.received) <= i) {
        if (!poll_once()) return false;
      }
      return true;
    }
  }

  /// Takes the completions that are still to come. The peer may be done already.
  void drain() {
    while (seen_.sent < round_.messages) {
      if (!poll_once(word::ends_when_quiet)) return;
    }
  }

  bool poll_once(word heard = word::ends) {
    if (end_.poll(seen_) != 0) [[likely]] {
      wait_.progress();
      return !seen_.failed || give_up();
    }
    return idle(heard);
  }

  /// Nothing was found. Returns false if the loop has to end.
  bool idle(word heard) {
    switch (wait_.idle(end_.sleeps() && Op != operation::write)) {
      case patience::verdict::wait:
        // A WRITE that fails leaves its peer's memory as it is: only its completion shows it.
        if (Op == operation::write && wait_.idle_ns() != 0) end_.poll(seen_);
        return !seen_.failed || give_up();
      case patience::verdict::spoke:
        if (heard == word::ends_when_quiet && wait_.idle_ns() < quiet_ns) return true;
        if (heard == word::is_no_end && wait_.idle_ns() < wait_.limit_ns()) return true;
        peer_spoke_ = true;
        return false;
      case patience::verdict::stopped:  // another thread says why
        peer_spoke_ = true;
        return false;
      case patience::verdict::gone:
        problem_ = "the peer is gone: its own output says why";
        return false;
      case patience::verdict::silent:
        problem_ = "nothing has come for " + std::to_string(wait_.limit_ms()) + " ms, after " +
                   std::to_string(std::max(seen_.sent, seen_.received)) + " of " +
                   std::to_string(round_.messages) + " messages" +
                   (what_.connection == connection::rc || what_.connection == connection::dc
                        ? ""
                        : ": UC and UD lose messages when a receive or a link is busy");
        return false;
    }
    return false;
  }

  bool give_up() noexcept {
    if (refused_) {
      problem_ = "the send queue takes no more messages: use a smaller --depth or --inline";
    } else if (seen_.failed) {
      problem_ = seen_.words();
    }
    return false;
  }

  End& end_;
  const parameters& what_;
  const tick_clock& clock_;
  const round& round_;
  patience& wait_;
  tally seen_;
  std::vector<std::uint64_t> posted_;
  std::vector<std::uint32_t> unsignaled_;
  std::uint64_t began_ = 0;
  std::uint64_t ended_ = 0;
  bool refused_ = false;
  bool peer_spoke_ = false;
  std::string problem_ = {};
};

}  // namespace verbatim::tools::perf
