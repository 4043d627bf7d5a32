// The connection of a queue pair whose operations are awaited, by an endpoint exchange.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/exchange/exchange_message.hpp"
#include "verbatim/connect/exchange/exchange_side.hpp"
#include "verbatim/stream/base/timers.hpp"
#include "verbatim/stream/link/cm_operation.hpp"
#include "verbatim/stream/link/exchange_link.hpp"
#include "verbatim/stream/link/link_values.hpp"
#include "verbatim/stream/link/path_wishes.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/memory/access.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::stream {

/// One end of a queue pair that an exchange connects. The members are those of exchange::side, except
/// the time.
struct exchange_queue_pair_options {
  /// The time of the whole exchange; default: 10 seconds. For accept(), the time until a peer is
  /// connected; default: no limit.
  std::optional<std::chrono::milliseconds> timeout = std::nullopt;

  std::optional<path_wishes> path = std::nullopt;  ///< default: the listener's, or none
  std::optional<access> qp_access_flags = std::nullopt;
  std::uint64_t features = 0;
  std::vector<exchange::memory_token> memory = {};
  std::vector<std::byte> user_data = {};

  /// Posts the first receives. It is called before the peer may send.
  std::function<void(const exchange::agreement&)> post_receives = nullptr;
};

namespace detail {

/// A queue pair that is connected, and its TCP connection.
template <class Engine>
class exchanged_pair : public std::enable_shared_from_this<exchanged_pair<Engine>> {
  using disconnecting = cm_attempt<Engine, bool>;

 public:
  exchanged_pair(Engine& engine, connected_qp qp, std::shared_ptr<exchange_connection> connection,
                 std::string local, std::string remote, exchange::agreement agreed)
      : engine_(engine),
        qp_(std::move(qp)),
        connection_(std::move(connection)),
        local_(std::move(local)),
        remote_(std::move(remote)),
        agreed_(std::move(agreed)) {}
  exchanged_pair(const exchanged_pair&) = delete;
  exchanged_pair& operator=(const exchanged_pair&) = delete;
  ~exchanged_pair() { end(false); }

  Engine& engine() noexcept { return engine_; }
  bool is_open() const noexcept { return connection_ != nullptr; }
  const std::string& local() const noexcept { return local_; }
  const std::string& remote() const noexcept { return remote_; }
  const exchange::agreement& agreed() const noexcept { return agreed_; }

  /// Says BYE, and ends the connection when the peer has confirmed, or after the time.
  void disconnect(std::shared_ptr<disconnecting> attempt, std::chrono::milliseconds linger) {
    if (!is_open()) return attempt->finish(was_confirmed_);
    waiting_.push_back(std::move(attempt));
    if (waiting_.size() != 1) return;
    try {
      connection_->say_bye();
    } catch (const error&) {  // the peer reads nothing
      return end(false);
    }
    lingers_ = engine_.at(timer_clock::now() + linger, {[](void* one) {
                                                          auto& self =
                                                              *static_cast<exchanged_pair*>(one);
                                                          self.lingers_.reset();
                                                          self.end(false);
                                                        },
                                                        this});
  }

  /// Ends the connection, and resumes the coroutines that wait for that.
  void end(bool is_confirmed) noexcept {
    const auto self = this->weak_from_this().lock();  // a coroutine may destroy the last link
    const auto connection = std::exchange(connection_, nullptr);
    if (connection == nullptr) return;
    connection->forget_user();
    engine_.cancel(lingers_);
    was_confirmed_ = is_confirmed;
    try {
      if (qp_.state() != qp_state::error) qp_.to_error();
    } catch (const error&) {  // it was closed, or the device has failed
    }
    for (const auto& one : std::exchange(waiting_, {})) one->finish(is_confirmed);
  }

 private:
  Engine& engine_;
  connected_qp qp_;
  std::shared_ptr<exchange_connection> connection_;
  std::string local_, remote_;
  exchange::agreement agreed_;
  std::vector<std::shared_ptr<disconnecting>> waiting_;
  timers::place lingers_;
  bool was_confirmed_ = false;
};

}  // namespace detail

/// The connection of a queue pair. Copies refer to the same connection. It ends when the last copy is
/// destroyed, so keep one as long as the queue pair is used, and destroy it before the engine. When
/// it ends in any way, the queue pair goes to ERROR, and its outstanding operations end as flushed.
template <class Engine>
class exchange_queue_pair_link {
 public:
  /// Begins to disconnect. The operation is done when the peer has confirmed, or after `linger`: its
  /// value is true if the peer has confirmed, or had disconnected before. Peers confirm when their
  /// engine runs. Await what was posted before, because outstanding operations are flushed. Cancelling
  /// the operation ends only the wait.
  cm_operation<Engine, bool> disconnect(
      std::chrono::milliseconds linger = std::chrono::seconds(1)) {
    auto attempt = std::make_shared<detail::cm_attempt<Engine, bool>>(pair_);
    pair_->disconnect(attempt, linger);
    return cm_operation<Engine, bool>(std::move(attempt));
  }

