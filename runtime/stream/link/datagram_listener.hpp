// Answers programs that look up sockets of datagrams, with rdma_cm.
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

#include "verbatim/connect/cm/datagram.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/stream/link/cm_link.hpp"
#include "verbatim/stream/link/cm_operation.hpp"
#include "verbatim/stream/link/link_values.hpp"
#include "verbatim/stream/streams/datagram_socket.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::stream {

/// The options of datagram_listener::accept().
struct datagram_accept_options {
  cm::datagram_reply_data data = {};  ///< the private data of the answer, which are copied
  std::optional<std::chrono::milliseconds> timeout = std::nullopt;  ///< default: no limit
};

/// A program that was answered. Its own address comes with its first datagram.
struct datagram_caller {
  std::vector<std::byte> data;  ///< the private data of its request, padded with zeros
};

/// Answers the datagram_peers of other programs with a socket.
///
///   datagram_listener door(engine, {.port = 7471});
///   auto caller = co_await door.accept(socket);
///   auto got = co_await socket.receive();
///
/// One socket may serve any number of callers, one accept() each. Several operations may wait at a
/// time; they take the callers in order. They go on waiting if a caller has given up. Use it on the
/// thread of its engine, and destroy it before the engine.
template <class Engine>
class datagram_listener {
  using attempt_type = detail::cm_attempt<Engine, datagram_caller>;
  using operation_type = cm_operation<Engine, datagram_caller>;

 public:
  explicit datagram_listener(Engine& engine, const cm::datagram_listener_options& how = {})
      : loop_(std::make_shared<detail::link_loop<Engine>>(engine)),
        native_(loop_->reactor(), how),
        state_(std::make_shared<state>()) {
    state_->most_requests = static_cast<std::size_t>(std::max(how.backlog, 1));
    native_.on_request([state = std::weak_ptr(state_)](cm::datagram_request request) {
      if (const auto here = state.lock()) here->take(std::move(request));
    });
  }
  datagram_listener(const datagram_listener&) = delete;
  datagram_listener& operator=(const datagram_listener&) = delete;

  /// Closes it. Operations that wait end with operation_canceled.
  ~datagram_listener() {
    (void)native_.close();
    state_->close();
  }

  /// Begins to wait for a caller, and answers it with the socket. If the request comes through
  /// another port than the socket's, the operation fails, and the caller is rejected.
  operation_type accept(datagram_socket<Engine>& with, const datagram_accept_options& how = {}) {
    auto attempt = std::make_shared<attempt_type>(loop_);
    const auto reply = how.data.bytes();
    detail::try_step(*attempt, [&] {
      cm::detail::check_length(reply, cm::datagram_reply_data::limit, "accept");
      if (how.timeout) {
        attempt->expire_at(detail::timer_clock::now() + *how.timeout, "accept", "a caller");
      }
      std::erase_if(state_->waiting, [](const auto& one) { return one.attempt->is_over(); });
      state_->waiting.push_back({attempt, with.native(), {reply.begin(), reply.end()}});
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
    datagram_qp qp;
    std::vector<std::byte> reply;
  };

  /// Requests and operations that wait for each other. One of the two is empty.
  struct state : std::enable_shared_from_this<state> {
    void take(cm::datagram_request request) {
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
        if (!next.qp.is_open()) {
          next.attempt->finish(cm::error(std::errc::bad_file_descriptor, "accept", "a socket",
                                         "it was closed: make another"));
          continue;
        }
        auto request = std::move(requests.front());
        requests.pop_front();
        answer(std::move(next), std::move(request));
      }
    }

    void answer(waiting_one next, cm::datagram_request request) {
      const auto asked = request.private_data();
      datagram_caller caller{{asked.begin(), asked.end()}};
      try {
        std::move(request).accept(next.qp, std::span(next.reply));
      } catch (const cm::error& failed) {
        if (detail::is_of_peer(failed)) return waiting.push_front(std::move(next));
        return next.attempt->finish(failed);
      } catch (const error& failed) {
        return next.attempt->finish(cm::error(failed));
      }
      next.attempt->finish(std::move(caller));
    }

    void close() {
      requests.clear();
      for (const auto& one : std::exchange(waiting, {})) {
        one.attempt->finish_soon(cm::error(std::errc::operation_canceled, "accept", "a caller",
                                           "its listener was destroyed"));
      }
    }

    std::size_t most_requests = 1;
    std::deque<cm::datagram_request> requests;
    std::deque<waiting_one> waiting;
  };

  std::shared_ptr<detail::link_loop<Engine>> loop_;
  cm::datagram_listener native_;
  std::shared_ptr<state> state_;
};

}  // namespace verbatim::stream
