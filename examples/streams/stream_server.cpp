// Sends back what comes over a stream, until the client writes no more. It prints its port: stream_server
// [PORT]
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <string_view>
#include <system_error>

#include "verbatim/stream.hpp"
#include "verbatim/stream/link/listener.hpp"
#include "verbatim/verbs.hpp"

using namespace verbatim;

using engine_type =
    stream::verbs_engine;  // stream::direct_engine<> posts without libibverbs, on mlx5

stream::task<> echo(stream::listener<engine_type>& listener,
                    stream::byte_stream<engine_type>& with) {
  (co_await listener.accept(with)).check();
  std::array<std::byte, 4096> piece;
  while (const auto got = co_await with.read_some(piece)) {
    for (auto left = std::span(piece).first(got.bytes); !left.empty();) {
      const auto put = co_await with.write_some(left);
      if (!put) co_return;
      left = left.subspan(put.bytes);
    }
  }
  with.shutdown_send();
}

int main(int argc, char** argv) try {
  std::uint16_t port = 0;
  const std::string_view given = argc > 1 ? argv[1] : "0";
  const auto read = std::from_chars(given.begin(), given.end(), port);
  if (argc > 2 || read.ec != std::errc() || read.ptr != given.end())
    return std::fprintf(stderr, "stream_server: say the port to listen on, or nothing\n"), 2;
  const auto device = open_device();
  const pd domain(device);
  engine_type engine(device);
  stream::listener listener(engine, {.port = port});
  std::printf("%u\n", listener.port());
  std::fflush(stdout);

  stream::byte_stream with(engine, domain);
  engine.run(echo(listener, with));
  return with.close() ? 0 : 1;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "stream_server: %s\n", error.what()), 1;
}
