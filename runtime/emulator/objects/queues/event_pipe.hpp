// A file descriptor from which a program reads events of one fixed size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

namespace verbatim::emulator {

/// Keeps events in a pipe, so that read, poll and O_NONBLOCK need no help. Thread-safe by itself. A
/// thread that puts an event in never blocks: events that do not fit into the pipe wait here.
class event_pipe {
 public:
  /// Throws std::system_error if there are no descriptors left. `event_bytes` is at most 32.
  explicit event_pipe(std::size_t event_bytes);
  ~event_pipe();
  event_pipe(const event_pipe&) = delete;
  event_pipe& operator=(const event_pipe&) = delete;

  /// The end for the program, which owns and closes it.
  int program_fd() const noexcept { return program_fd_; }

  /// The pipe's st_ino, which identifies it under every number its descriptor was duplicated to.
  std::uint64_t inode() const noexcept { return inode_; }

  void put(std::span<const std::byte> event) noexcept;

  /// Ends the pipe: no more events come, and a reader finds the end behind those that are there.
  void end() noexcept;

  /// Takes back the unread events whose first eight bytes are `element`, and returns their number.
  std::uint32_t withdraw(std::uint64_t element) noexcept;

 private:
  using event = std::vector<std::byte>;

  void flush() noexcept;

  std::mutex mutex_;
  std::size_t event_bytes_;
  int program_fd_ = -1;
  int drain_fd_ = -1;
  int write_fd_ = -1;
  std::uint64_t inode_ = 0;
  std::deque<event> waiting_;
  bool ended_ = false;
};

}  // namespace verbatim::emulator