  /// Returns the agreement: the path, the features of both ends, and the peer's memory and data.
  const exchange::agreement& agreed() const noexcept { return pair_->agreed(); }

  /// Returns true until the connection has ended.
  bool is_open() const noexcept { return pair_->is_open(); }

  /// These functions return the addresses and port numbers of the TCP connection.
  const std::string& local_endpoint() const noexcept { return pair_->local(); }
  const std::string& remote_endpoint() const noexcept { return pair_->remote(); }

  /// The constructor is for this library only.
  explicit exchange_queue_pair_link(std::shared_ptr<detail::exchanged_pair<Engine>> pair) noexcept
      : pair_(std::move(pair)) {}

 private:
  std::shared_ptr<detail::exchanged_pair<Engine>> pair_;
};

namespace detail {

/// An attempt to connect a queue pair.
template <class Engine>
struct exchange_pair_attempt : cm_attempt<Engine, exchange_queue_pair_link<Engine>> {
  exchange_pair_attempt(Engine& on, connected_qp what, exchange_queue_pair_options with)
      : cm_attempt<Engine, exchange_queue_pair_link<Engine>>(on),
        qp(std::move(what)),
        how(std::move(with)) {}

  connected_qp qp;
  exchange_queue_pair_options how;
  std::shared_ptr<exchanged_pair<Engine>> made;  ///< once it is connected
};

/// The use of an exchange by a queue pair, with the functions of exchange_stream_use.
template <class Engine>
struct exchange_pair_use {
  using engine_type = Engine;
  using attempt_type = exchange_pair_attempt<Engine>;
  using attempt_pointer = std::shared_ptr<attempt_type>;
  using user_type = exchanged_pair<Engine>;

  static constexpr const char* object = "a queue pair";

  static bool is_over(const attempt_type& one) noexcept { return one.is_over(); }
  static void hold(attempt_type& one, std::shared_ptr<void> needs) { one.hold(std::move(needs)); }
  static void fail(attempt_type& one, const cm::error& why) { one.finish(why); }
  static void fail_soon(attempt_type& one, const cm::error& why) { one.finish_soon(why); }

  static void check(const attempt_type* one, const exchange::offer& offer,
                    const std::string& from) {
    if (unpack(offer.user_data)) {
      throw error(std::errc::protocol_error, "accept", from,
                  "this end takes queue pairs, and the peer is a stream or a channel");
    }
    if (one == nullptr) {
      throw error(std::errc::operation_canceled, "accept", from, "no queue pair waits for a peer");
    }
  }

  static exchange::side side_of(const attempt_pointer& attempt, const path_wishes& wishes) {
    const auto& how = attempt->how;
    const auto& path = how.path ? *how.path : wishes;
    return {.qp = attempt->qp,
            .wanted = path.wanted,
            .fill = path.fill,
            .qp_access_flags = how.qp_access_flags,
            .features = how.features,
            .memory = how.memory,
            .user_data = how.user_data,
            .post_receives = [weak = std::weak_ptr(attempt)](const exchange::agreement& agreed) {
              const auto one =
                  weak.lock();  // the connection owns this function, and outlives the attempt
              if (one == nullptr || one->is_over()) {
                throw error(std::errc::operation_canceled, "connect", "a queue pair",
                            "its operation is over");
              }
              if (one->how.post_receives) one->how.post_receives(agreed);
            }};
  }

  /// Receives may be posted once the queue pair has left RESET, and another peer must not get them.
  static bool can_try_again(attempt_type& one) { return one.qp.state() == qp_state::reset; }

  static user_type* join(attempt_type& one, std::shared_ptr<exchange_connection> connection,
                         std::string local, std::string remote, const exchange::agreement& agreed) {
    if (one.is_over()) return nullptr;
    one.made = std::make_shared<user_type>(one.engine, one.qp, std::move(connection),
                                           std::move(local), std::move(remote), agreed);
    return one.made.get();
  }
  static void finish(attempt_type& one) {
    one.finish(exchange_queue_pair_link<Engine>(std::exchange(one.made, nullptr)));
  }

  static void lose_peer(user_type& pair) { pair.end(false); }
  static void hear_bye(user_type& pair) { pair.end(true); }
};

}  // namespace detail
}  // namespace verbatim::stream
