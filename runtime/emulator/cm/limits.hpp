// The private data of the messages.
#pragma once

#include <cstddef>

#include "cm/packet.hpp"
#include "verbatim/generated/management/cm_rej.hpp"
#include "verbatim/generated/management/cm_rep.hpp"
#include "verbatim/generated/management/cm_req.hpp"
#include "verbatim/generated/management/cm_sidr_rep.hpp"
#include "verbatim/generated/management/cm_sidr_req.hpp"
#include "verbatim/generated/management/cma_hdr.hpp"

namespace verbatim::emulator::cm {

/// Returns the size of the private data of a message, in bytes (IBTA volume 1, 12.6 and 12.11).
constexpr std::size_t private_data_limit(packet_kind kind) noexcept {
  switch (kind) {
    case packet_kind::request:
      return decltype(management::cm_req::private_data)::size;
    case packet_kind::reply:
      return decltype(management::cm_rep::private_data)::size;
    case packet_kind::reject:
      return decltype(management::cm_rej::private_data)::size;
    case packet_kind::sidr_request:
      return decltype(management::cm_sidr_req::private_data)::size;
    case packet_kind::sidr_reply:
      return decltype(management::cm_sidr_rep::private_data)::size;
    default:
      return 0;
  }
}

/// Returns the number of bytes of a request's private data that the kernel uses for IP addresses
/// (IBTA annex A11, the header of the CM service).
inline std::size_t user_data_offset(const address& of) noexcept {
  return of.ip() ? management::cma_hdr::size : 0;
}

}  // namespace verbatim::emulator::cm
