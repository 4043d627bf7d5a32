// The streams of a DCI as the test knows them: those that have failed, and the results that each may have.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

#include "lifecycle_arena.hpp"

namespace verbatim {

class modelled_streams {
 public:
  static constexpr unsigned count = 4;

  /// Counts of the requests of streams, by their results.
  struct counts {
    unsigned failed = 0;
    unsigned beside = 0;   // succeeded while another stream had failed
    unsigned revived = 0;  // succeeded in a stream that was restarted after a failure
    unsigned flushed = 0;  // were flushed behind a failure in their stream
  };

  /// Notes a request. With `fails`, its remote key belongs to no memory.
  void posted(unsigned stream, entry given, bool fails) {
    of_[stream].queue.push_back({given, fails});
  }

  /// Notes that the DCT of the posted requests is gone.
  void target_is_gone() {
    for (auto& stream : of_)
      for (auto& one : stream.queue) one.has_target = false;
  }

  /// Checks a result. `in_error` is true if the DCI is in ERROR.
  void came_back(entry given, cqe_syndrome status, bool in_error, counts& seen) {
    const auto stream = std::ranges::find_if(of_, [&](const auto& one) {
      return !one.queue.empty() && one.queue.front().given == given;
    });
    ASSERT_NE(stream, std::end(of_)) << given << " is not the next of its stream";
    const auto its = stream->queue.front();
    stream->queue.pop_front();
    if (status == cqe_syndrome::wr_flush_err) {
      ASSERT_TRUE(stream->failed || its.rung_before_restart || in_error || failed() == count)
          << given << " was flushed, and its stream has not failed";
      if (stream->failed) ++seen.flushed;
      return;
    }
    ASSERT_FALSE(stream->failed) << given << " ended by " << name(status) << " in a failed stream";
    if (status == cqe_syndrome::ok) {
      ASSERT_FALSE(its.fails) << given;
      if (failed() != 0) ++seen.beside;
      if (stream->restarted) ++seen.revived;
      return;
    }
    ASSERT_TRUE((its.fails && status == cqe_syndrome::remote_access_err) || !its.has_target)
        << given << ": " << name(status);
    stream->failed = true;
    ++seen.failed;
  }

  std::vector<std::uint16_t> failed_ones() const {
    std::vector<std::uint16_t> all;
    for (unsigned i = 0; i != count; ++i)
      if (of_[i].failed) all.push_back(static_cast<std::uint16_t>(i));
    return all;
  }

  /// The device may have seen what was posted before, or will.
  void restarted(std::uint16_t stream) {
    of_[stream].failed = false;
    of_[stream].restarted = true;
    for (auto& one : of_[stream].queue) one.rung_before_restart = one.rung;
  }
  void rung() {
    for (auto& stream : of_)
      for (auto& one : stream.queue) one.rung = true;
  }

  void reset() {
    for (auto& stream : of_) stream = {};
  }

 private:
  struct wqe {
    entry given;
    bool fails;
    bool has_target = true;
    bool rung = false;
    bool rung_before_restart = false;
  };
  struct stream {
    std::deque<wqe> queue;
    bool failed = false;
    bool restarted = false;
  };

  std::size_t failed() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(of_, [](const auto& one) { return one.failed; }));
  }

  stream of_[count];
};

}  // namespace verbatim
