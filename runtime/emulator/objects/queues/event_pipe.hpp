// A file descriptor from which a program reads events of one fixed size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "system/descriptor.hpp"

namespace verbatim::emulator {

/// Keeps events in a pipe, so that read, poll and O_NONBLOCK work without emulation. It is
/// thread-safe by itself. Adding an event never blocks: events that do not fit into the pipe wait
/// here.
class event_pipe {
 public:
  /// Throws std::system_error if there are no descriptors left. `event_bytes` is at most 32.
  explicit event_pipe(std::size_t event_bytes);
  event_pipe(const event_pipe&) = delete;
  event_pipe& operator=(const event_pipe&) = delete;

  /// Returns the program's end, which the program owns and closes.
  int program_fd() const noexcept { return program_fd_; }

  /// Returns the pipe's st_ino, which identifies it for every duplicate of its descriptor.
  std::uint64_t inode() const noexcept { return inode_; }

  void put(std::span<const std::byte> event) noexcept;

  /// Ends the pipe: no more events follow, and a reader finds the end of file after the present
  /// events.
  void end() noexcept;

  /// Removes the unread events whose first eight bytes are `element`, and returns their number.
  std::uint32_t withdraw(std::uint64_t element) noexcept;

 private:
  using event = std::vector<std::byte>;

  void flush() noexcept;

  std::mutex mutex_;
  std::size_t event_bytes_;
  int program_fd_ = -1;
  descriptor drain_;
  descriptor write_;
  std::uint64_t inode_ = 0;
  std::deque<event> waiting_;
  bool ended_ = false;
};

}  // namespace verbatim::emulator
