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

/// The loop that makes connections and tells about them. All connections, listeners and groups of a
/// reactor belong to the thread that drives it: their blocking calls and the callbacks of the others
/// run there. Closing them, dropping their last handle, stop() and post() are for any thread.
///
/// A program drives it in one of three ways:
///
/// * by blocking calls, which drive it until they are done, and run the callbacks that are due
/// * by run() on a thread of its own
/// * by turn() in a loop of its own, when fd() is readable
///
/// Copies are the same reactor. Once the last is gone, callbacks of operations that were under way are
/// dropped uncalled. Connections live on, and their blocking calls still work.
class reactor {
 public:
  /// Opens an event channel. Throws if the kernel has no rdma_cm or no RDMA device.
  reactor();

  /// Returns a descriptor that is readable while turn() has something to do.
  int fd() const noexcept;

  /// Runs the callbacks that are due; if there are none, waits for some until the time is over.
  /// Without a limit, waits for as long as it takes. Returns the number of things that happened, which
  /// may be 0 early. Throws if another thread is inside, and what callbacks throw.
  std::size_t turn(const verbs::wait_limit& limit = std::chrono::nanoseconds(0));

  /// Takes turns until stop().
  void run();

  /// Makes run() return, or the next run() if none is inside. Any thread, callbacks and signal handlers
  /// may call it.
  void stop() noexcept;

  /// Calls the task on the thread that drives the reactor.
  void post(std::function<void()> task);

  /// True until close().
  bool is_open() const noexcept;

  /// Closes all its connections, listeners and groups. Operations under way end with
  /// operation_canceled.
  void close() noexcept;

  bool operator==(const reactor&) const noexcept = default;

  /// The event channel, for the parts of this library that make ids.
  const std::shared_ptr<detail::channel>& channel() const noexcept;

 private:
  std::shared_ptr<detail::reactor_state> state_;
};

namespace detail {

/// Takes turns without end.
void turn(detail::channel& channel);

/// Starts an operation and drives the channel until its callback has the outcome. Throws the error of
/// the outcome.
template <class Value, class Start>
Value drive(const std::shared_ptr<detail::channel>& channel, Start&& start) {
  // On the heap, because a callback that throws ends this call before the operation ends.
  auto ended = std::make_shared<std::optional<outcome<Value>>>();
  start([ended](outcome<Value> how) { ended->emplace(std::move(how)); });
  while (!*ended) turn(*channel);
  auto& how = **ended;
  if (!how) throw how.error();
  return *std::move(how);
}

}  // namespace detail
}  // namespace verbatim::cm
