// An event loop of io_uring that serves an engine of awaited operations, and reads files.
#pragma once

#include <liburing.h>
#include <poll.h>

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <span>
#include <system_error>

#include "verbatim/stream.hpp"

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

  /// Lets the loop wake when the engine has work. Call it once.
  void watch(verbatim::stream::verbs_engine& engine) {
    auto* const sqe = io_uring_get_sqe(&ring_);
    io_uring_prep_poll_multishot(sqe, engine.fd(), POLLIN);
    io_uring_sqe_set_data(sqe, nullptr);
  }

  /// Sleeps until a read is done or the engine has work, and resumes what waited.
  void turn(verbatim::stream::verbs_engine& engine) {
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
