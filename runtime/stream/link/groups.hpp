// Joins multicast groups, with rdma_cm.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "verbatim/connect/cm/group.hpp"
#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/datagram_destination.hpp"
#include "verbatim/stream/link/cm_link.hpp"
#include "verbatim/stream/streams/datagram_socket.hpp"

namespace verbatim::stream {

/// The membership of a socket in a multicast group. It ends when the last copy is destroyed, or by
/// group.leave().
struct membership {
  cm::group group;          ///< the membership, with leave() and on_lost()
  datagram_destination to;  ///< the destination of datagrams to the group
};

namespace detail {

/// One attempt to join a group.
template <class Engine>
struct join_attempt {
  std::shared_ptr<link_loop<Engine>> loop;
  pd domain;
  continuation waiter = nullptr;
  bool is_abandoned = false;
  std::optional<cm::outcome<membership>> result = std::nullopt;

  void finish(cm::outcome<cm::group> joined) {
    if (is_abandoned) return;  // which leaves the group
    if (!joined) {
      result.emplace(joined.error());
    } else {
      try {
        const auto peer = joined->peer();
        result.emplace(membership{*joined, {domain, peer.to, peer.qkey, peer.path}});
      } catch (const error& failed) {
        result.emplace(cm::error(failed));
      }
    }
    if (waiter) std::exchange(waiter, nullptr).resume();
  }
};

}  // namespace detail

/// The running operation that joins a group. It began when it was made. Await it, or call get().
/// Destroying it abandons the attempt.
template <class Engine>
class [[nodiscard("await it, or call get()")]] join_operation {
 public:
  explicit join_operation(std::shared_ptr<detail::join_attempt<Engine>> attempt) noexcept
      : attempt_(std::move(attempt)) {}
  join_operation(join_operation &&) noexcept = default;
  join_operation& operator=(join_operation&&) = delete;
  ~join_operation() {
    if (attempt_ == nullptr) return;
    attempt_->waiter = nullptr;
    attempt_->is_abandoned = true;
  }

  bool is_done() const noexcept { return attempt_->result.has_value(); }

  /// Runs the engine until the operation is done. Use it in programs without coroutines.
  cm::outcome<membership> get() {
    attempt_->loop->engine().run_until([&] { return is_done(); });
    return *attempt_->result;
  }

  bool await_ready() const noexcept { return is_done(); }
  void await_suspend(std::coroutine_handle<> waiter) noexcept { wait(waiter); }
  void wait(detail::continuation next) noexcept { attempt_->waiter = next; }
  cm::outcome<membership> await_resume() const { return *attempt_->result; }

 private:
  std::shared_ptr<detail::join_attempt<Engine>> attempt_;
};

/// Makes sockets of datagrams members of multicast groups.
///
///   groups members(engine);
///   auto joined = co_await members.join(socket, "239.1.2.3");
///   if (!joined) std::puts(joined.error().what());
///   (void)co_await socket.send(bytes, joined->to);  // to all members
///
/// The sockets must have the Q_Key of rdma_cm, which is the default one. Use it on the thread of its
/// engine. Destroy it before the engine.
template <class Engine>
class groups {
 public:
  explicit groups(Engine& engine) : loop_(std::make_shared<detail::link_loop<Engine>>(engine)) {}

  /// Begins to join the group with this number; see cm::join(). With group_options::send_only, the
  /// socket receives nothing from the group.
  join_operation<Engine> join(datagram_socket<Engine>& socket, const std::string& number,
                              const cm::group_options& how = {}) {
    auto attempt = std::make_shared<detail::join_attempt<Engine>>(
        detail::join_attempt<Engine>{loop_, socket.core().domain()});
    try {
      cm::join(loop_->reactor(), socket.native(), number, how,
               [attempt](cm::outcome<cm::group> joined) { attempt->finish(std::move(joined)); });
    } catch (const cm::error& failed) {
      attempt->finish(failed);
    }
    return join_operation<Engine>(std::move(attempt));
  }

  /// Returns the reactor of the groups, for cm::resolve_datagrams(). The engine drives it.
  const cm::reactor& reactor() const noexcept { return loop_->reactor(); }

 private:
  std::shared_ptr<detail::link_loop<Engine>> loop_;
};

}  // namespace verbatim::stream
