// Frames over a TCP connection, and the listener that accepts connections.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verbatim/connect/exchange/exchange_frame.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::detail {

/// A file descriptor that is closed by its owner.
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

/// A TCP connection that carries frames. Waiting calls throw std::errc::timed_out at their
/// deadline, and std::errc::connection_reset if the peer has closed the connection.
class frame_socket {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  /// Connects to a host. `host` is an address or a name. The system may take any time to resolve a
  /// name.
  static frame_socket to(const std::string& host, std::uint16_t port, time_point deadline);

  /// Takes ownership of an accepted connection.
  frame_socket(owned_fd fd, std::string peer);

  int fd() const noexcept { return fd_.get(); }

  /// Returns, for example, `10.0.0.2:4791`.
  const std::string& peer() const noexcept { return peer_; }

  /// Returns the address and port number of this end.
  std::string local() const;

  /// Sends the frame. Throws if the connection does not take it before the deadline.
  void send(const exchange::frame& frame, time_point deadline);

  /// Returns the next frame. Throws if none comes before the deadline.
  exchange::frame receive(time_point deadline);

  // The following calls do not wait.

  /// Adds a frame to those that wait to be sent.
  void queue(const exchange::frame& frame);
  /// Sends as much as the connection takes. Returns true if nothing is left.
  bool flush();
  /// Reads the bytes that have arrived. Returns false if the peer will send nothing more.
  bool read();
  /// Returns true if bytes have arrived that were not read, or if the peer will send nothing more.
  bool has_more() const noexcept;
  /// Returns the next frame of the bytes that were read, if it is complete. Throws like
  /// decode_frame().
  std::optional<exchange::frame> next();

  /// Drops the bytes that were read but not decoded.
  void forget_input() noexcept { in_.clear(); }

  /// Ends sending. The bytes sent so far still arrive.
  void finish_sending() noexcept;

 private:
  void wait_for(short events, time_point deadline) const;
  error late() const;

  owned_fd fd_;
  std::string peer_;
  std::vector<std::byte> in_, out_;
};

/// The classes of errors of accept(2).
enum class accept_failure {
  gone,      ///< the connection is lost, or there is none: accept the next one
  shortage,  ///< there is no descriptor or memory for it now: try again later
  broken,    ///< the listener cannot be used any more
};
accept_failure accept_failure_of(int number) noexcept;

/// A TCP socket that accepts connections.
class frame_listener {
 public:
  /// Listens on one address, or on all addresses if `address` is empty. Port 0 means any free port.
  frame_listener(const std::string& address, std::uint16_t port);

  int fd() const noexcept { return fd_.get(); }

  /// Returns the port number of the listener.
  std::uint16_t port() const;

  /// Accepts a waiting connection, if there is one. Throws if accept_failure_of() the error is not
  /// `gone`.
  std::optional<frame_socket> accept();

 private:
  owned_fd fd_;
};

}  // namespace verbatim::detail
