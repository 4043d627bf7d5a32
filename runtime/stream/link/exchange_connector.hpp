// Connects streams by host name and TCP port, with an endpoint exchange and without rdma_cm.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "verbatim/stream/link/exchange_dialing.hpp"
#include "verbatim/stream/link/exchange_stream.hpp"
#include "verbatim/stream/link/link_operation.hpp"
#include "verbatim/stream/streams/stream_end.hpp"

namespace verbatim::stream {

/// The options of exchange_connector::connect().
struct exchange_options {
  std::chrono::milliseconds timeout = std::chrono::seconds(10);  ///< of the whole exchange
  path_wishes path = {};
};

/// Connects streams and channels to an exchange_listener in another program, over a TCP connection.
/// It needs neither rdma_cm nor an IP address of the RDMA device.
///
///   exchange_connector out(engine);
///   byte_stream stream(engine, pd);
///   (co_await out.connect(stream, "server", 7471)).check();
///
/// The TCP connection stays until the stream is closed: its end shows that the peer is gone. A stream whose
/// connection fails cannot be used again. Use the connector on the thread of its engine. Destroy its streams
/// before the engine.
template <class Engine>
class exchange_connector {
 public:
  using service_type = std::uint16_t;
  using options_type = exchange_options;

  explicit exchange_connector(Engine& engine) noexcept : engine_(engine) {}

  /// Begins to connect a byte_stream or a message_channel. `host` is a name or an address. A thread
  /// looks it up.
  link_operation<Engine> connect(detail::stream_end<Engine>& stream, const std::string& host,
                                 std::uint16_t port, const exchange_options& how = {}) {
    auto attempt = std::make_shared<detail::link_attempt<Engine>>(engine_, nullptr, stream);
    const auto deadline = std::chrono::steady_clock::now() + how.timeout;
    detail::exchange_dialing<detail::exchange_stream_use<Engine>>::begin(attempt, host, port,
                                                                         deadline, how.path);
    return link_operation<Engine>(std::move(attempt));
  }

 private:
  Engine& engine_;
};

}  // namespace verbatim::stream
