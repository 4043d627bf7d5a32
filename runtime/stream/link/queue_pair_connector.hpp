// Connects queue pairs by host name and port, with rdma_cm, as operations that are awaited.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/connection.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/cm/route.hpp"
#include "verbatim/generated/transport_tags/uc.hpp"
#include "verbatim/stream/engine/queue_pair.hpp"
#include "verbatim/stream/link/cm_link.hpp"
#include "verbatim/stream/link/cm_operation.hpp"
#include "verbatim/stream/link/queue_pair_link.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::stream {

/// The options of queue_pair_connector::connect().
struct queue_pair_connect_options {
  /// The local address, and the time to find a route. `kind` is that of the queue pair, whatever it is
  /// here.
  cm::resolve_options route = {};

  /// The private data, which are copied, the attributes of the queue pair, the function that posts the
  /// first receives, and the time for the peer's answer.
  cm::connect_options connection = {};
};

/// Connects queue pairs of an engine to peers in other programs, which accept them with a
/// queue_pair_listener or with rdma_cm itself.
///
///   queue_pair_connector out(engine);
///   queue_pair pair(engine, pd);
///   auto link = co_await out.connect(pair, "server", "7471");
///   if (!link) co_return (void)std::puts(link.error().what());
///   auto sent = co_await pair.send(mr.slice(0, 64));
///   auto how = co_await link->disconnect();
///
/// A queue pair whose connection fails, or whose operation is cancelled or destroyed, is of no use:
/// close it. Use the connector on the thread of its engine. Destroy it before the engine.
template <class Engine>
class queue_pair_connector {
  using attempt_pointer = std::shared_ptr<detail::queue_pair_attempt<Engine>>;
  using operation_type = cm_operation<Engine, queue_pair_link<Engine>>;

 public:
  explicit queue_pair_connector(Engine& engine)
      : loop_(std::make_shared<detail::link_loop<Engine>>(engine)) {}

  /// Begins to connect a queue pair of RC or UC, in RESET. `host` and `service` are as in
  /// cm::resolve().
  template <class Transport>
  operation_type connect(queue_pair<Engine, Transport>& what, const std::string& host,
                         const std::string& service, const queue_pair_connect_options& how = {}) {
    return begin<Transport>(what.native(), how, [&](const auto& route, auto next) {
      cm::resolve(loop_->reactor(), host, service, route, std::move(next));
    });
  }

  /// Connects to an address, which may be a GID.
  template <class Transport>
  operation_type connect(queue_pair<Engine, Transport>& what, const cm::address& peer,
                         const queue_pair_connect_options& how = {}) {
    return begin<Transport>(what.native(), how, [&](const auto& route, auto next) {
      cm::resolve(loop_->reactor(), peer, route, std::move(next));
    });
  }

  /// Returns the reactor of the connections, for cm::resolve(). The engine drives it.
  const cm::reactor& reactor() const noexcept { return loop_->reactor(); }

 private:
  /// The parts of an attempt that outlive the call of connect().
  struct request {
    connected_qp qp;
    std::vector<std::byte> data;
    cm::connect_options how;
  };

  template <class Transport, class Resolve>
  operation_type begin(const connected_qp& qp, const queue_pair_connect_options& how,
                       Resolve&& resolve) {
    auto attempt = std::make_shared<detail::queue_pair_attempt<Engine>>(loop_);
    const auto data = how.connection.private_data.bytes();
    auto route = how.route;
    route.kind = std::is_same_v<Transport, uc> ? cm::kind::uc : cm::kind::rc;
    request what{qp, {data.begin(), data.end()}, how.connection};
    what.how.end = detail::while_wanted<Engine>(attempt, std::move(what.how.end));
    detail::try_step(*attempt, [&] {
      resolve(route, [attempt, what](cm::outcome<cm::route> found) {
        if (attempt->is_over()) return;
        if (!found) return attempt->finish(found.error());
        detail::try_step(*attempt, [&] { join(attempt, *std::move(found), what); });
      });
    });
    return operation_type(std::move(attempt));
  }

  static void join(const attempt_pointer& attempt, cm::route route, const request& what) {
    auto how = what.how;
    how.private_data = std::span(what.data);
    std::move(route).connect(what.qp, how, [attempt](cm::outcome<cm::connection> made) {
      detail::finish_queue_pair<Engine>(attempt, std::move(made));
    });
  }

  std::shared_ptr<detail::link_loop<Engine>> loop_;
};

}  // namespace verbatim::stream
