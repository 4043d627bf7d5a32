// The client of an endpoint exchange over TCP: the end that begins it.
#include "verbatim/connect/exchange/exchange_client.hpp"

#include <utility>

namespace verbatim::exchange {

using std::chrono::steady_clock;

client::client(const std::string& host, std::uint16_t port, exchange::side side,
               const client_options& options)
    : client(host, port, std::move(side), options, steady_clock::now() + options.timeout) {}

client::client(const std::string& host, std::uint16_t port, exchange::side side,
               const client_options& options, detail::frame_socket::time_point deadline)
    : socket_(at_stage(exchange::stage::connect, host + ":" + std::to_string(port),
                       [&] { return detail::frame_socket::to(host, port, deadline); })),
      steps_(std::move(side), socket_.peer(), options.id ? *options.id : new_id()) {
  auto stage = exchange::stage::offer;  // the step that the server has to do next
  try {
    at_stage(stage, socket_.peer(), [&] { socket_.send(steps_.offer(), deadline); });
    while (!steps_.is_connected()) {
      const auto frame = at_stage(stage, socket_.peer(), [&] { return socket_.receive(deadline); });
      if (const auto reply = steps_.take(frame)) {
        stage = exchange::stage::ready;
        at_stage(stage, socket_.peer(), [&] { socket_.send(*reply, deadline); });
      }
    }
  } catch (const exchange::error& failure) {
    give_up(failure, deadline);
    throw;
  }
}

void client::give_up(const exchange::error& failure,
                     detail::frame_socket::time_point deadline) noexcept {
  steps_.abandon();
  if (failure.is_of_peer()) return;
  try {
    socket_.send(error_frame(steps_.id(), failure), deadline);
  } catch (const std::exception&) {
    // The message cannot be sent; the server will see that the connection is closed.
  }
}

void client::bye(std::chrono::milliseconds timeout) {
  const auto deadline = steady_clock::now() + timeout;
  at_stage(exchange::stage::use, socket_.peer(), [&] {
    socket_.send({.type = frame_type::bye, .id = id()}, deadline);
    while (!steps_.is_over()) (void)steps_.take(socket_.receive(deadline));
  });
}

}  // namespace verbatim::exchange
