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

/// The callbacks of a program for its clients. The thread in serve() calls them one at a time.
/// While one runs, no other client is served.
struct service {
  /// Makes a queue pair for a client. If this call or `post_receives` of its side throws, the
  /// client gets the error and serve() continues.
  answerer::answer_function answer;

  /// Called when both ends are in RTS. serve() throws its exceptions; the client stays connected.
  std::function<void(const exchange::id& id, const agreement& agreed)> ready = nullptr;

  /// Called when the client has sent BYE (`failure` is null), or when the client is lost, before or
  /// after it was ready. The RC, UC or XRC queue pair of a lost client is in ERROR. `id.nonce` is 0
  /// if the client sent no OFFER. serve() throws its exceptions; no client gets them.
  std::function<void(const exchange::id& id, const exchange::error* failure)> ended = nullptr;
};

/// Options of a server.
struct server_options {
  std::string address = "";  ///< local address to listen on; default: all
  std::uint16_t port = 0;    ///< default: any free port

  /// The time limit from a client's TCP connection to its READY.
  std::chrono::milliseconds timeout = std::chrono::seconds(10);

  /// The most clients at once, connected or connecting. At this limit, a new client replaces one
  /// that is not connected yet and has sent no frame for a second. If there is no such client, the
  /// new one waits for a quarter of `timeout`, at most 2.5 seconds, and is then refused. The same
  /// happens when file descriptors run short: the server leaves an eighth of RLIMIT_NOFILE, at most
  /// 64, to the program (docs/exchange.md, Limits).
  std::size_t max_clients = 1024;
};

/// A server that makes a queue pair for every client that connects and sends an OFFER.
class server {
 public:
  /// Begins to listen. Afterwards clients can connect, and serve() serves them. Throws if the port
  /// is taken.
  explicit server(service service, const server_options& options = {});
  ~server();

  /// Returns the port that clients connect to.
  std::uint16_t port() const;

  /// Serves clients until stop(). Throws exceptions of ready() and ended() after it has served all
  /// waiting clients. Call it again to continue. If there are several exceptions, each call throws
  /// one.
  void serve();

  /// Serves pending work, and waits at most `at_most` for it. It is one turn, for a program's own
  /// loop.
  void serve_once(std::chrono::milliseconds at_most);

  /// Makes serve() return. Any thread, the server's own callbacks and signal handlers may call it.
  void stop() noexcept;

  /// Returns the number of clients that are connected or connecting. Any thread may call it.
  std::size_t clients() const noexcept;

 private:
  class core;
  std::unique_ptr<core> core_;
};

}  // namespace verbatim::exchange
