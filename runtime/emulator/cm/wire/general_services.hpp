// Queue pair 1 of the ports' addresses on a network (--wire), for the messages of connection managers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "cm/packet.hpp"
#include "engine/network/packet_outlet.hpp"
#include "engine/network/roce_socket.hpp"
#include "engine/pcap/packet_file.hpp"
#include "settings/options.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator::cm {

/// Sends and receives messages as packets of RoCE v2. Each process of a host receives all packets to
/// queue pair 1 of its addresses, and takes those that are about its own ids. A peer has a number in
/// place of the slot of a process: `is_network_slot` is true for it. Requires the manager's lock.
class general_services {
 public:
  /// Opens the sockets. `fabric` is the descriptor that is readable when the fabric has messages.
  general_services(const options& with, int fabric);

  /// Returns a descriptor that is readable when a message arrives from the network or the fabric.
  int wait_descriptor() const noexcept { return epoll_.number(); }

  /// Returns the number of the peer at `other` for the local address `own`.
  std::uint32_t peer(const gid& own, const gid& other);

  /// Returns the address of a peer.
  const gid& address_of(std::uint32_t slot) const noexcept { return peers_[index_of(slot)].second; }

  void send(std::uint32_t slot, const packet& outgoing);

  /// Calls `each(slot, packet)` for the messages that have arrived. Returns false if there were none.
  bool deliver(const std::function<void(std::uint32_t, packet&)>& each);

  /// Sends what waits, as far as there is room. Returns true if something still waits.
  bool flush();

  /// Keeps a connection whose id is destroyed, so that the peer's goodbye still gets an answer. The
  /// oldest of many are forgotten.
  void remember(std::uint32_t slot, std::uint32_t communication);
  bool remembers(std::uint32_t slot, std::uint32_t communication) const noexcept {
    return ended_.contains({slot, communication});
  }

 private:
  static std::size_t index_of(std::uint32_t slot) noexcept { return slot & 0xffffff; }
  void open_sockets(const options& with);
  void show(const roce_socket& at, const received_packet& arrived);
  std::optional<packet> read(const packet_reading& from);

  descriptor epoll_;
  std::vector<roce_socket> sockets_;
  network_counts counts_;
  packet_outlet outlet_;
  std::unique_ptr<packet_file> file_;
  std::uint32_t psn_ = 0;

  /// The local address of each peer, and its own.
  std::vector<std::pair<gid, gid>> peers_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> ended_;
};

}  // namespace verbatim::emulator::cm
