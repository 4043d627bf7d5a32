// Sends a file over a stream, and prints what comes back: io_uring_client HOST PORT FILE
// The program has an event loop of its own. One io_uring reads the file and waits for the engine.
#include <fcntl.h>
#include <liburing.h>
#include <poll.h>

#include <array>
#include <cerrno>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <system_error>

#include "verbatim/stream.hpp"
#include "verbatim/stream/link/connector.hpp"
#include "verbatim/verbs.hpp"

using namespace verbatim;
using engine_type = stream::verbs_engine;
using stream_type = stream::byte_stream<engine_type>;

/// An event loop of io_uring that serves an engine, and reads files.
class ring_loop {
 public:
  ring_loop() {
    if (const int failed = io_uring_queue_init(16, &ring_, 0); failed < 0)
      throw std::system_error(-failed, std::generic_category(), "io_uring_queue_init");
  }
  ring_loop(const ring_loop&) = delete;
  ~ring_loop() { io_uring_queue_exit(&ring_); }

  /// A read that a coroutine awaits. The result is the number of bytes, or an errno below 0.
  struct reading {
    ring_loop& on;
    int file;
    std::span<std::byte> into;
    std::uint64_t offset;
    std::coroutine_handle<> waiter = nullptr;
    int result = 0;

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> next) {
      waiter = next;
      auto* const sqe = io_uring_get_sqe(&on.ring_);
      io_uring_prep_read(sqe, file, into.data(), static_cast<unsigned>(into.size()), offset);
      io_uring_sqe_set_data(sqe, this);
    }
    int await_resume() const { return result; }
  };

  void watch(engine_type& engine) {
    auto* const sqe = io_uring_get_sqe(&ring_);
    io_uring_prep_poll_multishot(sqe, engine.fd(), POLLIN);
    io_uring_sqe_set_data(sqe, nullptr);
  }

  void turn(engine_type& engine) {
    io_uring_submit_and_wait(&ring_, engine.prepare_sleep() ? 1 : 0);
    io_uring_cqe* cqe = nullptr;
    while (io_uring_peek_cqe(&ring_, &cqe) == 0) {
      auto* const read = static_cast<reading*>(io_uring_cqe_get_data(cqe));
      if (read != nullptr) read->result = cqe->res;
      const bool goes_on = (cqe->flags & IORING_CQE_F_MORE) != 0;
      io_uring_cqe_seen(&ring_, cqe);
      if (read == nullptr && !goes_on) watch(engine);
      if (read != nullptr) read->waiter.resume();
    }
  }

 private:
  io_uring ring_{};
};

stream::task<> send_file(ring_loop& loop, stream_type& to, int file) {
  std::array<std::byte, 4096> piece;
  for (std::uint64_t at = 0;;) {
    const int count = co_await ring_loop::reading{loop, file, piece, at};
    if (count <= 0) break;
    at += static_cast<unsigned>(count);
    for (auto left = std::span(piece).first(static_cast<std::size_t>(count)); !left.empty();) {
      const auto put = co_await to.write_some(left);
      if (!put) co_return;
      left = left.subspan(put.bytes);
    }
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
