// Accepts connections of queue pairs, with rdma_cm, as operations that are awaited.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "verbatim/connect/cm/connection.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/cm/listener.hpp"
#include "verbatim/stream/base/timers.hpp"
#include "verbatim/stream/engine/queue_pair.hpp"
#include "verbatim/stream/link/cm_link.hpp"
#include "verbatim/stream/link/cm_operation.hpp"
#include "verbatim/stream/link/queue_pair_link.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::stream {

/// The options of queue_pair_listener::accept().
struct queue_pair_accept_options {
  /// The private data, which are copied, the attributes of the queue pair, the function that posts the
  /// first receives, and the time for the peer's confirmation.
  cm::accept_options connection = {};
  std::optional<std::chrono::milliseconds> timeout = std::nullopt;  ///< default: no limit
};

/// Accepts the connections of queue_pair_connectors and of other programs with rdma_cm.
///
///   queue_pair_listener door(engine, {.port = 7471});
///   queue_pair pair(engine, pd);
///   auto accepting = door.accept(pair, {.connection = {.end = {.post_receives = post}}});
///   auto link = co_await accepting;
///
/// Several operations may wait at a time; they take the requests in order. A queue pair whose
/// operation fails, is cancelled or is destroyed after a request has come is of no use: close it. Use
/// the listener on the thread of its engine, and destroy it before the engine. Connections live on
/// without it.
template <class Engine>
class queue_pair_listener {
  using attempt_type = detail::queue_pair_attempt<Engine>;
  using operation_type = cm_operation<Engine, queue_pair_link<Engine>>;

 public:
  explicit queue_pair_listener(Engine& engine, const cm::listener_options& how = {})
      : loop_(std::make_shared<detail::link_loop<Engine>>(engine)),
        native_(loop_->reactor(), how),
        state_(std::make_shared<state>()) {
    state_->most_requests = static_cast<std::size_t>(std::max(how.backlog, 1));
    native_.on_request([state = std::weak_ptr(state_)](cm::connection_request request) {
      if (const auto here = state.lock()) here->take(std::move(request));
    });
  }
  queue_pair_listener(const queue_pair_listener&) = delete;
  queue_pair_listener& operator=(const queue_pair_listener&) = delete;

  /// Closes it. Operations that wait for a request end with operation_canceled.
  ~queue_pair_listener() {
    (void)native_.close();
    state_->close();
  }

  /// Begins to wait for a request, and accepts it with the queue pair, which is in RESET and of the
  /// listener's kind. If the request comes through another device than the queue pair's, the operation
  /// fails, and the peer is rejected.
  template <class Transport>
  operation_type accept(queue_pair<Engine, Transport>& with,
                        const queue_pair_accept_options& how = {}) {
    auto attempt = std::make_shared<attempt_type>(loop_);
    const auto data = how.connection.private_data.bytes();
    detail::try_step(*attempt, [&] {
      cm::detail::check_length(data, cm::reply_data::limit, "accept");
      if (how.timeout) {
        attempt->expire_at(detail::timer_clock::now() + *how.timeout, "accept", "a queue pair");
      }
      auto connection = how.connection;
      connection.end = detail::while_wanted<Engine>(attempt, std::move(connection.end));
      std::erase_if(state_->waiting, [](const auto& one) { return one.attempt->is_over(); });
      state_->waiting.push_back(
          {attempt, with.native(), {data.begin(), data.end()}, std::move(connection)});
      state_->match();
    });
    return operation_type(std::move(attempt));
  }

  /// Returns the address and the port number on which it listens.
  cm::address local() const { return native_.local(); }
  std::uint16_t port() const { return native_.port(); }

 private:
  struct waiting_one {
    std::shared_ptr<attempt_type> attempt;
    connected_qp qp;
    std::vector<std::byte> data;
    cm::accept_options how;
  };

  /// Requests and operations that wait for each other. One of the two is empty.
  struct state : std::enable_shared_from_this<state> {
    void take(cm::connection_request request) {
      if (requests.size() == most_requests) return;  // which rejects it
      requests.push_back(std::move(request));
      match();
    }

    void match() {
      const auto self = this->shared_from_this();  // a coroutine may destroy the listener
      while (!requests.empty() && !waiting.empty()) {
        auto next = std::move(waiting.front());
        waiting.pop_front();
        if (next.attempt->is_over()) continue;
        auto request = std::move(requests.front());
        requests.pop_front();
        next.how.private_data = std::span(next.data);
        detail::try_step(*next.attempt, [&] {
          std::move(request).accept(next.qp, next.how,
                                    [attempt = next.attempt](cm::outcome<cm::connection> made) {
                                      detail::finish_queue_pair<Engine>(attempt, std::move(made));
                                    });
        });
      }
    }

    void close() {
      requests.clear();
      for (const auto& one : std::exchange(waiting, {})) {
        one.attempt->finish_soon(cm::error(std::errc::operation_canceled, "accept", "a queue pair",
                                           "its listener was destroyed"));
      }
    }

    std::size_t most_requests = 1;
    std::deque<cm::connection_request> requests;
    std::deque<waiting_one> waiting;
  };

  std::shared_ptr<detail::link_loop<Engine>> loop_;
  cm::listener native_;
  std::shared_ptr<state> state_;
};

}  // namespace verbatim::stream
