// The path of a connection over the network, which both sides use.
#pragma once

#include <cstdint>
#include <span>

#include "engine/network/packet_outlet.hpp"
#include "engine/wire/transport_headers.hpp"
#include "objects/queues/queue_pair.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// The way of the packets of a connected queue pair to its peer.
class connection_path {
 public:
  connection_path(packet_outlet& outlet, queue_pair& qp, const datagram_addresses& way)
      : outlet_(outlet), qp_(qp), way_(way) {}

  queue_pair& qp() const noexcept { return qp_; }
  std::uint32_t peer() const noexcept { return qp_.attributes.dest_qp_num; }
  std::uint32_t mtu() const noexcept { return mtu_of(qp_); }
  bool reliable() const noexcept { return qp_.type == queue_pair_type::rc; }

  /// Returns true if the packet is from the peer.
  bool is_from_peer(const received_packet& packet) const noexcept {
    return packet.source == way_.dgid && packet.destination == way_.sgid;
  }

  /// Sends a packet. `bth` needs no number of a queue pair, and the opcode of RC.
  void send(base_transport_header bth, std::span<const std::byte> extensions,
            std::span<const std::byte> payload) const {
    if (!reliable()) bth.opcode |= bth::of_uc;
    bth.destination_qpn = peer();
    outlet_.send(qp_.qpn, way_, bth, extensions, payload);
  }

  /// Returns a message from the peer to the engine.
  message from_peer(message_kind kind) const noexcept {
    message result;
    result.kind = kind;
    result.reliable = reliable();
    result.source_qpn = peer();
    result.destination_qpn = qp_.qpn;
    return result;
  }

 private:
  packet_outlet& outlet_;
  queue_pair& qp_;
  datagram_addresses way_;
};

/// Returns the distance from `from` to `to`; PSNs count modulo 2^24.
constexpr std::uint32_t psn_distance(std::uint32_t from, std::uint32_t to) noexcept {
  return (to - from) & 0xffffff;
}

}  // namespace verbatim::emulator
