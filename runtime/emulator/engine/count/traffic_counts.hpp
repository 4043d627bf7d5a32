// Everything that --count counts for this process.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>

#include "engine/count/counts.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"

namespace verbatim::emulator {

/// The counts of all queues of the process. They stay when the queues are destroyed. Guarded by
/// device::lock(); exists only if the process counts.
class traffic_counts {
 public:
  traffic_counts() noexcept;
  traffic_counts(const traffic_counts&) = delete;
  traffic_counts& operator=(const traffic_counts&) = delete;

  // These functions return the counts of a new queue.

  queue_pair_counts& begin(const queue_pair& qp);
  completion_queue_counts& begin(const completion_queue& cq);
  shared_receive_counts& begin(const shared_receive_queue& srq);

  /// Gives up the numbers of a queue pair that is destroyed: another may get them.
  void forget(const queue_pair& qp) noexcept;

  /// Returns the counts of the queue pair with that number, or with a receive queue of that number;
  /// null if there is none.
  queue_pair_counts* find(std::uint32_t number) const noexcept;

  /// Returns the line of JSON for the process. `ended` is false in the counts of a process that
  /// goes on.
  std::string line(bool ended) const;

 private:
  // No element ever moves.
  std::deque<queue_pair_counts> queue_pairs_;
  std::deque<completion_queue_counts> completion_queues_;
  std::deque<shared_receive_counts> shared_receive_queues_;
  std::unordered_map<std::uint32_t, queue_pair_counts*> by_number_;
  async_event_counts async_events_{};
};

/// Adds a completion that the CQ takes to the counts of its queue pair.
void count_completion(const completion_queue_counts& of, cqe64 cqe);

}  // namespace verbatim::emulator
