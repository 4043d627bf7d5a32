// Accepts streams, with rdma_cm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "verbatim/connect/cm/listener.hpp"
#include "verbatim/stream/link/cm_link.hpp"
#include "verbatim/stream/link/link_operation.hpp"
#include "verbatim/stream/link/link_values.hpp"

namespace verbatim::stream {

/// Accepts the streams of connectors in other programs.
///
///   listener door(engine, {.port = 7471});
///   byte_stream stream(engine, pd);
///   (co_await door.accept(stream)).check();
///
/// Several streams may wait at a time. A request that is not of a stream is rejected, and the
/// streams go on waiting. They also do if a peer has given up before its request is accepted.
/// Accepted streams live on without the listener. Use it on the thread
/// of its engine, and destroy it before the engine.
template <class Engine>
class listener {
 public:
  explicit listener(Engine& engine, const cm::listener_options& how = {})
      : loop_(std::make_shared<detail::link_loop<Engine>>(engine)),
        native_(loop_->reactor(), how),
        state_(std::make_shared<state>()) {
    native_.on_request([state = std::weak_ptr(state_)](cm::connection_request request) {
      if (const auto here = state.lock()) here->take(std::move(request));
    });
  }
  listener(const listener&) = delete;
  listener& operator=(const listener&) = delete;

  /// Closes it. Operations that wait end with operation_canceled.
  ~listener() {
    (void)native_.close();
    state_->close();
  }

  /// Begins to accept a byte_stream or a message_channel. If the request comes through another device than
  /// the stream's, the operation fails, and the peer is rejected.
  link_operation<Engine> accept(detail::stream_end<Engine>& stream) {
    auto attempt = detail::begin_link(loop_, stream);
    std::erase_if(state_->waiting, [](const auto& one) { return one->stream == nullptr; });
    state_->waiting.push_back(attempt);
    state_->match();
    return link_operation<Engine>(std::move(attempt));
  }

  /// Returns the address and the port number on which it listens.
  cm::address local() const { return native_.local(); }
  std::uint16_t port() const { return native_.port(); }

 private:
  using attempt_pointer = std::shared_ptr<detail::link_attempt<Engine>>;

  /// Requests and streams that wait for each other. One of the two is empty.
  struct state : std::enable_shared_from_this<state> {
    static constexpr std::size_t most_requests = 1024;

    static void refuse(cm::connection_request request, std::string_view why) {
      std::move(request).reject(std::as_bytes(std::span(why)));
    }

    void take(cm::connection_request request) {
      if (!detail::unpack(request.private_data())) {
        const auto why = detail::why_refused(request.private_data());
        return refuse(std::move(request), why);
      }
      if (requests.size() == most_requests) return;  // which rejects it
      requests.push_back(std::move(request));
      match();
    }

    void match() {
      while (!requests.empty() && !waiting.empty()) {
        if (waiting.front()->stream == nullptr) {
          waiting.pop_front();
          continue;
        }
        auto request = std::move(requests.front());
        requests.pop_front();
        if (detail::unpack(request.private_data())->carries !=
            waiting.front()->stream->address().carries) {
          refuse(std::move(request), detail::other_kind);
          continue;
        }
        const auto attempt = std::move(waiting.front());
        waiting.pop_front();
        join(attempt, std::move(request));
      }
    }

    void join(const attempt_pointer& attempt, cm::connection_request request);

    /// Ends the attempt, or lets it wait for the next request.
    void finish(const attempt_pointer& attempt, cm::outcome<cm::connection> made) {
      if (attempt->stream == nullptr) return;
      if (made) return detail::finish_link(*attempt, *std::move(made));
      if (!detail::is_of_peer(made.error()) || !attempt->stream->restart()) {
        return attempt->finish(made.error());
      }
      waiting.push_front(attempt);
      match();
    }

    void close() {
      requests.clear();
      for (const auto& one : std::exchange(waiting, {})) {
        if (one->stream == nullptr) continue;
        one->finish(link_result(cm::error(std::errc::operation_canceled, "accept", "a stream",
                                          "its listener was destroyed")));
      }
    }

    std::deque<cm::connection_request> requests;
    std::deque<attempt_pointer> waiting;
  };

  std::shared_ptr<detail::link_loop<Engine>> loop_;
  cm::listener native_;
  std::shared_ptr<state> state_;
};

template <class Engine>
void listener<Engine>::state::join(const attempt_pointer& attempt, cm::connection_request request) {
  auto& stream = *attempt->stream;
  const auto values = detail::pack(stream.address());
  const auto peer = *detail::unpack(request.private_data());
  try {
    std::move(request).accept(
        stream.native(),
        {.private_data = values,
         .end = {.post_receives =
                     [attempt, peer] {
                       auto& here = attempt->needed();
                       here.post_receives();
                       here.open(peer);
                     }}},
        [attempt, weak = this->weak_from_this()](cm::outcome<cm::connection> made) {
          if (const auto self = weak.lock()) return self->finish(attempt, std::move(made));
          if (attempt->stream == nullptr) return;
          if (made) return detail::finish_link(*attempt, *std::move(made));
          attempt->finish(made.error());
        });
  } catch (const cm::error& failed) {
    attempt->finish(failed);
  } catch (const error& failed) {
    attempt->finish(cm::error(failed));
  }
}

}  // namespace verbatim::stream
