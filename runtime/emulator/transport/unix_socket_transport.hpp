// Carries messages between processes of one machine, over Unix sockets in the fabric's directory.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "system/descriptor.hpp"
#include "transport/connection.hpp"
#include "transport/fabric_slot.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// A transport in which every process listens. A sender opens a connection and only sends on it. So
/// two processes that exchange messages have two connections and never race for one. Messages of a
/// process to itself use no socket.
class unix_socket_transport : public transport {
 public:
  /// Takes a slot and listens. Throws std::system_error if no slot is free or the directory cannot
  /// be used.
  explicit unix_socket_transport(const std::string& directory);
  ~unix_socket_transport() override;

  std::uint32_t slot() const noexcept override { return slot_.number(); }
  int wait_descriptor() const noexcept override { return epoll_.number(); }
  bool send(const message& outgoing) override;
  bool send_to(std::uint32_t slot, const message& outgoing) override;
  const std::vector<std::uint32_t>& others() override;
  bool congested(std::uint32_t slot) const noexcept override;
  std::uint64_t given(std::uint32_t slot) const noexcept override;
  std::uint64_t gone(std::uint32_t slot) const noexcept override;
  void flush() override;
  void exchange() override;
  bool deliver(message_receiver& to) override;
  void abandon() noexcept override;

 private:
  /// A message of this process to itself, with its own payload.
  struct own_message {
    message header;
    std::vector<std::byte> payload;
  };

  outgoing_connection* connect_to(std::uint32_t slot);
  void accept_all();
  void flush_one(std::uint32_t slot, outgoing_connection& connection);
  void drop_outgoing(std::uint32_t slot);

  fabric_slot slot_;
  descriptor epoll_;
  descriptor listener_;
  std::string socket_path_;

  /// Outgoing connections, by the peer's slot.
  std::unordered_map<std::uint32_t, outgoing_connection> outgoing_;

  /// Bytes given, by slot.
  std::unordered_map<std::uint32_t, std::uint64_t> given_;

  /// Incoming connections, by socket.
  std::unordered_map<int, incoming_connection> incoming_;
  std::deque<own_message> to_self_;
  std::size_t bytes_to_self_ = 0;
  std::vector<std::uint32_t> lost_;

  std::vector<std::uint32_t> others_;
  std::chrono::steady_clock::time_point others_as_of_{};
};

}  // namespace verbatim::emulator
