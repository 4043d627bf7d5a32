// One end of an endpoint exchange: a TCP connection that an engine drives.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "verbatim/connect/exchange/exchange_error.hpp"
#include "verbatim/connect/exchange/exchange_steps.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"
#include "verbatim/stream/base/timers.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::stream::detail {

/// The connection of an exchange, as its user sees it.
class exchange_connection {
 public:
  /// Tells the peer that this end no longer uses the connection. Throws if the peer reads nothing.
  virtual void say_bye() = 0;

  /// Records that the user is gone.
  virtual void forget_user() noexcept = 0;

 protected:
  ~exchange_connection() = default;
};

/// A TCP connection and the steps of its end: exchange::offerer or exchange::answerer. `Use` says what
/// it connects: exchange_stream_use or exchange_pair_use. The user owns it once it is connected,
/// because the end of the TCP connection is the end of the peer.
template <class Use, class Steps>
class exchange_link final : public exchange_connection,
                            public std::enable_shared_from_this<exchange_link<Use, Steps>> {
  using engine_type = typename Use::engine_type;

  /// True if the user wants to know that the peer has said BYE.
  static constexpr bool hears_bye = requires(typename Use::user_type & user) {
    Use::hear_bye(user);
  };

 public:
  using attempt_pointer = typename Use::attempt_pointer;
  using time_point = verbatim::detail::frame_socket::time_point;

  /// `has_failed` is called if the exchange fails.
  exchange_link(engine_type& engine, verbatim::detail::frame_socket socket, Steps steps,
                std::function<void(exchange_link&, const exchange::error&)> has_failed)
      : engine_(engine),
        socket_(std::move(socket)),
        steps_(std::move(steps)),
        has_failed_(std::move(has_failed)) {}
  exchange_link(const exchange_link&) = delete;
  exchange_link& operator=(const exchange_link&) = delete;
  ~exchange_link() { stop(); }

  /// The attempt that this exchange serves, and a reason to take no frame yet, if there is one.
  attempt_pointer attempt;
  std::function<bool()> must_wait;

  void begin(time_point deadline) {
    local_ = socket_.local();
    engine_.watch(socket_.fd(), [weak = this->weak_from_this()] {
      if (const auto self = weak.lock()) self->turn();
    });
    is_watched_ = true;
    expire_at(deadline);
  }

  /// Fails at the time; never if there is none.
  void expire_at(std::optional<time_point> deadline) {
    engine_.cancel(expires_);
    if (deadline) expires_ = engine_.at(*deadline, {expire, this});
  }

  void send(const exchange::frame& frame) {
    socket_.queue(frame);
    // Frames are few and short, so that a connection that works takes them at once.
    if (!socket_.flush()) throw error_of(std::errc::no_buffer_space, "the peer reads nothing");
  }

  /// Takes the frames that have arrived.
  void turn() {
    const auto self = this->shared_from_this();
    std::optional<exchange::error> failure;
    try {
      exchange::at_stage(stage(), socket_.peer(), [&] { take_frames(); });
    } catch (const exchange::error& why) {
      failure = why;
    }
    if constexpr (hears_bye) {
      // The peer may close the connection as soon as it has said BYE.
      if (user_ != nullptr && steps_.is_over()) return end_by_peer();
    }
    if (failure) return fail(*failure);
    if (attempt != nullptr && steps_.is_connected()) finish(self);
  }

  void say_bye() override {
    said_bye_ = true;
    send({.type = exchange::frame_type::bye, .id = steps_.id()});
  }
  void forget_user() noexcept override { user_ = nullptr; }

  /// Ends the exchange, and tells the peer why.
  void fail(const exchange::error& why) {
    const auto self = this->shared_from_this();
    stop();
    // The last messages of a peer that has closed its end may still be on their way.
    if (user_ != nullptr) return expire_at(std::chrono::steady_clock::now() + last_words);
    steps_.abandon();
    if (!why.is_of_peer()) say_farewell(why);
    if (has_failed_) std::exchange(has_failed_, nullptr)(*this, why);
  }

  const exchange::id& id() const noexcept { return steps_.id(); }

  /// Returns true if a frame waits until must_wait() returns false.
  bool is_held() const noexcept { return is_held_; }
  const std::string& peer() const noexcept { return socket_.peer(); }

  exchange::error error_of(std::errc what, std::string_view why) const {
    return exchange::error(what, socket_.peer(), stage(), why);
  }

 private:
  static constexpr std::chrono::milliseconds last_words{50};

  static void expire(void* one) {
    auto& self = *static_cast<exchange_link*>(one);
    self.expires_.reset();
    if (auto* const user = std::exchange(self.user_, nullptr)) return Use::lose_peer(*user);
    self.fail(self.error_of(std::errc::timed_out, "no answer came in time"));
  }

  exchange::stage stage() const noexcept {
    if (steps_.is_connected()) return exchange::stage::use;
    return steps_.id().nonce == 0 ? exchange::stage::offer : exchange::stage::ready;
  }

  void take_frames() {
    if (is_held_ && socket_.has_more()) {
      // The peer has given up, or sends before it was answered.
      throw error_of(std::errc::connection_reset, "the peer closed the connection");
    }
    const bool is_open = socket_.read();
    for (;;) {
      is_held_ = must_wait && must_wait();
      if (is_held_ && is_open) return expire_at(std::nullopt);
      const auto frame = is_held_ ? std::nullopt : socket_.next();
      if (!frame) break;
      if (const auto reply = steps_.take(*frame)) send(*reply);
      if (steps_.is_connected() && attempt != nullptr) return;  // first of all, the user owns this
    }
    if (!is_open) throw error_of(std::errc::connection_reset, "the peer closed the connection");
  }

  /// Passes this object to its user, which is connected and owns it from now on.
  void finish(const std::shared_ptr<exchange_link>& self) {
    engine_.cancel(expires_);
    has_failed_ = nullptr;
    must_wait = nullptr;
    const auto done = std::exchange(attempt, nullptr);
    user_ = Use::join(*done, self, std::move(local_), socket_.peer(), steps_.agreed());
    if (user_ == nullptr) return stop();  // its coroutine was destroyed
    Use::finish(*done);
    // The peer's BYE may have come together with its READY.
    if (hears_bye && user_ != nullptr && is_watched_) turn();
  }

  /// Tells the user that the peer has said BYE. The steps of an answerer have confirmed it.
  void end_by_peer() {
    auto& user = *std::exchange(user_, nullptr);
    stop();
    try {
      if (std::is_same_v<Steps, exchange::offerer> && !said_bye_) say_bye();
    } catch (const exchange::error&) {  // the peer is gone
    }
    Use::hear_bye(user);
  }

  void say_farewell(const exchange::error& why) noexcept {
    try {
      socket_.forget_input();
      socket_.queue(exchange::error_frame(steps_.id(), why));
      (void)socket_.flush();
      socket_.finish_sending();
    } catch (const std::exception&) {  // the peer sees that the connection is closed
    }
  }

  void stop() noexcept {
    engine_.cancel(expires_);
    if (std::exchange(is_watched_, false)) engine_.unwatch(socket_.fd());
  }

  engine_type& engine_;
  verbatim::detail::frame_socket socket_;
  Steps steps_;
  std::function<void(exchange_link&, const exchange::error&)> has_failed_;
  typename Use::user_type* user_ = nullptr;  ///< once it is connected
  std::string local_;
  timers::place expires_;
  bool is_watched_ = false;
  bool is_held_ = false;  ///< a frame waits in the socket
  bool said_bye_ = false;
};

}  // namespace verbatim::stream::detail
