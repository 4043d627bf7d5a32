// Sends a text over a stream, and prints what comes back: stream_client HOST PORT TEXT
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "verbatim/stream.hpp"
#include "verbatim/stream/link/connector.hpp"
#include "verbatim/verbs.hpp"

using namespace verbatim;
using namespace std::chrono_literals;

// Without coroutines: each call runs the engine until it is done.
int main(int argc, char** argv) try {
  if (argc != 4) return std::fprintf(stderr, "usage: stream_client HOST PORT TEXT\n"), 2;
  const auto device = open_device();
  const pd domain(device);
  stream::verbs_engine engine(device);
  stream::connector connector(engine);
  stream::byte_stream with(engine, domain);
  connector.connect(with, argv[1], argv[2]).get().check();

  for (auto left = std::as_bytes(std::span(std::string_view(argv[3]))); !left.empty();) {
    const auto put = with.write_some(left, 10s);
    if (!put) throw std::runtime_error(std::string(meaning(put.status)));
    left = left.subspan(put.bytes);
  }
  with.shutdown_send();

  std::array<std::byte, 4096> piece;
  auto got = with.read_some(piece, 10s);
  for (; got; got = with.read_some(piece, 10s)) std::fwrite(piece.data(), 1, got.bytes, stdout);
  std::printf("\n");
  if (got.status != stream::stream_status::end)
    throw std::runtime_error(std::string(meaning(got.status)));
  return with.close() ? 0 : 1;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "stream_client: %s\n", error.what()), 1;
}
