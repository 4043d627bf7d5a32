// Sends a file over a stream, and prints what comes back: io_uring_client HOST PORT FILE
// The program's own event loop is one io_uring, which reads the file and waits for the engine.
#include <fcntl.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <system_error>

#include "ring_loop.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/connector.hpp"
#include "verbatim/verbs.hpp"

using namespace verbatim;
using engine_type = stream::verbs_engine;
using stream_type = stream::byte_stream<engine_type>;

stream::task<> send_file(ring_loop& loop, stream_type& to, int file) {
  std::array<std::byte, 4096> piece;
  for (std::uint64_t at = 0;;) {
    const int count = co_await ring_loop::reading{loop, file, piece, at};
    if (count <= 0) break;
    const auto put = co_await to.write_some(std::span(piece).first(std::size_t(count)));
    if (!put) co_return;
    at += put.bytes;
  }
  to.shutdown_send();
}

stream::task<> print(stream_type& from) {
  std::array<std::byte, 4096> piece;
  while (const auto got = co_await from.read_some(piece)) {
    std::fwrite(piece.data(), 1, got.bytes, stdout);
  }
  std::printf("\n");
}

int main(int argc, char** argv) try {
  if (argc != 4) return std::fprintf(stderr, "usage: io_uring_client HOST PORT FILE\n"), 2;
  const int file = open(argv[3], O_RDONLY | O_CLOEXEC);
  if (file < 0) throw std::system_error(errno, std::generic_category(), argv[3]);
  ring_loop loop;
  const auto device = open_device();
  const pd domain(device);
  engine_type engine(device);
  stream::connector connector(engine);
  stream_type with(engine, domain);
  connector.connect(with, argv[1], argv[2]).get().check();
  loop.watch(engine);
  auto sending = send_file(loop, with, file), printing = print(with);
  sending.start();
  printing.start();
  while (!printing.is_done()) loop.turn(engine);
  printing.take();
  return with.close() ? 0 : 1;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "io_uring_client: %s\n", error.what()), 1;
}
