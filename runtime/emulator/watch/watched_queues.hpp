// The rings that a program and a real device share, as they are in the program's memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "watch/watch_file.hpp"

namespace verbatim::emulator::watch {

/// The number of an object for the program: the file of its context, and its handle there.
using object_key = std::pair<std::uint64_t, std::uint32_t>;

struct watched_queue_pair {
  std::uint32_t qpn = 0;

  /// The address of its send ring and of its doorbell records, and the number of WQEBBs: a power of 2, or
  /// 0 if it sends nothing.
  std::uint64_t ring = 0;
  std::uint64_t records = 0;
  std::uint32_t count = 0;

  /// The index of the next WQE that was not seen.
  std::uint16_t next = 0;
};

struct watched_completion_queue {
  std::uint32_t cqn = 0;
  std::uint64_t ring = 0;
  std::uint64_t records = 0;
  std::uint32_t count = 0;
  std::uint32_t cqe_bytes = 0;
  std::uint32_t next = 0;

  /// False once CQEs come that are not followed.
  bool followed = true;
};

/// Looks again and again for new WQEs and CQEs, and records them. A thread of its own does so every
/// VERBATIM_WATCH_MICROSECONDS (50), and so does each command. Nothing is written to the rings. Any
/// thread may use it.
class watched_queues {
 public:
  static watched_queues& here();

  void add(object_key key, const watched_queue_pair& queue);
  void add(object_key key, const watched_completion_queue& queue);

  /// Returns the number of a queue; 0 if it is not watched.
  std::uint32_t completion_queue(object_key key);

  /// These functions look once more, and forget the queue. They return its number; 0 if it is not
  /// watched.
  std::uint32_t remove_queue_pair(object_key key);
  std::uint32_t remove_completion_queue(object_key key);

  /// Begins again at index 0, because the queue pair was moved to RESET.
  void reset(object_key key);

  /// The completion queue has another ring from now on. It is not followed there.
  void resized(object_key key);

  /// Looks at all queues once, and writes what was recorded.
  void look();

 private:
  void begin();
  void look(watched_queue_pair& queue);
  void look(watched_completion_queue& queue);

  std::mutex mutex_;
  std::map<object_key, watched_queue_pair> queue_pairs_;
  std::map<object_key, watched_completion_queue> completion_queues_;
  bool begun_ = false;
};

}  // namespace verbatim::emulator::watch
