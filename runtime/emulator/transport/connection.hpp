// One direction of a stream between two processes: it converts messages to bytes, or bytes to
// messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "system/descriptor.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// The unsent messages to one peer.
class outgoing_connection {
 public:
  /// The number of waiting bytes beyond which the connection is congested.
  static constexpr std::size_t congestion_bytes = 1024 * 1024;

  explicit outgoing_connection(descriptor socket) noexcept : socket_(std::move(socket)) {}

  void append(const message& outgoing);

  /// Sends what the socket takes. Returns false if the peer is gone.
  bool flush() noexcept;

  bool idle() const noexcept { return sent_ == bytes_.size(); }
  bool congested() const noexcept { return waiting_bytes() > congestion_bytes; }
  std::size_t waiting_bytes() const noexcept { return bytes_.size() - sent_; }
  int socket() const noexcept { return socket_.number(); }

  /// True while the transport waits until the socket takes more. The transport sets it.
  bool waits_for_room = false;

 private:
  descriptor socket_;
  std::vector<std::byte> bytes_;
  std::size_t sent_ = 0;
};

/// The messages that arrive from one peer.
class incoming_connection {
 public:
  explicit incoming_connection(descriptor socket);

  /// Reads the bytes that have arrived, as far as there is room.
  void fill() noexcept;

  /// Delivers every complete message and returns their number. Sets `problem` if the peer sent
  /// invalid bytes; the connection must then be dropped.
  std::size_t deliver(message_receiver& to, std::string& problem);

  /// Returns true if the peer has closed. Messages that it sent before still have to be delivered.
  bool closed() const noexcept { return closed_; }

  /// Returns true if a part of a message is left.
  bool torn() const noexcept { return filled_ != taken_; }
  int socket() const noexcept { return socket_.number(); }

  /// Returns the peer's slot; 0 before its hello.
  std::uint32_t peer() const noexcept { return peer_; }

 private:
  /// Room for several of the longest messages, so that one read gets many bytes.
  static constexpr std::size_t buffer_bytes = 4 * (message::max_payload + message_header::size);

  descriptor socket_;
  std::unique_ptr<std::byte[]> buffer_;
  std::size_t taken_ = 0;
  std::size_t filled_ = 0;
  std::uint32_t peer_ = 0;
  bool closed_ = false;
};

}  // namespace verbatim::emulator
