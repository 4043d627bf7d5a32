// The private data of the messages.
#pragma once

#include <cstddef>

#include "cm/packet.hpp"

namespace verbatim::emulator::cm {

/// Returns the size of the private data of a message, in bytes (IBTA volume 1, 12.6 and 12.11).
constexpr std::size_t private_data_limit(packet_kind kind) noexcept {
  switch (kind) {
    case packet_kind::request:
      return 92;
    case packet_kind::reply:
      return 196;
    case packet_kind::reject:
      return 148;
    case packet_kind::sidr_request:
      return 216;
    case packet_kind::sidr_reply:
      return 136;
    default:
      return 0;
  }
}

/// Returns the number of bytes of a request's private data that the kernel uses for IP addresses
/// (IBTA annex A11, the header of the CM service).
inline std::size_t user_data_offset(const address& of) noexcept { return of.ip() ? 36 : 0; }

}  // namespace verbatim::emulator::cm
