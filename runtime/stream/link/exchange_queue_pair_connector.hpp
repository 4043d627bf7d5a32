// Connects queue pairs by host name and TCP port, with an endpoint exchange and without rdma_cm, as
// operations that are awaited.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "verbatim/stream/base/timers.hpp"
#include "verbatim/stream/engine/queue_pair.hpp"
#include "verbatim/stream/link/cm_operation.hpp"
#include "verbatim/stream/link/exchange_dialing.hpp"
#include "verbatim/stream/link/exchange_queue_pair_link.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim::stream {

/// Connects queue pairs of an engine to peers in other programs, which accept them with an
/// exchange_queue_pair_listener or an exchange::server. It needs neither rdma_cm nor an IP address of
/// the RDMA device.
///
///   exchange_queue_pair_connector out(engine);
///   queue_pair pair(engine, pd);
///   auto link = co_await out.connect(pair, "server", 7471);
///   if (!link) co_return (void)std::puts(link.error().what());
///   const auto ring = link->agreed().peer.memory_named("ring").region();
///   auto written = co_await pair.write(mr.slice(0, 64), ring);
///   auto is_confirmed = co_await link->disconnect();
///
/// The TCP connection stays as long as the link: its end shows that the peer is gone. A queue pair
/// whose connection fails, or whose operation is cancelled or destroyed, is of no use: close it. Use
/// the connector on the thread of its engine.
template <class Engine>
class exchange_queue_pair_connector {
  using operation_type = cm_operation<Engine, exchange_queue_pair_link<Engine>>;

 public:
  explicit exchange_queue_pair_connector(Engine& engine) noexcept : engine_(engine) {}

  /// Begins to connect a queue pair of RC or UC, in RESET. `host` is a name or an address. A thread
  /// looks it up.
  template <class Transport>
  operation_type connect(queue_pair<Engine, Transport>& what, const std::string& host,
                         std::uint16_t port, const exchange_queue_pair_options& how = {}) {
    using use = detail::exchange_pair_use<Engine>;
    const connected_qp& qp = what.native();
    auto attempt = std::make_shared<typename use::attempt_type>(engine_, qp, how);
    const auto deadline =
        detail::timer_clock::now() + how.timeout.value_or(std::chrono::seconds(10));
    detail::try_step(
        *attempt, [&] { detail::exchange_dialing<use>::begin(attempt, host, port, deadline, {}); });
    return operation_type(std::move(attempt));
  }

 private:
  Engine& engine_;
};

}  // namespace verbatim::stream
