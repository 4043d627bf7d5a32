// Connects streams by host name and TCP port, with an endpoint exchange and without rdma_cm.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "verbatim/connect/exchange/exchange_error.hpp"
#include "verbatim/connect/exchange/exchange_steps.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"
#include "verbatim/stream/link/dialed.hpp"
#include "verbatim/stream/link/exchange_link.hpp"
#include "verbatim/stream/link/link_operation.hpp"

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
  using link = detail::exchange_link<Engine, exchange::offerer>;

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
    auto dials = std::make_shared<dialing>(attempt, host, port, deadline, how.path);
    dials->begin();
    attempt->loop = std::move(dials);
    return link_operation<Engine>(std::move(attempt));
  }

 private:
  using attempt_pointer = std::shared_ptr<detail::link_attempt<Engine>>;
  using time_point = verbatim::detail::frame_socket::time_point;

  /// The wait for the TCP connection.
  class dialing : public std::enable_shared_from_this<dialing> {
   public:
    dialing(const attempt_pointer& attempt, const std::string& host, std::uint16_t port,
            time_point deadline, path_wishes wishes)
        : attempt_(attempt),
          engine_(attempt->engine),
          wishes_(std::move(wishes)),
          deadline_(deadline),
          dialed_(detail::dialed::start(host, port, deadline)) {}
    dialing(const dialing&) = delete;
    dialing& operator=(const dialing&) = delete;
    ~dialing() { engine_.unwatch(dialed_->fd()); }

    void begin() {
      engine_.watch(dialed_->fd(), [weak = this->weak_from_this()] {
        if (const auto self = weak.lock()) self->take();
      });
    }

   private:
    void take() {
      if (!dialed_->is_done()) return;
      const auto attempt = attempt_.lock();
      attempt->loop.reset();
      try {
        auto socket = dialed_->take();
        auto peer = socket.peer();
        exchange::offerer steps(detail::side_of(attempt, wishes_), std::move(peer));
        const auto offer = steps.offer();
        auto made = std::make_shared<link>(engine_, std::move(socket), std::move(steps), give_up);
        made->attempt = attempt;
        attempt->loop = made;
        made->begin(deadline_);
        made->send(offer);
      } catch (const error& failed) {
        attempt->loop.reset();
        attempt->finish(link_result(cm::error(failed)));
      }
    }

    static void give_up(link& from, const exchange::error& why) {
      const auto attempt = std::exchange(from.attempt, nullptr);
      attempt->loop.reset();
      if (attempt->stream != nullptr) attempt->finish(link_result(cm::error(why)));
    }

    std::weak_ptr<detail::link_attempt<Engine>> attempt_;
    Engine& engine_;
    path_wishes wishes_;
    time_point deadline_;
    std::shared_ptr<detail::dialed> dialed_;
  };

  Engine& engine_;
};

}  // namespace verbatim::stream
