// The end of endpoint exchanges over TCP that answers: one thread, any number of clients at once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "verbatim/connect/exchange_steps.hpp"

namespace verbatim {

/// What a program does for its clients. All of it is called by who serves, one at a time; while it takes,
/// nobody else is served.
struct exchange_service {
  /// Makes a queue pair for a client. What it throws is told to the client.
  exchange_answerer::answer_function answer;

  /// Both ends are in RTS.
  std::function<void(const exchange_id& id, const agreement& agreed)> ready = nullptr;

  /// The client has said BYE (`failure` is null), or is lost, before it was ready or after: an RC, UC or XRC
  /// queue pair is in ERROR then. `id.nonce` is 0 if it made no OFFER.
  std::function<void(const exchange_id& id, const exchange_error* failure)> ended = nullptr;
};

struct exchange_server_options {
  std::string address = "";  ///< of this host, to be reached at; default: all
  std::uint16_t port = 0;    ///< default: any that is free

  /// From a client's connection to its READY.
  std::chrono::milliseconds timeout = std::chrono::seconds(10);

  /// Others wait to be accepted.
  std::size_t max_clients = 256;
};

/// Whoever connects and makes an OFFER gets a queue pair.
class exchange_server {
 public:
  /// Clients can connect from here on, and are served by serve(). Throws if the port is taken.
  explicit exchange_server(exchange_service service, const exchange_server_options& options = {});
  ~exchange_server();

  /// Where clients connect to.
  std::uint16_t port() const;

  /// Serves until stop(). What the service throws from ready() or ended() comes out of here, and serving
  /// can go on.
  void serve();

  /// Serves what there is to do, waiting for it so long at most: a turn of a loop of yours.
  void serve_once(std::chrono::milliseconds at_most);

  /// Makes serve() return, from any thread, its own callbacks, or a signal handler.
  void stop() noexcept;

  /// Clients that are connected, or about to be; from any thread.
  std::size_t clients() const noexcept;

 private:
  class core;
  std::unique_ptr<core> core_;
};

}  // namespace verbatim
