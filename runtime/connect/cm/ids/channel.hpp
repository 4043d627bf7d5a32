// The event channel behind a reactor: its ids, their deadlines, and the tasks of other threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "verbatim/connect/cm/ids/cm_event.hpp"
#include "verbatim/verbs/base/waiting.hpp"

namespace verbatim::cm::detail {

using time_point = std::chrono::steady_clock::time_point;

/// The receiver of the events of one id.
class event_sink {
 public:
  virtual ~event_sink() = default;

  /// Handles an event on the thread that drives the channel. No lock is held, and every event is
  /// acknowledged already.
  virtual void take(const event& event) = 0;

  /// Called after the deadline has passed.
  virtual void expire() = 0;

  /// Ends without calling the program, because no thread drives the channel any more.
  virtual void abandon() noexcept = 0;

  /// Destroys the id. Calls back the running operation with an error.
  virtual void close_with_channel() noexcept = 0;
};

/// One non-blocking event channel of rdma_cm. One thread at a time drives it; the other calls may
/// come from any thread.
class channel : public std::enable_shared_from_this<channel> {
 public:
  channel();
  ~channel();
  channel(const channel&) = delete;
  channel& operator=(const channel&) = delete;

  rdma_event_channel* native() const noexcept { return native_; }

  /// Returns the descriptor that is readable while turn() has work to do.
  int fd() const noexcept { return epoll_; }

  /// Runs the tasks and deadlines that are due, and dispatches events. If there are none of these,
  /// waits for one up to the deadline. Returns how many there were.
  std::size_t turn(const verbs::deadline& until);

  /// Runs the task on the thread that drives the channel, in its next turn.
  void post(std::function<void()> task);

  /// Does the same for a thread of this library. The task is dropped if the program has destroyed
  /// its reactor. The task may own the channel.
  void post_if_driven(std::function<void()> task);

  /// Makes a waiting turn() return.
  void wake() noexcept;

  id_key add(std::weak_ptr<event_sink> sink);
  void remove(id_key key) noexcept;

  /// Replaces the deadline of an id; nothing means no deadline. `before` is its current deadline.
  void set_deadline(id_key key, verbs::deadline before, verbs::deadline next);

  bool is_open() const noexcept { return open_.load(std::memory_order_acquire); }

  /// Closes all ids. Callbacks of running operations are called on the thread that drives the
  /// channel, or on this thread if none does.
  void close() noexcept;

  /// Abandons the running operations. Afterwards only blocking calls of the channel's objects drive
  /// it.
  void abandon() noexcept;

 private:
  struct place {
    std::weak_ptr<event_sink> sink;
    std::uint32_t used = 0;  ///< number of ids that have used this place
  };

  std::shared_ptr<event_sink> find(id_key key) const noexcept;
  std::vector<std::shared_ptr<event_sink>> all() const;

  /// Takes all events that are there, because programs with edge-triggered loops call turn() once for each
  /// edge.
  std::size_t dispatch();
  bool has_event() const noexcept;
  std::size_t run_tasks();
  std::size_t expire();
  void arm(time_point at) noexcept;

  /// Waits until there is something to do. Returns true if rdma_cm has an event.
  bool wait(const verbs::deadline& until) const;

  rdma_event_channel* native_ = nullptr;
  int epoll_ = -1;
  int timer_ = -1;
  int wakeup_ = -1;
  std::atomic<bool> open_ = true;
  std::atomic<bool> woken_ = false;  ///< wakeup_ is readable

  std::recursive_mutex driver_;  ///< held by the thread that drives the channel; its callbacks may
                                 ///< drive it again

  mutable std::mutex mutex_;  ///< protects all members below
  std::vector<place> places_;
  std::vector<std::uint32_t> free_;
  std::set<std::pair<time_point, id_key>> deadlines_;
  time_point armed_ = time_point::max();
  std::vector<std::function<void()>> tasks_;
  bool abandoned_ = false;
};

}  // namespace verbatim::cm::detail
