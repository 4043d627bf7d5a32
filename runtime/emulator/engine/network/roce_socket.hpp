// A socket for the RoCE v2 packets of one IP address.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/network/received_packet.hpp"
#include "objects/port.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator {

/// The queue pairs whose numbers, without the lowest `shift` bits, have that value.
struct queue_pairs {
  unsigned shift = 0;
  std::uint32_t value = 0;
};

/// A raw IP socket. UDP sockets would hide the header of IP, which the ICRC covers, and only one
/// process of a host could have port 4791.
class roce_socket {
 public:
  /// The longest packet that is received whole: an MTU of 4096 and all headers.
  static constexpr std::size_t most_bytes = 4352;

  enum class outcome : std::uint8_t { sent, full, lost };

  /// Opens a socket for packets from `address`, and for those to it that are for `receivers`.
  /// `interface` is the index of its network interface. If that is not possible, `problem` says why.
  roce_socket(const gid& address, std::uint32_t interface, queue_pairs receivers);

  explicit operator bool() const noexcept { return static_cast<bool>(raw_); }
  const std::string& problem() const noexcept { return problem_; }
  const gid& address() const noexcept { return address_; }
  int number() const noexcept { return raw_.number(); }

  /// Sends a packet that begins with its IP header. If the outcome is `lost`, errno says why.
  outcome send(const gid& to, std::span<const std::byte> packet) noexcept;

  /// Reads the packets that have arrived, as far as there is room, in addition to the others.
  void fill();

  /// Calls `each(reading)` for the packets that were read, and forgets them.
  template <class Each>
  void take(Each&& each) {
    for (std::size_t i = 0; i < arrived_; ++i) each(read(i));
    arrived_ = 0;
  }

  /// Returns true if `take` has something to do.
  bool has_packets() const noexcept { return arrived_ != 0; }

  /// Returns the bytes of the packet that `take` is about, with an IP header, for a file of packets.
  std::vector<std::byte> whole_packet(const received_packet& packet) const;

 private:
  static constexpr std::size_t most_packets = 128;

  void open();
  bool fail(const char* step);
  void filter(queue_pairs receivers);
  packet_reading read(std::size_t index);

  gid address_;
  std::uint32_t interface_;
  bool is_ipv6_;
  descriptor raw_;

  /// Keeps the port, so that the kernel does not answer that it is closed.
  descriptor port_;
  std::string problem_;

  std::vector<std::byte> buffer_;
  std::array<std::size_t, most_packets> lengths_{};
  std::array<ipv6_fields, most_packets> headers_{};
  std::size_t arrived_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace verbatim::emulator
