// RoCE v2 over real networks, beneath the transport of messages.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/network/incoming_requests.hpp"
#include "engine/network/outgoing_requests.hpp"
#include "engine/network/packet_outlet.hpp"
#include "engine/network/roce_socket.hpp"
#include "objects/device.hpp"
#include "system/descriptor.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// A transport that carries the messages of queue pairs whose peers are outside of the fabric as
/// packets, and gives all others to the transport of the fabric. `network_slot` names a queue pair
/// in place of a process.
class network : public transport {
 public:
  using clock = std::chrono::steady_clock;

  network(std::unique_ptr<transport> fabric, device& of);

  /// Sets the receiver of all packets that come and go, as Ethernet frames.
  void tap(std::function<void(std::span<const std::byte>)> into);

  /// Begins to carry the packets of a queue pair in RTR if its path leads out of the fabric.
  void connect(queue_pair& qp);

  /// Ends it, because the queue pair is reset or destroyed.
  void disconnect(queue_pair& qp) noexcept;

  /// Prints the counts of packets, with --verbose.
  void process_ends() const;

  /// Returns the time of the next retransmission.
  std::optional<clock::time_point> deadline() const noexcept;

  std::uint32_t slot() const noexcept override { return fabric_->slot(); }
  int wait_descriptor() const noexcept override { return epoll_.number(); }
  bool send(const message& outgoing) override { return fabric_->send(outgoing); }
  bool send_to(std::uint32_t slot, const message& outgoing) override;
  const std::vector<std::uint32_t>& others() override { return fabric_->others(); }
  bool congested(std::uint32_t slot) const noexcept override;
  std::uint64_t given(std::uint32_t slot) const noexcept override;
  std::uint64_t gone(std::uint32_t slot) const noexcept override;
  void flush() override;
  void exchange() override;
  bool deliver(message_receiver& to) override;
  void abandon() noexcept override;

 private:
  struct connection {
    connection(const connection_path& way, network_counts& counts)
        : path(way), outgoing(way, counts), incoming(way, counts) {}

    connection_path path;
    outgoing_requests outgoing;
    incoming_requests incoming;
  };

  void open_sockets();
  std::optional<datagram_addresses> way_of(const queue_pair& qp) const;
  void packet_arrived(const packet_reading& reading, message_receiver& to);
  void datagram_arrived(const received_packet& packet, const queue_pair& qp, message_receiver& to);
  void send_datagram(const message& outgoing);
  void drop(const received_packet& packet, std::string_view why);
  void show(const roce_socket& at, const received_packet& packet);

  std::unique_ptr<transport> fabric_;
  device& device_;
  descriptor epoll_;
  std::vector<roce_socket> sockets_;
  network_counts counts_;
  packet_outlet outlet_;
  std::function<void(std::span<const std::byte>)> tap_;
  std::unordered_map<std::uint32_t, connection> connections_;
  std::vector<std::byte> datagram_;
};

}  // namespace verbatim::emulator
