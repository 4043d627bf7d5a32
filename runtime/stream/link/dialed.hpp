// A TCP connection that a thread makes, because looking a host name up may take any time.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "verbatim/connect/exchange/frame_socket.hpp"

namespace verbatim::stream::detail {

/// The result of the thread, which may outlive the attempt to connect.
class dialed {
 public:
  /// Starts the thread. Throws if there is no descriptor for its event.
  static std::shared_ptr<dialed> start(const std::string& host, std::uint16_t port,
                                       verbatim::detail::frame_socket::time_point deadline);

  /// Returns a descriptor that is readable when it is done.
  int fd() const noexcept { return event_.get(); }
  bool is_done() const;

  /// Returns the connection. Throws an exchange::error if there is none. Call it once, when it is
  /// done.
  verbatim::detail::frame_socket take();

 private:
  void connect(const std::string& host, std::uint16_t port,
               verbatim::detail::frame_socket::time_point deadline);

  verbatim::detail::owned_fd event_;
  mutable std::mutex mutex_;  ///< protects all members below
  std::optional<verbatim::detail::frame_socket> made_;
  std::exception_ptr failed_;
};

}  // namespace verbatim::stream::detail
