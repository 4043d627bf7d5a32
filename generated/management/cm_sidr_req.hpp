// Generated from specs/management/connections/cm_sidr_req.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// SIDR_REQ: asks for the queue pair of a service of datagrams. Source: InfiniBand Architecture Specification
/// vol. 1, 12.11.1; Linux include/rdma/ibta_vol1_c12.h, CM_SIDR_REQ_*.
struct cm_sidr_req {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x17;

  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// The sender's number of the request.
  static constexpr wire::mailbox_field<cm_sidr_req> requestid{0x000, 32, "requestid"};

  /// Partition key.
  static constexpr wire::mailbox_field<cm_sidr_req> partition_key{0x020, 16, "partition_key"};

  /// The service.
  static constexpr wire::mailbox_field<cm_sidr_req, std::uint64_t> serviceid{0x040, 64,
                                                                             "serviceid"};

  /// Bytes of the programs.
  static constexpr wire::mailbox_bytes<cm_sidr_req, 216> private_data{0x080};
};

}  // namespace verbatim::management
