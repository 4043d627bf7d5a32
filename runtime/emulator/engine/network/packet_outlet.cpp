#include "engine/network/packet_outlet.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/wire/packet_sizes.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

/// Reports once why packets do not leave.
void say_lost(const gid& to, int error) {
  static bool said = false;
  if (std::exchange(said, true)) return;
  report("--wire: a packet to GID {} does not leave: {}{}", in_words(to), std::strerror(error),
         error == EMSGSIZE
             ? ": the path MTU of the queue pair is larger than that of the network interface"
             : "");
}

}  // namespace

bool packet_outlet::by_chance(std::uint64_t one_in) {
  if (one_in == 0 || random_() % one_in != 0) return false;
  ++counts_.faults;
  return true;
}

void packet_outlet::send(std::uint32_t qpn, const datagram_addresses& way,
                         const base_transport_header& bth, std::span<const std::byte> extensions,
                         std::span<const std::byte> payload) {
  const auto through = std::find_if(sockets_.begin(), sockets_.end(), [&](const roce_socket& one) {
    return one.address() == way.sgid;
  });
  if (through == sockets_.end()) return;
  ++departures_[qpn].given;
  departing packet{qpn, &*through, way.dgid, packet_bytes(way, bth, extensions, payload)};
  if (by_chance(faults_.drop)) {
    ++departures_[qpn].gone;
    return;
  }
  if (by_chance(faults_.corrupt)) {
    // Behind the headers of IP and UDP, which the kernel reads.
    const std::size_t first =
        ethernet_header_bytes + udp_header_bytes +
        (way.network == network_header::udp_over_ipv4 ? ipv4_header_bytes : ipv6_header_bytes);
    const std::size_t at = first + random_() % (packet.frame.size() - first);
    packet.frame[at] ^= static_cast<std::byte>(1u << random_() % 8);
  }
  if (by_chance(faults_.duplicate)) {
    ++departures_[qpn].given;
    leave(packet);
  }
  if (!held_back_ && by_chance(faults_.reorder)) {
    held_back_ = std::move(packet);
    return;
  }
  leave(std::move(packet));
  if (held_back_) leave(*std::exchange(held_back_, std::nullopt));
}

void packet_outlet::leave(departing packet) {
  if (waiting_.empty() && hand_over(packet)) return;
  waiting_.push_back(std::move(packet));
}

/// Gives the packet to the socket. Returns false if that has no room.
bool packet_outlet::hand_over(const departing& packet) {
  const auto ended =
      packet.through->send(packet.to, std::span(packet.frame).subspan(ethernet_header_bytes));
  if (ended == roce_socket::outcome::full) return false;
  if (ended == roce_socket::outcome::lost) {
    say_lost(packet.to, errno);
  } else {
    ++counts_.sent;
    if (tap) tap(packet.frame);
  }
  ++departures_[packet.qpn].gone;
  return true;
}

void packet_outlet::flush() {
  while (!waiting_.empty() && hand_over(waiting_.front())) waiting_.pop_front();
  if (held_back_) leave(*std::exchange(held_back_, std::nullopt));
}

std::uint64_t packet_outlet::given(std::uint32_t qpn) const noexcept {
  const auto at = departures_.find(qpn);
  return at == departures_.end() ? 0 : at->second.given;
}

std::uint64_t packet_outlet::gone(std::uint32_t qpn) const noexcept {
  const auto at = departures_.find(qpn);
  return at == departures_.end() ? 0 : at->second.gone;
}

}  // namespace verbatim::emulator
