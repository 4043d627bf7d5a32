// Joins multicast groups, with rdma_cm.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "verbatim/connect/cm/group.hpp"
#include "verbatim/stream/base/datagram_destination.hpp"
#include "verbatim/stream/link/cm_link.hpp"
#include "verbatim/stream/link/cm_operation.hpp"
#include "verbatim/stream/streams/datagram_socket.hpp"

namespace verbatim::stream {

/// The membership of a socket in a multicast group. It ends when the last copy is destroyed, or by
/// group.leave().
struct membership {
  cm::group group;          ///< the membership, with leave() and on_lost()
  datagram_destination to;  ///< the destination of datagrams to the group
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
  cm_operation<Engine, membership> join(datagram_socket<Engine>& socket, const std::string& number,
                                        const cm::group_options& how = {}) {
    auto attempt = std::make_shared<detail::cm_attempt<Engine, membership>>(loop_);
    detail::try_step(*attempt, [&] {
      cm::join(loop_->reactor(), socket.native(), number, how,
               [attempt, domain = socket.core().domain()](cm::outcome<cm::group> joined) {
                 if (attempt->is_over()) return;  // which leaves the group
                 if (!joined) return attempt->finish(joined.error());
                 detail::try_step(*attempt, [&] {
                   const auto peer = joined->peer();
                   attempt->finish(membership{*joined, {domain, peer.to, peer.qkey, peer.path}});
                 });
               });
    });
    return cm_operation<Engine, membership>(std::move(attempt));
  }

  /// Returns the reactor of the groups, for cm::resolve_datagrams(). The engine drives it.
  const cm::reactor& reactor() const noexcept { return loop_->reactor(); }

 private:
  std::shared_ptr<detail::link_loop<Engine>> loop_;
};

}  // namespace verbatim::stream
