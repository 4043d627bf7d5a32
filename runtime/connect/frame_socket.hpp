// Frames over a TCP connection.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verbatim/connect/exchange_frame.hpp"
#include "verbatim/verbs/error.hpp"

namespace verbatim {

/// A file descriptor with an owner.
class owned_fd {
 public:
  owned_fd() noexcept = default;
  explicit owned_fd(int fd) noexcept : fd_(fd) {}
  owned_fd(owned_fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  owned_fd& operator=(owned_fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~owned_fd();

  int get() const noexcept { return fd_; }

 private:
  int fd_ = -1;
};

/// Waiting calls throw std::errc::timed_out at their deadline, and std::errc::connection_reset if the peer
/// has closed the connection.
class frame_socket {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  /// Connects to a host, by address or name. Names take the system as long as it takes.
  static frame_socket to(const std::string& host, std::uint16_t port, time_point deadline);

  /// A connection that was accepted.
  frame_socket(owned_fd fd, std::string peer);

  int fd() const noexcept { return fd_.get(); }

  /// `10.0.0.2:4791`
  const std::string& peer() const noexcept { return peer_; }

  void send(const exchange_frame& frame, time_point deadline);
  exchange_frame receive(time_point deadline);

  // The same without waiting.

  /// Puts a frame behind those that wait to be sent.
  void queue(const exchange_frame& frame);
  /// Sends as much as the connection takes: true if nothing is left.
  bool flush();
  /// Reads what has come: false if the peer will send nothing more.
  bool read();
  /// The next frame of what was read, if it is whole. Throws as decode_frame() does.
  std::optional<exchange_frame> next();

  /// Drops what was read and not taken.
  void forget_input() noexcept { in_.clear(); }

  /// Nothing more will be sent. What was, arrives.
  void finish_sending() noexcept;

 private:
  void wait_for(short events, time_point deadline) const;
  error late() const;

  owned_fd fd_;
  std::string peer_;
  std::vector<std::byte> in_, out_;
};

/// Where connections come from.
class frame_listener {
 public:
  /// Without an address, on all of them; port 0 is any that is free.
  frame_listener(const std::string& address, std::uint16_t port);

  int fd() const noexcept { return fd_.get(); }
  std::uint16_t port() const;

  /// A connection that waits, if one does. Throws if this process has no descriptor for it.
  std::optional<frame_socket> accept();

 private:
  owned_fd fd_;
};

}  // namespace verbatim
