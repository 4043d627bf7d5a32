// The vendor syndromes of this device's checks, and both syndromes in words.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "settings/options.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/syndromes.hpp"

namespace verbatim::emulator {

using nic_syndrome = verbatim::vendor_syndrome;

constexpr std::uint8_t code(nic_syndrome value) noexcept {
  return static_cast<std::uint8_t>(value);
}

constexpr std::uint8_t code(nic_syndrome value, memory_fault why) noexcept {
  return code(with_detail(value, why));
}

/// The checks of this device, with a NIC's codes for them. Several checks share a code.
enum class vendor_syndrome : std::uint8_t {
  none = code(nic_syndrome::none),
  wqe_index = code(nic_syndrome::invalid_wqe),
  qpn = wqe_index,
  reserved_bits = wqe_index,
  segment = wqe_index,
  overrun = wqe_index,
  opcode = code(nic_syndrome::opcode_transport_mismatch),
  length = code(nic_syndrome::ds_too_short),
  message_length = code(nic_syndrome::message_too_long),
  datagram_length = code(nic_syndrome::message_exceeds_mtu),
  local_key = code(nic_syndrome::gather_memory, memory_fault::protection_domain),
  local_memory = local_key,
  receive_key = code(nic_syndrome::scatter_memory, memory_fault::protection_domain),
  memory_key = code(nic_syndrome::umr_memory),
  receive_too_short = code(nic_syndrome::message_exceeds_buffers),
  transport_retry = code(nic_syndrome::request_timeout_exceeded),
  rnr_retry = code(nic_syndrome::rnr_retry_exceeded),
  remote_access = code(nic_syndrome::remote_access_nak),
  remote_operation = code(nic_syndrome::remote_operation_nak),
  remote_invalid_request = code(nic_syndrome::invalid_request_nak),
  remote_invalidation = code(nic_syndrome::invalidate_memory, memory_fault::access_rights),
  flushed = code(nic_syndrome::flushed),
};

/// Returns the vendor syndrome for a syndrome that does not come from a check: the peer refused, or
/// the user requested it.
constexpr vendor_syndrome vendor_syndrome_of(cqe_syndrome syndrome) noexcept {
  switch (syndrome) {
    case cqe_syndrome::local_length_err:
      return vendor_syndrome::message_length;
    case cqe_syndrome::local_qp_op_err:
      return vendor_syndrome::segment;
    case cqe_syndrome::local_prot_err:
      return vendor_syndrome::local_key;
    case cqe_syndrome::wr_flush_err:
      return vendor_syndrome::flushed;
    case cqe_syndrome::mw_bind_err:
      return vendor_syndrome::memory_key;
    case cqe_syndrome::remote_inval_req_err:
      return vendor_syndrome::remote_invalid_request;
    case cqe_syndrome::remote_access_err:
      return vendor_syndrome::remote_access;
    case cqe_syndrome::remote_op_err:
      return vendor_syndrome::remote_operation;
    case cqe_syndrome::transport_retry_exc_err:
      return vendor_syndrome::transport_retry;
    case cqe_syndrome::rnr_retry_exc_err:
      return vendor_syndrome::rnr_retry;
    default:
      return vendor_syndrome::none;
  }
}

/// Returns the requested vendor syndrome; if there is none, the one of the requested syndrome.
constexpr vendor_syndrome vendor_syndrome_of(const failing_operation& asked) noexcept {
  return asked.vendor_syndrome ? static_cast<vendor_syndrome>(*asked.vendor_syndrome)
                               : vendor_syndrome_of(static_cast<cqe_syndrome>(asked.syndrome));
}

/// Returns the contents of the program's error CQE in words, for the end of a report.
inline std::string in_words(cqe_syndrome syndrome, vendor_syndrome vendor) {
  const auto known = name(syndrome);
  return fmt::format(" [{}{:#x}{}; vendor {}]", known.empty() ? "" : fmt::format("{} (", known),
                     static_cast<std::uint8_t>(syndrome), known.empty() ? "" : ")",
                     wire::in_words(vendor_syndromes, static_cast<std::uint8_t>(vendor)));
}

}  // namespace verbatim::emulator
