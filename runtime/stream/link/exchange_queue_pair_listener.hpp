// Accepts queue pairs over TCP connections, with endpoint exchanges and without rdma_cm, as operations
// that are awaited.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "verbatim/stream/base/timers.hpp"
#include "verbatim/stream/engine/queue_pair.hpp"
#include "verbatim/stream/link/cm_operation.hpp"
#include "verbatim/stream/link/exchange_door.hpp"
#include "verbatim/stream/link/exchange_queue_pair_link.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::stream {

/// Accepts the queue pairs of exchange_queue_pair_connectors and of exchange::clients in other
/// programs.
///
///   exchange_queue_pair_listener door(engine, {.port = 7471});
///   queue_pair pair(engine, pd);
///   auto accepting = door.accept(pair, {.memory = {exchange::share(mr, "ring")}});
///   auto link = co_await accepting;
///
/// Several operations may wait at a time; they take the peers in order. If a peer gives up or is
/// refused before the queue pair has left RESET, the operation waits for the next one; later it fails.
/// A queue pair whose operation fails, is cancelled or is destroyed is of no use: close it. Use the
/// listener on the thread of its engine, and destroy it before the engine. Connections live on
/// without it.
template <class Engine>
class exchange_queue_pair_listener {
  using use = detail::exchange_pair_use<Engine>;
  using operation_type = cm_operation<Engine, exchange_queue_pair_link<Engine>>;

 public:
  explicit exchange_queue_pair_listener(Engine& engine, exchange_listener_options how = {})
      : door_(std::make_shared<detail::exchange_door<use>>(engine, std::move(how))) {
    door_->open();
  }
  exchange_queue_pair_listener(const exchange_queue_pair_listener&) = delete;
  exchange_queue_pair_listener& operator=(const exchange_queue_pair_listener&) = delete;

  /// Closes it. Operations that wait for a peer end with operation_canceled.
  ~exchange_queue_pair_listener() { door_->close(); }

  /// Begins to wait for a peer, and accepts it with the queue pair, which is in RESET, of RC or UC.
  template <class Transport>
  operation_type accept(queue_pair<Engine, Transport>& with,
                        const exchange_queue_pair_options& how = {}) {
    const connected_qp& qp = with.native();
    auto attempt = std::make_shared<typename use::attempt_type>(door_->engine(), qp, how);
    if (how.timeout) {
      attempt->expire_at(detail::timer_clock::now() + *how.timeout, "accept", use::object);
    }
    door_->add(attempt);
    return operation_type(std::move(attempt));
  }

  /// Returns the TCP port on which it listens.
  std::uint16_t port() const { return door_->port(); }

 private:
  std::shared_ptr<detail::exchange_door<use>> door_;
};

}  // namespace verbatim::stream
