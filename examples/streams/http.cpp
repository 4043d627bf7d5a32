// HTTP over RDMA with Boost.Beast: a server that answers one connection, and a client.
//   http server [PORT]               it prints its port
//   http client HOST PORT TARGET     prints the answer
#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "verbatim/boost_asio.hpp"
#include "verbatim/verbs.hpp"

namespace beast = boost::beast;
namespace http = beast::http;
namespace rdma = verbatim::stream::with_boost_asio;
using engine_type =
    verbatim::stream::verbs_engine;  // direct_engine<> posts without libibverbs, on mlx5
using stream_type = rdma::byte_stream<engine_type>;

namespace {

/// Answers every request with its target, until the client has finished.
void answer(stream_type& with) {
  beast::flat_buffer buffer;
  for (;;) {
    http::request<http::string_body> asked;
    rdma::error_code why;
    http::read(with, buffer, asked, why);
    if (why == http::error::end_of_stream) return;
    if (why) throw boost::system::system_error(why, "read");
    http::response<http::string_body> said(http::status::ok, asked.version());
    said.set(http::field::content_type, "text/plain");
    said.body() = "You asked for " + std::string(asked.target()) + "\n";
    said.keep_alive(asked.keep_alive());
    said.prepare_payload();
    http::write(with, said);
  }
}

void ask(stream_type& with, const std::string& host, const std::string& target) {
  http::request<http::empty_body> question(http::verb::get, target, 11);
  question.set(http::field::host, host);
  http::write(with, question);
  beast::flat_buffer buffer;
  http::response<http::string_body> got;
  http::read(with, buffer, got);
  std::printf("%u %s", got.result_int(), got.body().c_str());
}

/// Runs an operation to its end, on this thread.
template <class Begins>
void wait(boost::asio::io_context& io, const stream_type& of, Begins&& begins) {
  rdma::error_code why;
  begins([&why](rdma::error_code how) { why = how; });
  io.run();
  io.restart();
  if (why) throw boost::system::system_error(why, of.link_message());
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool serves = !words.empty() && words[0] == "server" && words.size() <= 2;
  if (!serves && (words.size() != 4 || words[0] != "client")) {
    return std::fprintf(stderr, "http server [PORT] | client HOST PORT TARGET\n"), 2;
  }
  const auto device = verbatim::open_device();
  const verbatim::pd domain(device);
  boost::asio::io_context io(1);
  const rdma::hub<engine_type> hub(io, device);
  stream_type with(hub, domain);
  if (serves) {
    const auto port = static_cast<std::uint16_t>(words.size() == 2 ? std::stoul(words[1]) : 0);
    rdma::listener listener(hub, {.port = port});
    std::printf("%u\n", listener.port());
    std::fflush(stdout);
    wait(io, with, [&](auto handler) { listener.async_accept(with, handler); });
    answer(with);
  } else {
    rdma::connector connector(hub);
    wait(io, with,
         [&](auto handler) { connector.async_connect(with, words[1], words[2], handler); });
    ask(with, words[1], words[3]);
  }
  wait(io, with, [&](auto handler) { with.async_finish(handler); });
  return 0;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "http: %s\n", error.what()), 1;
}
