// The loop of connections: one event channel of rdma_cm, driven by one thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/verbs/base/waiting.hpp"

namespace verbatim::cm {

namespace detail {
class channel;
struct reactor_state;
}  // namespace detail

/// The event loop of connections. All connections, listeners and groups of a reactor belong to the
/// thread that drives it: their blocking calls and their callbacks run there. Any thread may close
/// them, destroy their last handle, and call stop() and post().
///
/// A program drives the reactor in one of three ways:
///
/// * by blocking calls, which drive it until they are done, and run the callbacks that are due
/// * by run() on a separate thread
/// * by turn() in the program's own loop, when fd() is readable
///
/// Copies refer to the same reactor. When the last copy is destroyed, the callbacks of running
/// operations are dropped without a call. Connections stay open, and their blocking calls still
/// work.
class reactor {
 public:
  /// Opens an event channel. Throws if the kernel has no rdma_cm or no RDMA device.
  reactor();

  /// Returns a descriptor that is readable while turn() has work to do.
  int fd() const noexcept;

  /// Runs the callbacks that are due. If there are none, waits for some up to the limit; without a
  /// limit, waits as long as necessary. Returns the number of events handled; it may be 0 before
  /// the limit. Throws if another thread is inside; exceptions of callbacks pass through.
  std::size_t turn(const verbs::wait_limit& limit = std::chrono::nanoseconds(0));

  /// Takes turns until stop().
  void run();

  /// Makes run() return, or the next run() if none is inside. Any thread, callbacks and signal
  /// handlers may call it.
  void stop() noexcept;

  /// Runs the task on the thread that drives the reactor.
  void post(std::function<void()> task);

  /// Returns true until close().
  bool is_open() const noexcept;

  /// Closes all connections, listeners and groups of the reactor. Running operations end with
  /// operation_canceled.
  void close() noexcept;

  bool operator==(const reactor&) const noexcept = default;

  /// Returns the event channel, for the parts of this library that make ids.
  const std::shared_ptr<detail::channel>& channel() const noexcept;

 private:
  std::shared_ptr<detail::reactor_state> state_;
};

namespace detail {

/// Takes turns forever.
void turn(detail::channel& channel);

/// Starts an operation and drives the channel until its callback has the outcome. Throws the error
/// of the outcome.
template <class Value, class Start>
Value drive(const std::shared_ptr<detail::channel>& channel, Start&& start) {
  // It is on the heap, because a callback that throws ends this call before the operation ends.
  auto ended = std::make_shared<std::optional<outcome<Value>>>();
  start([ended](outcome<Value> how) { ended->emplace(std::move(how)); });
  while (!*ended) turn(*channel);
  auto& how = **ended;
  if (!how) throw how.error();
  return *std::move(how);
}

}  // namespace detail
}  // namespace verbatim::cm
