// Sockets of datagrams that find one another by host name and port, with rdma_cm.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/datagram.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/stream/base/datagram_destination.hpp"
#include "verbatim/stream/link/cm_link.hpp"
#include "verbatim/stream/link/cm_operation.hpp"
#include "verbatim/stream/streams/datagram_socket.hpp"

namespace verbatim::stream {

/// The options of datagram_peers::look_up().
struct peer_options {
  cm::datagram_options route = {};      ///< the local address, and the time to find a route
  cm::datagram_request_data data = {};  ///< the private data of the request, which are copied
  std::chrono::milliseconds timeout = std::chrono::seconds(5);  ///< the time for the peer's answer
};

/// A peer that has answered.
struct found_peer {
  datagram_destination to;      ///< the destination of datagrams to it
  std::vector<std::byte> data;  ///< the private data of its answer, padded with zeros
};

/// Looks up the sockets of other programs, where a datagram_listener answers.
///
///   datagram_peers peers(engine);
///   auto found = co_await peers.look_up(socket, "server", "7471");
///   if (!found) std::puts(found.error().what());
///   (void)co_await socket.send(bytes, found->to);
///
/// Any number of operations can run at a time. The sockets must have the Q_Key of rdma_cm, which is
/// the default one. Use it on the thread of its engine. Destroy it before the engine.
template <class Engine>
class datagram_peers {
  using attempt_type = detail::cm_attempt<Engine, found_peer>;
  using operation_type = cm_operation<Engine, found_peer>;

 public:
  explicit datagram_peers(Engine& engine)
      : loop_(std::make_shared<detail::link_loop<Engine>>(engine)) {}

  /// Begins to look up the peer of a socket. `host` and `service` are as in cm::resolve_datagrams(). The
  /// route must leave through the port of the socket.
  operation_type look_up(datagram_socket<Engine>& from, const std::string& host,
                         const std::string& service, const peer_options& how = {}) {
    return begin(from, how, [&](auto next) {
      cm::resolve_datagrams(loop_->reactor(), host, service, how.route, std::move(next));
    });
  }

  /// Looks up the peer with an address. The address may be a GID.
  operation_type look_up(datagram_socket<Engine>& from, const cm::address& peer,
                         const peer_options& how = {}) {
    return begin(from, how, [&](auto next) {
      cm::resolve_datagrams(loop_->reactor(), peer, how.route, std::move(next));
    });
  }

  /// Returns the reactor of the operations, for cm::resolve_datagrams(). The engine drives it.
  const cm::reactor& reactor() const noexcept { return loop_->reactor(); }

 private:
  using attempt_pointer = std::shared_ptr<attempt_type>;

  /// The question, which outlives the call of look_up().
  struct question {
    pd domain;
    std::uint8_t port;
    std::vector<std::byte> data;
    std::chrono::milliseconds timeout;
  };

  template <class Resolve>
  operation_type begin(datagram_socket<Engine>& from, const peer_options& how, Resolve&& resolve) {
    auto attempt = std::make_shared<attempt_type>(loop_);
    const auto data = how.data.bytes();
    question what{
        from.core().domain(), from.core().options().port, {data.begin(), data.end()}, how.timeout};
    detail::try_step(*attempt, [&] {
      resolve([attempt, what](cm::outcome<cm::datagram_route> found) {
        if (attempt->is_over()) return;
        if (!found) return attempt->finish(found.error());
        detail::try_step(*attempt, [&] { ask(attempt, *std::move(found), what); });
      });
    });
    return operation_type(std::move(attempt));
  }

  static void ask(const attempt_pointer& attempt, cm::datagram_route route, const question& what) {
    check(route, what);
    std::move(route).look_up(
        {.private_data = std::span(what.data), .timeout = what.timeout},
        [attempt, domain = what.domain](cm::outcome<cm::datagram_peer> answered) {
          if (attempt->is_over()) return;
          if (!answered) return attempt->finish(answered.error());
          detail::try_step(*attempt, [&] {
            datagram_destination to(domain, answered->to, answered->qkey, answered->path);
            attempt->finish(found_peer{std::move(to), std::move(answered->data)});
          });
        });
  }

  static void check(const cm::datagram_route& route, const question& what) {
    const auto device = what.domain.context().name();
    if (route.device() == device && route.port() == what.port) return;
    throw cm::error(std::errc::invalid_argument, "look_up",
                    "a socket on port " + std::to_string(what.port) + " of " + device,
                    "the route leaves through port " + std::to_string(route.port()) + " of " +
                        route.device() + ": make the socket there, or give another source");
  }

  std::shared_ptr<detail::link_loop<Engine>> loop_;
};

}  // namespace verbatim::stream
