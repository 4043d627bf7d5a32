// Generated from specs/management/connections/cm_dreq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// DREQ: asks for the end of a connection. Source: InfiniBand Architecture Specification vol. 1, 12.6.10;
/// Linux include/rdma/ibta_vol1_c12.h, CM_DREQ_*.
struct cm_dreq {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x15;

  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// The sender's number of the connection.
  static constexpr wire::mailbox_field<cm_dreq> local_comm_id{0x000, 32, "local_comm_id"};

  /// The receiver's number of the connection.
  static constexpr wire::mailbox_field<cm_dreq> remote_comm_id{0x020, 32, "remote_comm_id"};

  /// Queue pair of the receiver.
  static constexpr wire::mailbox_field<cm_dreq> remote_qpn_eecn{0x040, 24, "remote_qpn_eecn"};

  /// Bytes of the programs.
  static constexpr wire::mailbox_bytes<cm_dreq, 220> private_data{0x060};
};

}  // namespace verbatim::management
