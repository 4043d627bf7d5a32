// The end of endpoint exchanges that answers: a TCP port, and what waits for peers there.
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

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/exchange/exchange_error.hpp"
#include "verbatim/connect/exchange/exchange_steps.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"
#include "verbatim/stream/base/timers.hpp"
#include "verbatim/stream/link/exchange_link.hpp"
#include "verbatim/stream/link/path_wishes.hpp"
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

namespace detail {

/// The state of a listener, which its peers share. `Use` is that of exchange_link.
template <class Use>
class exchange_door : public std::enable_shared_from_this<exchange_door<Use>> {
  using engine_type = typename Use::engine_type;
  using attempt_pointer = typename Use::attempt_pointer;
  using link = exchange_link<Use, exchange::answerer>;

 public:
  exchange_door(engine_type& on, exchange_listener_options options)
      : engine_(on), how_(std::move(options)), door_(how_.address, how_.port) {}

  void open() {
    is_open_ = true;
    look();
  }

  void close() {
    is_open_ = false;
    look();
    engine_.cancel(opens_again_);
    requests_.clear();
    for (const auto& one : std::exchange(waiting_, {})) {
      if (Use::is_over(*one)) continue;
      Use::fail_soon(*one, cm::error(std::errc::operation_canceled, "accept", Use::object,
                                     "its listener was destroyed"));
    }
  }

  /// Adds an attempt that waits for a peer.
  void add(attempt_pointer attempt) {
    waiting_.push_back(std::move(attempt));
    match();
  }

  engine_type& engine() noexcept { return engine_; }
  std::uint16_t port() const { return door_.port(); }

 private:
  /// Watches the door if another peer may come in.
  void look() {
    const bool may_come = is_open_ && !opens_again_ && requests_.size() < how_.most_requests;
    if (may_come == is_watching_) return;
    is_watching_ = may_come;
    if (!may_come) return engine_.unwatch(door_.fd());
    engine_.watch(door_.fd(), [weak = this->weak_from_this()] {
      if (const auto self = weak.lock()) self->let_in();
    });
  }

  void let_in() {
    try {
      while (is_watching_) {
        auto accepted = door_.accept();
        if (!accepted) break;
        begin(std::move(*accepted));
        look();
      }
    } catch (const error&) {
      // Descriptors are short: others may be closed soon.
      opens_again_ = engine_.at(timer_clock::now() + std::chrono::milliseconds(100),
                                {[](void* one) {
                                   auto& self = *static_cast<exchange_door*>(one);
                                   self.opens_again_.reset();
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
            throw error(std::errc::operation_canceled, "accept", Use::object,
                        "its listener was destroyed");
          }
          return self->answer(**place, offer);
        },
        socket.peer());
    auto made = std::make_shared<link>(engine_, std::move(socket), std::move(steps),
                                       [weak](link& from, const exchange::error& why) {
                                         if (const auto self = weak.lock()) self->failed(from, why);
                                       });
    *place = made.get();
    made->must_wait = [weak, place] {
      const auto self = weak.lock();
      return self != nullptr && (*place)->id().nonce == 0 && !self->has_waiting();
    };
    requests_.push_back(made);
    made->begin(std::chrono::steady_clock::now() + how_.timeout);
  }

  bool has_waiting() {
    std::erase_if(waiting_, [](const auto& one) { return Use::is_over(*one); });
    return !waiting_.empty();
  }

  /// Gives the peer the first attempt that waits.
  exchange::side answer(link& to, const exchange::offer& offer) {
    Use::check(has_waiting() ? waiting_.front().get() : nullptr, offer, to.peer());
    to.attempt = std::move(waiting_.front());
    waiting_.pop_front();
    Use::hold(*to.attempt, release(to));
    to.expire_at(std::chrono::steady_clock::now() + how_.timeout);
    return Use::side_of(to.attempt, how_.path);
  }

  /// Lets attempts that wait and peers that wait find each other.
  void match() {
    while (has_waiting()) {
      const auto next = std::find_if(requests_.begin(), requests_.end(),
                                     [](const auto& one) { return one->is_held(); });
      if (next == requests_.end()) return;
      const auto one = *next;
      one->turn();
    }
  }

  /// Takes the request out of the list.
  std::shared_ptr<link> release(link& what) {
    const auto at = std::find_if(requests_.begin(), requests_.end(),
                                 [&](const auto& one) { return one.get() == &what; });
    auto result = at == requests_.end() ? nullptr : std::move(*at);
    if (at != requests_.end()) requests_.erase(at);
    look();
    return result;
  }

  void failed(link& from, const exchange::error& why) {
    const auto self = this->shared_from_this();
    (void)release(from);
    const auto attempt = std::exchange(from.attempt, nullptr);
    if (attempt == nullptr) return;
    Use::hold(*attempt, nullptr);
    if (Use::is_over(*attempt)) return;
    const bool is_of_peer = why.is_of_peer() || why.code() == std::errc::connection_reset ||
                            why.code() == std::errc::timed_out;
    if (!is_of_peer || !Use::can_try_again(*attempt)) {
      return Use::fail(*attempt, cm::error(why));
    }
    waiting_.push_front(attempt);
    match();
  }

  engine_type& engine_;
  exchange_listener_options how_;
  verbatim::detail::frame_listener door_;
  std::list<std::shared_ptr<link>> requests_;
  std::deque<attempt_pointer> waiting_;
  timers::place opens_again_;
  bool is_open_ = false, is_watching_ = false;
};

}  // namespace detail
}  // namespace verbatim::stream
