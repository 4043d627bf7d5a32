// The way of packets out of the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/network/roce_socket.hpp"
#include "engine/pcap/packet_bytes.hpp"
#include "settings/wire_faults.hpp"
#include "transport/datagram.hpp"

namespace verbatim::emulator {

/// The counts of packets of a process on the network, for the line at its end.
struct network_counts {
  std::uint64_t sent = 0;
  std::uint64_t arrived = 0;
  std::uint64_t sent_again = 0;
  std::uint64_t dropped = 0;
  std::uint64_t congestion_notifications = 0;
  std::uint64_t faults = 0;
};

/// Sends packets through the sockets of the ports' addresses. Packets for which a socket has no room
/// wait for the next flush.
class packet_outlet {
 public:
  packet_outlet(std::vector<roce_socket>& sockets, const wire_faults& faults,
                network_counts& counts)
      : sockets_(sockets), faults_(faults), random_(faults.seed), counts_(counts) {}

  /// Gets every packet as it leaves, as an Ethernet frame.
  std::function<void(std::span<const std::byte>)> tap;

  /// Sends a packet for the queue pair of that number. Its source address is one of the sockets'.
  void send(std::uint32_t qpn, const datagram_addresses& way, const base_transport_header& bth,
            std::span<const std::byte> extensions, std::span<const std::byte> payload);

  /// Sends the packets that wait, as far as there is room.
  void flush();

  /// Returns true if many packets wait.
  bool full() const noexcept { return waiting_.size() > most_waiting; }
  bool idle() const noexcept { return waiting_.empty(); }

  /// These functions return the number of packets given for a queue pair, and of those that have
  /// left.
  std::uint64_t given(std::uint32_t qpn) const noexcept;
  std::uint64_t gone(std::uint32_t qpn) const noexcept;
  void forget(std::uint32_t qpn) noexcept { departures_.erase(qpn); }

 private:
  static constexpr std::size_t most_waiting = 256;

  struct departing {
    std::uint32_t qpn;
    roce_socket* through;
    gid to;
    std::vector<std::byte> frame;
  };
  struct departures {
    std::uint64_t given = 0;
    std::uint64_t gone = 0;
  };

  bool by_chance(std::uint64_t one_in);
  void leave(departing packet);
  bool hand_over(const departing& packet);

  std::vector<roce_socket>& sockets_;
  wire_faults faults_;
  std::minstd_rand random_;
  network_counts& counts_;
  std::deque<departing> waiting_;

  /// The packet that the next one overtakes.
  std::optional<departing> held_back_;
  std::unordered_map<std::uint32_t, departures> departures_;
};

}  // namespace verbatim::emulator
