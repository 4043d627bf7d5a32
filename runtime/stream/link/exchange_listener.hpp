// Accepts streams over TCP connections, with endpoint exchanges and without rdma_cm.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "verbatim/stream/link/exchange_door.hpp"
#include "verbatim/stream/link/exchange_stream.hpp"
#include "verbatim/stream/link/link_operation.hpp"
#include "verbatim/stream/streams/stream_end.hpp"

namespace verbatim::stream {

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
      : door_(std::make_shared<detail::exchange_door<detail::exchange_stream_use<Engine>>>(
            engine, std::move(how))) {
    door_->open();
  }
  exchange_listener(const exchange_listener&) = delete;
  exchange_listener& operator=(const exchange_listener&) = delete;
  ~exchange_listener() { door_->close(); }

  /// Begins to accept a byte_stream or a message_channel.
  link_operation<Engine> accept(detail::stream_end<Engine>& stream) {
    auto attempt = std::make_shared<detail::link_attempt<Engine>>(door_->engine(), nullptr, stream);
    door_->add(attempt);
    return link_operation<Engine>(std::move(attempt));
  }

  /// Returns the TCP port on which it listens.
  std::uint16_t port() const { return door_->port(); }

 private:
  std::shared_ptr<detail::exchange_door<detail::exchange_stream_use<Engine>>> door_;
};

}  // namespace verbatim::stream
