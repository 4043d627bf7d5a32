// The WQEs of one stream that are on their way, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "engine/execute/pending_wqe.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// The WQEs that were read and are not completed, oldest first. Those at the front are sent
/// entirely. Each message of a WQE has the PSN after that of the message before it.
class pending_queue {
 public:
  /// Forgets all WQEs. PSNs go on.
  void clear() noexcept;

  /// Lets the PSNs count from that one.
  void count_from(std::uint32_t psn) noexcept { next_psn_ = psn; }

  void push(pending_wqe one);

  bool empty() const noexcept { return wqes_.empty(); }
  std::size_t size() const noexcept { return wqes_.size(); }
  pending_wqe& front() noexcept { return wqes_.front(); }
  const pending_wqe& front() const noexcept { return wqes_.front(); }
  const pending_wqe& back() const noexcept { return wqes_.back(); }

  /// The oldest WQE that is not sent entirely, if there is one.
  bool all_sent() const noexcept { return sent_ == wqes_.size(); }
  pending_wqe& next_unsent() noexcept { return wqes_[sent_]; }

  /// Records that the next unsent WQE is sent entirely, or done if it has no peer.
  void sent() noexcept;

  /// The number of READs and atomics whose result is not here.
  std::uint32_t awaited_results() const noexcept { return awaited_results_; }

  /// True if everything that was sent is done.
  bool all_sent_are_done() const noexcept;

  /// Everything before that PSN has arrived. Returns true if a WQE is done now.
  bool acknowledge_before(std::uint32_t psn) noexcept;

  /// Returns the WQE that waits for a result with that PSN, if it is the oldest that is not done.
  pending_wqe* awaiting_result(std::uint32_t psn) noexcept;

  /// Records that the result of a WQE is here.
  void result_arrived(pending_wqe& one) noexcept;

  /// UC and UD: everything that the transport has sent is done.
  void find_gone(const transport& wire) noexcept;

  /// Removes the front when it is done, or when it has failed.
  void pop_done() noexcept;
  void pop_failed() noexcept { wqes_.pop_front(); }

  /// Begins anew with sending everything that is here.
  void rewind() noexcept;

  /// Removes all WQEs and returns them.
  std::vector<pending_wqe> take_all();

 private:
  std::deque<pending_wqe> wqes_;
  std::size_t sent_ = 0;
  std::uint32_t awaited_results_ = 0;
  std::uint32_t next_psn_ = 0;
};

}  // namespace verbatim::emulator
