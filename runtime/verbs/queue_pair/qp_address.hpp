// The address of a queue pair, which one end of a connection sends to the other.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <type_traits>

#include "verbatim/verbs/values/port.hpp"

namespace verbatim {

/// The address and the limits of a queue pair. Send it to the peer by any means, and pass the
/// peer's address to connect(). Words are in host order: both hosts must have the same byte order.
struct qp_address {
  std::uint32_t qpn = 0;          ///< 24 bits
  std::uint32_t psn = 0;          ///< 24 bits: the number of the first packet that this end sends
  std::uint16_t lid = 0;          ///< 0 on RoCE
  std::uint16_t mtu = 0;          ///< the port's active MTU in bytes; 0 leaves it to the peer
  std::uint8_t rd_atomic = 0;     ///< the most READs and atomics that this end serves at a time
  std::uint8_t reserved[3] = {};  ///< zeros
  verbatim::gid gid = {};         ///< the address of the port

  bool operator==(const qp_address&) const = default;
};

static_assert(std::is_trivially_copyable_v<qp_address> && sizeof(qp_address) == 32);

/// Returns text such as `QPN 0x12, PSN 0x654321, LID 4, GID fe80::1, MTU 4096 bytes, 16 READs and
/// atomics`.
std::string to_string(const qp_address& address);
inline std::ostream& operator<<(std::ostream& out, const qp_address& value) {
  return out << to_string(value);
}

}  // namespace verbatim
