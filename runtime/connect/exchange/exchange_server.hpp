// The server of endpoint exchanges over TCP: one thread, any number of clients at once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "verbatim/connect/exchange/exchange_steps.hpp"

namespace verbatim::exchange {

/// The callbacks of a program for its clients. The thread that serves calls them one at a time.
/// While one runs, no other client is served.
struct service {
  /// Makes a queue pair for a client. If this call or `post_receives` of its side throws, the
  /// client is told and serve() goes on.
  answerer::answer_function answer;

  /// Called when both ends are in RTS. Its exceptions come out of serve(); the client stays
  /// connected.
  std::function<void(const exchange::id& id, const agreement& agreed)> ready = nullptr;

  /// Called when the client has said BYE (`failure` is null), or is lost before or after it was
  /// ready. The RC, UC or XRC queue pair of a lost client is in ERROR. `id.nonce` is 0 if the
  /// client made no OFFER. Its exceptions come out of serve(); no client is told of them.
  std::function<void(const exchange::id& id, const exchange::error* failure)> ended = nullptr;
};

/// Options of a server.
struct server_options {
  std::string address = "";  ///< local address to listen on; default: all
  std::uint16_t port = 0;    ///< default: any free port

  /// The time limit from a client's connection to its READY.
  std::chrono::milliseconds timeout = std::chrono::seconds(10);

  /// The most clients at once, connected or about to be. At this limit, a client that is not
  /// connected yet and has sent no frame for a second gives way to the next one. If there is no
  /// such client, the next one waits for a quarter of `timeout`, at most 2.5 seconds, and is then
  /// refused. The same happens when file descriptors run short: the server leaves an eighth of
  /// RLIMIT_NOFILE, at most 64, to the program (docs/exchange.md, Limits).
  std::size_t max_clients = 1024;
};

/// A server that gives a queue pair to every client that connects and makes an OFFER.
class server {
 public:
  /// Begins to listen. Clients can connect from here on, and serve() serves them. Throws if the
  /// port is taken.
  explicit server(service service, const server_options& options = {});
  ~server();

  /// Returns the port that clients connect to.
  std::uint16_t port() const;

  /// Serves clients until stop(). Exceptions of ready() and ended() come out of this call when all
  /// waiting clients have had their turn; serving can go on afterwards. Each of several exceptions
  /// comes out of a call of its own.
  void serve();

  /// Serves the work that there is, and waits for it at most this long. This is one turn for a loop
  /// of your own.
  void serve_once(std::chrono::milliseconds at_most);

  /// Makes serve() return. Any thread, the server's own callbacks and signal handlers may call it.
  void stop() noexcept;

  /// Returns the number of clients that are connected, or about to be. Any thread may call it.
  std::size_t clients() const noexcept;

 private:
  class core;
  std::unique_ptr<core> core_;
};

}  // namespace verbatim::exchange
