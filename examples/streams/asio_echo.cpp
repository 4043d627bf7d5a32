// The same echo server and client over RDMA and over TCP, with coroutines of Asio. The server prints
// its port: asio_echo server [--tcp] [PORT], asio_echo client [--tcp] HOST PORT TEXT
#include <array>
#include <asio.hpp>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "verbatim/asio.hpp"
#include "verbatim/verbs.hpp"

namespace rdma = verbatim::stream::with_asio;
using asio::use_awaitable;
using asio::ip::tcp;
// direct_engine<> posts without libibverbs, on mlx5.
using hub_type = rdma::hub<verbatim::stream::verbs_engine>;

template <class Stream>
asio::awaitable<void> echo(Stream& with) {
  std::array<char, 4096> piece;
  for (;;) {
    asio::error_code why;
    const auto count = co_await with.async_read_some(asio::buffer(piece),
                                                     asio::redirect_error(use_awaitable, why));
    if (why == asio::error::eof) co_return;
    if (why) throw asio::system_error(why, "read");
    co_await asio::async_write(with, asio::buffer(piece, count), use_awaitable);
  }
}

template <class Stream>
asio::awaitable<void> ask(Stream& with, std::string text) {
  co_await asio::async_write(with, asio::buffer(text), use_awaitable);
  std::string answer(text.size(), ' ');
  co_await asio::async_read(with, asio::buffer(answer), use_awaitable);
  std::printf("%s\n", answer.c_str());
}

asio::awaitable<void> serve_tcp(std::uint16_t port) {
  tcp::acceptor acceptor(co_await asio::this_coro::executor, {tcp::v4(), port});
  std::printf("%u\n", unsigned{acceptor.local_endpoint().port()});
  auto with = co_await acceptor.async_accept(use_awaitable);
  co_await echo(with);
}

asio::awaitable<void> ask_tcp(std::string host, std::string port, std::string text) {
  tcp::resolver resolver(co_await asio::this_coro::executor);
  tcp::socket with(co_await asio::this_coro::executor);
  const auto found = co_await resolver.async_resolve(host, port, use_awaitable);
  co_await asio::async_connect(with, found, use_awaitable);
  co_await ask(with, text);
}

asio::awaitable<void> serve_rdma(hub_type hub, verbatim::pd domain, std::uint16_t port) {
  rdma::listener listener(hub, {.port = port});
  std::printf("%u\n", unsigned{listener.port()});
  rdma::byte_stream with(hub, domain);
  co_await listener.async_accept(with, use_awaitable);
  co_await echo(with);
  co_await with.async_finish(use_awaitable);
}

asio::awaitable<void> ask_rdma(hub_type hub, verbatim::pd domain, std::string host,
                               std::string port, std::string text) {
  rdma::connector connector(hub);
  rdma::byte_stream with(hub, domain);
  co_await connector.async_connect(with, host, port, use_awaitable);
  co_await ask(with, text);
  co_await with.async_finish(use_awaitable);
}

int main(int argc, char** argv) try {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool uses_tcp = std::erase(words, "--tcp") != 0;
  const bool serves = !words.empty() && words[0] == "server" && words.size() <= 2;
  constexpr auto usage = "asio_echo server [--tcp] [PORT] | client [--tcp] HOST PORT TEXT\n";
  if (!serves && (words.size() != 4 || words[0] != "client")) return std::fputs(usage, stderr), 2;
  const auto port = std::uint16_t(serves && words.size() == 2 ? std::stoul(words[1]) : 0);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // scripts wait for the server's port
  asio::io_context io(1);
  const auto run = [&io](asio::awaitable<void> what) {
    auto done = asio::co_spawn(io, std::move(what), asio::use_future);
    io.run();
    done.get();  // throws what the coroutine has thrown
  };
  if (uses_tcp) {
    run(serves ? serve_tcp(port) : ask_tcp(words[1], words[2], words[3]));
  } else {
    const auto device = verbatim::open_device();
    const verbatim::pd domain(device);
    const hub_type hub(io, device);
    run(serves ? serve_rdma(hub, domain, port)
               : ask_rdma(hub, domain, words[1], words[2], words[3]));
  }
} catch (const std::exception& error) {
  return std::fprintf(stderr, "asio_echo: %s\n", error.what()), 1;
}
