// The vendor syndromes that this device puts beside a syndrome in an error CQE.
#pragma once

#include <cstdint>

#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {

/// Which check failed. Values seen in the logs of real devices where there are any; a program must
/// not depend on them.
enum class vendor_syndrome : std::uint8_t {
  none = 0x00,
  wqe_index = 0x60,
  qpn = 0x61,
  opcode = 0x62,
  length = 0x63,
  reserved_bits = 0x64,
  segment = 0x65,
  rd_atomic = 0x66,
  overrun = 0x67,
  local_key = 0x51,
  local_memory = 0x52,
  receive_key = 0x53,
  memory_key = 0x54,
  receive_too_short = 0x32,
  transport_retry = 0x81,
  rnr_retry = 0x87,
  remote_access = 0x88,
  remote_operation = 0x89,
  remote_invalid_request = 0x8a,
  flushed = 0xf9,
};

/// The one that goes with a refusal by the peer.
constexpr vendor_syndrome vendor_syndrome_of(cqe_syndrome refusal) noexcept {
  switch (refusal) {
    case cqe_syndrome::remote_inval_req_err:
      return vendor_syndrome::remote_invalid_request;
    case cqe_syndrome::remote_access_err:
      return vendor_syndrome::remote_access;
    default:
      return vendor_syndrome::remote_operation;
  }
}

}  // namespace verbatim::emulator
