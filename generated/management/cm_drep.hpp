// Generated from specs/management/connections/cm_drep.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// DREP: the connection has ended. Source: InfiniBand Architecture Specification vol. 1, 12.6.11; Linux
/// include/rdma/ibta_vol1_c12.h, CM_DREP_*.
struct cm_drep {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x16;

  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// The sender's number of the connection.
  static constexpr wire::mailbox_field<cm_drep> local_comm_id{0x000, 32, "local_comm_id"};

  /// The receiver's number of the connection.
  static constexpr wire::mailbox_field<cm_drep> remote_comm_id{0x020, 32, "remote_comm_id"};

  /// Bytes of the programs.
  static constexpr wire::mailbox_bytes<cm_drep, 224> private_data{0x040};
};

}  // namespace verbatim::management
