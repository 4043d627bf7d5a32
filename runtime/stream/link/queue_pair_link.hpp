// The connection of a queue pair whose operations are awaited, by rdma_cm.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/cm/connection.hpp"
#include "verbatim/stream/link/cm_link.hpp"
#include "verbatim/stream/link/cm_operation.hpp"

namespace verbatim::stream {

/// The connection of a queue pair. Copies refer to the same connection. It ends when the last copy is
/// destroyed, so keep one as long as the queue pair is used, and destroy it before the engine. When
/// it ends in any way, the queue pair goes to ERROR, and its outstanding operations end as flushed.
template <class Engine>
class queue_pair_link {
  using loop_pointer = std::shared_ptr<detail::link_loop<Engine>>;

 public:
  /// Begins to disconnect. The operation is done when the peer has confirmed, or after `linger`: its
  /// value is by_this_end, by_peer or unconfirmed. Peers confirm when their engine runs. Await what was
  /// posted before, because outstanding operations are flushed. Cancelling the operation ends only the
  /// wait.
  cm_operation<Engine, cm::ending> disconnect(
      std::chrono::milliseconds linger = std::chrono::seconds(1)) {
    auto attempt = std::make_shared<detail::cm_attempt<Engine, cm::ending>>(loop_);
    detail::try_step(*attempt, [&] {
      native_.disconnect(linger, [attempt](cm::ending how) {
        if (!attempt->is_over()) attempt->finish(how);
      });
    });
    return cm_operation<Engine, cm::ending>(std::move(attempt));
  }

  /// Returns the connection, for its addresses, its path and on_end().
  const cm::connection& native() const noexcept { return native_; }

  /// Returns true until the connection has ended.
  bool is_open() const noexcept { return native_.is_open(); }

  /// Returns the private data of the peer, padded with zeros on InfiniBand and RoCE.
  std::span<const std::byte> private_data() const noexcept { return native_.private_data(); }

  /// The constructor is for this library only.
  queue_pair_link(loop_pointer loop, cm::connection native) noexcept
      : loop_(std::move(loop)), native_(std::move(native)) {}

 private:
  loop_pointer loop_;  // outlives the connection
  cm::connection native_;
};

namespace detail {

template <class Engine>
using queue_pair_attempt = cm_attempt<Engine, queue_pair_link<Engine>>;

/// Returns the options of a connection, whose function posts no receives for an operation that is
/// over.
template <class Engine>
cm::end_options while_wanted(const std::shared_ptr<queue_pair_attempt<Engine>>& attempt,
                             cm::end_options how) {
  how.post_receives = [attempt, post = std::move(how.post_receives)] {
    if (attempt->is_over()) {
      throw cm::error(std::errc::operation_canceled, "connect", "a queue pair",
                      "its operation is over");
    }
    if (post) post();
  };
  return how;
}

/// Ends the attempt with the connection. A connection that nobody wants ends here.
template <class Engine>
void finish_queue_pair(const std::shared_ptr<queue_pair_attempt<Engine>>& attempt,
                       cm::outcome<cm::connection> made) {
  if (attempt->is_over()) return;
  if (!made) return attempt->finish(made.error());
  attempt->finish(
      queue_pair_link<Engine>(attempt->template loop<link_loop<Engine>>(), *std::move(made)));
}

}  // namespace detail
}  // namespace verbatim::stream
