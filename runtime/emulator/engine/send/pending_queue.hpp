// The outstanding WQEs of one stream, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "engine/execute/pending_wqe.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// The WQEs that were read but are not completed, the oldest first. WQEs at the front are
/// completely sent. Each message of a WQE has the PSN after that of the previous message; those of
/// its packets are counted apart.
class pending_queue {
 public:
  /// Forgets all WQEs. PSNs continue.
  void clear() noexcept;

  /// Sets the next PSN, and the bytes of a packet.
  void count_from(std::uint32_t psn, std::uint32_t mtu) noexcept {
    next_psn_ = next_packet_ = psn;
    mtu_ = mtu;
    number_ = 0;
  }

  void push(pending_wqe one);

  bool empty() const noexcept { return wqes_.empty(); }
  std::size_t size() const noexcept { return wqes_.size(); }
  pending_wqe& front() noexcept { return wqes_.front(); }
  const pending_wqe& front() const noexcept { return wqes_.front(); }
  const pending_wqe& back() const noexcept { return wqes_.back(); }

  /// The oldest WQE that is not completely sent, if there is one.
  bool all_sent() const noexcept { return sent_ == wqes_.size(); }
  pending_wqe& next_unsent() noexcept { return wqes_[sent_]; }

  /// Records that the next unsent WQE is completely sent, or done if it has no peer.
  void sent() noexcept;

  /// Returns the number of READs and atomics whose result has not arrived.
  std::uint32_t awaited_results() const noexcept { return awaited_results_; }

  /// Returns true if everything that was sent is done.
  bool all_sent_are_done() const noexcept;

  /// Records that everything before that PSN has arrived. Returns true if a WQE is done now.
  bool acknowledge_before(std::uint32_t psn) noexcept;

  /// Returns the WQE that waits for a result with that PSN, if it is the oldest that is not done.
  pending_wqe* awaiting_result(std::uint32_t psn) noexcept;

  /// Records that the result of a WQE has arrived.
  void result_arrived(pending_wqe& one) noexcept;

  /// UC and UD: marks everything that the transport has sent as done.
  void find_gone(const transport& wire) noexcept;

  /// Removes the front when it is done, or when it has failed.
  void pop_done() noexcept;
  void pop_failed() noexcept { wqes_.pop_front(); }

  /// Begins to send all WQEs again.
  void rewind() noexcept;

  /// Removes all WQEs and returns them.
  std::vector<pending_wqe> take_all();

 private:
  std::deque<pending_wqe> wqes_;
  std::size_t sent_ = 0;
  std::uint32_t awaited_results_ = 0;
  std::uint32_t next_psn_ = 0;
  std::uint32_t next_packet_ = 0;
  std::uint32_t number_ = 0;
  std::uint32_t mtu_ = 4096;
};

}  // namespace verbatim::emulator
