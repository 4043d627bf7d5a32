// TLS over RDMA, with asio::ssl::stream: the client checks the certificate of the server.
//   tls server CERTIFICATE KEY [PORT]       it prints its port, and sends back what comes
//   tls client CERTIFICATE HOST PORT TEXT   prints what comes back
#include <array>
#include <asio.hpp>
#include <asio/ssl.hpp>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "verbatim/asio.hpp"
#include "verbatim/verbs.hpp"

namespace rdma = verbatim::stream::with_asio;
namespace ssl = asio::ssl;
using asio::use_awaitable;
using engine_type =
    verbatim::stream::verbs_engine;  // direct_engine<> posts without libibverbs, on mlx5
using tls_stream = ssl::stream<rdma::byte_stream<engine_type>>;

namespace {

asio::awaitable<void> serve(rdma::hub<engine_type> hub, verbatim::pd domain, ssl::context& tls,
                            std::uint16_t port) {
  rdma::listener listener(hub, {.port = port});
  std::printf("%u\n", listener.port());
  std::fflush(stdout);
  tls_stream with(rdma::byte_stream(hub, domain), tls);
  co_await listener.async_accept(with.next_layer(), use_awaitable);
  co_await with.async_handshake(ssl::stream_base::server, use_awaitable);
  std::array<char, 4096> piece;
  for (;;) {
    asio::error_code why;
    const auto count = co_await with.async_read_some(asio::buffer(piece),
                                                     asio::redirect_error(use_awaitable, why));
    if (why == asio::error::eof) break;  // the client's alert, not only its FIN
    if (why) throw asio::system_error(why, "read");
    co_await asio::async_write(with, asio::buffer(piece, count), use_awaitable);
  }
  co_await with.async_shutdown(use_awaitable);
  co_await with.next_layer().async_finish(use_awaitable);
}

asio::awaitable<void> ask(rdma::hub<engine_type> hub, verbatim::pd domain, ssl::context& tls,
                          std::string host, std::string port, std::string text) {
  rdma::connector connector(hub);
  tls_stream with(rdma::byte_stream(hub, domain), tls);
  co_await connector.async_connect(with.next_layer(), host, port, use_awaitable);
  co_await with.async_handshake(ssl::stream_base::client, use_awaitable);
  co_await asio::async_write(with, asio::buffer(text), use_awaitable);
  std::string answer(text.size(), ' ');
  co_await asio::async_read(with, asio::buffer(answer), use_awaitable);
  std::printf("%s\n", answer.c_str());
  co_await with.async_shutdown(use_awaitable);
  co_await with.next_layer().async_finish(use_awaitable);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool serves = (words.size() == 3 || words.size() == 4) && words[0] == "server";
  if (!serves && (words.size() != 5 || words[0] != "client")) {
    std::fprintf(stderr, "tls server CERTIFICATE KEY [PORT] | client CERTIFICATE HOST PORT TEXT\n");
    return 2;
  }
  ssl::context tls(serves ? ssl::context::tlsv13_server : ssl::context::tlsv13_client);
  if (serves) {
    tls.use_certificate_chain_file(words[1]);
    tls.use_private_key_file(words[2], ssl::context::pem);
  } else {
    tls.load_verify_file(words[1]);
    tls.set_verify_mode(ssl::verify_peer);
  }
  const auto device = verbatim::open_device();
  const verbatim::pd domain(device);
  asio::io_context io(1);
  const rdma::hub<engine_type> hub(io, device);
  const auto port =
      static_cast<std::uint16_t>(serves && words.size() == 4 ? std::stoul(words[3]) : 0);
  auto done = asio::co_spawn(
      io,
      serves ? serve(hub, domain, tls, port) : ask(hub, domain, tls, words[2], words[3], words[4]),
      asio::use_future);
  io.run();
  done.get();  // throws what the coroutine has thrown
  return 0;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "tls: %s\n", error.what()), 1;
}
