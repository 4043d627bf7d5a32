// An event channel: one opened /dev/infiniband/rdma_cm, and the events that wait in it.
#pragma once

#include <rdma/rdma_user_cm.h>
#include <semaphore.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "system/descriptor.hpp"

namespace verbatim::emulator::cm {

struct id;
struct group;

/// An event in the form for the program.
struct event {
  rdma_ucm_event_resp for_program{};

  /// The id that counts the event, and the group that counts it too, or null.
  id* about = nullptr;
  group* of_group = nullptr;

  /// The new id of a connect request, or null.
  id* made = nullptr;

  /// The event is not visible before this time.
  std::chrono::steady_clock::time_point due{};
};

/// One opened file. Guarded by the manager's lock, except that threads sleep in `wait` without it.
class event_file {
 public:
  using clock = std::chrono::steady_clock;

  /// Throws std::system_error if there are no descriptors left.
  explicit event_file(bool close_on_exec);
  ~event_file();
  event_file(const event_file&) = delete;
  event_file& operator=(const event_file&) = delete;

  /// Returns the program's end, which the program owns and closes: a pipe that has one byte for
  /// each event, so that poll and epoll work without emulation.
  int program_fd() const noexcept { return program_fd_; }
  std::uint64_t inode() const noexcept { return inode_; }

  /// Queues an event. It becomes visible after the events that were queued before it.
  void put(event made);

  /// Makes due events visible. Returns the time of the next one.
  clock::time_point publish(clock::time_point now);

  /// Returns the oldest due event; null if there is none.
  event* front() noexcept { return visible_ == 0 ? nullptr : &events_.front(); }

  /// Removes the oldest event. `through` is a descriptor of this file.
  void pop(int through);

  /// Removes the events for which `wanted` is true, and returns them in order.
  template <class Wanted>
  std::deque<event> remove(Wanted&& wanted) {
    std::deque<event> removed;
    std::deque<event> kept;
    std::size_t kept_visible = 0;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const bool goes = wanted(events_[i]);
      if (!goes && i < visible_) ++kept_visible;
      (goes ? removed : kept).push_back(events_[i]);
    }
    events_.swap(kept);
    visible_ = kept_visible;
    surplus_ += removed.empty() ? 0 : in_pipe_ - std::min(in_pipe_, visible_);
    in_pipe_ = std::min(in_pipe_, visible_);
    return removed;
  }

  /// Removes the bytes of removed events from the pipe.
  void drain(int through) noexcept;

  /// Sleeps until there may be an event. Returns EINTR if a signal handler ran, else 0. It is a
  /// cancellation point, like write(2).
  int wait();

 private:
  void announce() noexcept;

  int program_fd_ = -1;
  descriptor writer_;
  std::uint64_t inode_ = 0;
  std::deque<event> events_;

  /// The number of events at the front that the program can get.
  std::size_t visible_ = 0;

  /// The number of bytes in the pipe, for visible events and for removed events.
  std::size_t in_pipe_ = 0;
  std::size_t surplus_ = 0;
  sem_t arrivals_;
};

}  // namespace verbatim::emulator::cm
