// Connects streams by host name and port, with rdma_cm.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/cm/route.hpp"
#include "verbatim/stream/link/cm_link.hpp"
#include "verbatim/stream/link/link_operation.hpp"
#include "verbatim/stream/link/link_values.hpp"

namespace verbatim::stream {

/// The options of connector::connect().
struct link_options {
  cm::resolve_options route = {};  ///< the local address, its options, and the time to find a route
  std::chrono::milliseconds timeout = std::chrono::seconds(5);  ///< the time for the peer's answer
};

/// Connects streams and channels to listeners in other programs.
///
///   connector out(engine);
///   byte_stream stream(engine, pd);
///   (co_await out.connect(stream, "server", "7471")).check();
///
/// The stream's memory and the route must be of the same device: cm::resolve() returns a route, and
/// its device() is for open_device(). A stream whose connection fails cannot be used again. Use the
/// connector on the thread of its engine. Destroy it and its streams before the engine.
template <class Engine>
class connector {
 public:
  using service_type = std::string;
  using options_type = link_options;

  explicit connector(Engine& engine) : loop_(std::make_shared<detail::link_loop<Engine>>(engine)) {}

  /// Begins to connect a byte_stream or a message_channel. `host` and `service` are as in cm::resolve().
  link_operation<Engine> connect(detail::stream_end<Engine>& stream, const std::string& host,
                                 const std::string& service, const link_options& how = {}) {
    auto attempt = detail::begin_link(loop_, stream);
    cm::resolve(loop_->reactor(), host, service, how.route,
                [attempt, how](cm::outcome<cm::route> found) {
                  if (attempt->stream == nullptr) return;
                  if (!found) return attempt->finish(found.error());
                  join(attempt, *std::move(found), how);
                });
    return link_operation<Engine>(std::move(attempt));
  }

  /// Returns the reactor of the connections, for cm::resolve(). The engine drives it.
  const cm::reactor& reactor() const noexcept { return loop_->reactor(); }

 private:
  using attempt_pointer = std::shared_ptr<detail::link_attempt<Engine>>;

  static void join(const attempt_pointer& attempt, cm::route route, const link_options& how) {
    auto& stream = *attempt->stream;
    const auto values = detail::pack(stream.address());
    try {
      std::move(route).connect(
          stream.native(),
          {.private_data = values,
           .end = {.post_receives = [attempt] { attempt->needed().post_receives(); }},
           .timeout = how.timeout},
          [attempt](cm::outcome<cm::connection> made) {
            if (attempt->stream == nullptr) return;
            if (!made) return attempt->finish(made.error());
            const auto peer = detail::unpack(made->private_data());
            if (!peer || peer->carries != attempt->stream->address().carries) {
              const auto why = peer ? std::string(detail::other_kind)
                                    : detail::why_refused(made->private_data());
              return attempt->finish(
                  cm::error(std::errc::protocol_error, "connect", made->describe(), why));
            }
            attempt->stream->open(*peer);
            detail::finish_link(*attempt, *std::move(made));
          });
    } catch (const cm::error& failed) {
      attempt->finish(failed);
    } catch (const error& failed) {
      attempt->finish(cm::error(failed));
    }
  }

  std::shared_ptr<detail::link_loop<Engine>> loop_;
};

}  // namespace verbatim::stream
