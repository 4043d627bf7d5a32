// Accepts streams over TCP connections, with endpoint exchanges and without rdma_cm.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "verbatim/connect/exchange/exchange_error.hpp"
#include "verbatim/connect/exchange/exchange_steps.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"
#include "verbatim/stream/base/timers.hpp"
#include "verbatim/stream/link/exchange_link.hpp"
#include "verbatim/stream/link/link_operation.hpp"
#include "verbatim/stream/link/link_values.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::stream {

/// The options of an exchange_listener.
struct exchange_listener_options {
  std::string address = "";  ///< local address to listen on; default: all
  std::uint16_t port = 0;    ///< default: any free port

  /// The time that a peer has for each of its steps.
  std::chrono::milliseconds timeout = std::chrono::seconds(10);

  /// The most peers that connect or wait for accept() at a time. Others wait to be let in.
  std::size_t most_requests = 256;

  path_wishes path = {};
};

/// Accepts the streams of exchange_connectors in other programs.
///
///   exchange_listener door(engine, {.port = 7471});
///   byte_stream stream(engine, pd);
///   (co_await door.accept(stream)).check();
///
/// Several streams may wait at a time. A peer that is no stream is refused, and the streams go on
/// waiting. They also do if a peer gives up or is silent. Accepted streams live on without the
/// listener. Use it on the thread of its engine, and destroy it before the engine.
template <class Engine>
class exchange_listener {
 public:
  explicit exchange_listener(Engine& engine, exchange_listener_options how = {})
      : state_(std::make_shared<state>(engine, std::move(how))) {
    state_->open();
  }
  exchange_listener(const exchange_listener&) = delete;
  exchange_listener& operator=(const exchange_listener&) = delete;
  ~exchange_listener() { state_->close(); }

  /// Begins to accept a byte_stream or a message_channel.
  link_operation<Engine> accept(detail::stream_end<Engine>& stream) {
    auto attempt = std::make_shared<detail::link_attempt<Engine>>(state_->engine, nullptr, stream);
    state_->waiting.push_back(attempt);
    state_->match();
    return link_operation<Engine>(std::move(attempt));
  }

  /// Returns the TCP port on which it listens.
  std::uint16_t port() const { return state_->door.port(); }

 private:
  using attempt_pointer = std::shared_ptr<detail::link_attempt<Engine>>;
  using link = detail::exchange_link<Engine, exchange::answerer>;

  struct state : std::enable_shared_from_this<state> {
    state(Engine& on, exchange_listener_options options)
        : engine(on), how(std::move(options)), door(how.address, how.port) {}

    void open() {
      is_open = true;
      look();
    }

    void close() {
      is_open = false;
      look();
      engine.cancel(opens_again);
      requests.clear();
      for (const auto& one : std::exchange(waiting, {})) {
        if (one->stream == nullptr) continue;
        one->finish(link_result(cm::error(std::errc::operation_canceled, "accept", "a stream",
                                          "its listener was destroyed")));
      }
    }

    /// Watches the door if another peer may come in.
    void look() {
      const bool may_come = is_open && !opens_again && requests.size() < how.most_requests;
      if (may_come == is_watching) return;
      is_watching = may_come;
      if (!may_come) return engine.unwatch(door.fd());
      engine.watch(door.fd(), [weak = this->weak_from_this()] {
        if (const auto self = weak.lock()) self->let_in();
      });
    }

    void let_in() {
      try {
        while (is_watching) {
          auto accepted = door.accept();
          if (!accepted) break;
          begin(std::move(*accepted));
          look();
        }
      } catch (const error&) {
        // Descriptors are short: others may be closed soon.
        opens_again = engine.at(detail::timer_clock::now() + std::chrono::milliseconds(100),
                                {[](void* one) {
                                   auto& self = *static_cast<state*>(one);
                                   self.opens_again.reset();
                                   self.look();
                                 },
                                 this});
        look();
      }
    }

    void begin(verbatim::detail::frame_socket socket) {
      const auto weak = this->weak_from_this();
      const auto place = std::make_shared<link*>(nullptr);
      exchange::answerer steps(
          [weak, place](const exchange::id&, const exchange::offer& offer) {
            const auto self = weak.lock();
            if (self == nullptr) {
              throw error(std::errc::operation_canceled, "accept", "a stream",
                          "its listener was destroyed");
            }
            return self->answer(**place, offer);
          },
          socket.peer());
      auto made = std::make_shared<link>(engine, std::move(socket), std::move(steps),
                                         [weak](link& from, const exchange::error& why) {
                                           if (const auto self = weak.lock())
                                             self->failed(from, why);
                                         });
      *place = made.get();
      made->must_wait = [weak, place] {
        const auto self = weak.lock();
        return self != nullptr && (*place)->id().nonce == 0 && !self->has_waiting();
      };
      requests.push_back(made);
      made->begin(std::chrono::steady_clock::now() + how.timeout);
    }

    bool has_waiting() {
      std::erase_if(waiting, [](const auto& one) { return one->stream == nullptr; });
      return !waiting.empty();
    }

    /// Gives the peer the first stream that waits.
    exchange::side answer(link& to, const exchange::offer& offer) {
      const auto peer = detail::unpack(offer.user_data);
      if (!peer) {
        throw error(std::errc::protocol_error, "accept", to.peer(),
                    detail::why_refused(offer.user_data));
      }
      if (!has_waiting() || peer->carries != waiting.front()->stream->address().carries) {
        throw error(std::errc::protocol_error, "accept", to.peer(), detail::other_kind);
      }
      to.attempt = std::move(waiting.front());
      waiting.pop_front();
      to.attempt->loop = release(to);
      to.expire_at(std::chrono::steady_clock::now() + how.timeout);
      return detail::side_of(to.attempt, how.path);
    }

    /// Lets streams that wait and peers that wait find each other.
    void match() {
      while (has_waiting()) {
        const auto next = std::find_if(requests.begin(), requests.end(),
                                       [](const auto& one) { return one->is_held(); });
        if (next == requests.end()) return;
        const auto one = *next;
        one->turn();
      }
    }

    /// Takes the request out of the list.
    std::shared_ptr<link> release(link& what) {
      const auto at = std::find_if(requests.begin(), requests.end(),
                                   [&](const auto& one) { return one.get() == &what; });
      auto result = at == requests.end() ? nullptr : std::move(*at);
      if (at != requests.end()) requests.erase(at);
      look();
      return result;
    }

    void failed(link& from, const exchange::error& why) {
      const auto self = this->shared_from_this();
      (void)release(from);
      const auto attempt = std::exchange(from.attempt, nullptr);
      if (attempt == nullptr) return;
      attempt->loop.reset();
      if (attempt->stream == nullptr) return;
      const bool is_of_peer = why.is_of_peer() || why.code() == std::errc::connection_reset ||
                              why.code() == std::errc::timed_out;
      if (!is_of_peer || !attempt->stream->restart()) {
        return attempt->finish(link_result(cm::error(why)));
      }
      waiting.push_front(attempt);
      match();
    }

    Engine& engine;
    exchange_listener_options how;
    verbatim::detail::frame_listener door;
    std::list<std::shared_ptr<link>> requests;
    std::deque<attempt_pointer> waiting;
    detail::timers::place opens_again;
    bool is_open = false, is_watching = false;
  };

  std::shared_ptr<state> state_;
};

}  // namespace verbatim::stream
