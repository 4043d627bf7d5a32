// Generated from specs/management/connections/cm_mra.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// MRA: the answer to a message takes longer. Source: InfiniBand Architecture Specification vol. 1, 12.6.6;
/// Linux include/rdma/ibta_vol1_c12.h, CM_MRA_*.
struct cm_mra {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x11;

  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// The sender's number of the connection.
  static constexpr wire::mailbox_field<cm_mra> local_comm_id{0x000, 32, "local_comm_id"};

  /// The receiver's number of the connection.
  static constexpr wire::mailbox_field<cm_mra> remote_comm_id{0x020, 32, "remote_comm_id"};

  /// Message that was received.
  static constexpr wire::mailbox_field<cm_mra> message_mraed{0x040, 2, "message_mraed"};

  /// Time that the answer takes, as an exponent.
  static constexpr wire::mailbox_field<cm_mra> service_timeout{0x048, 5, "service_timeout"};

  /// Bytes of the programs.
  static constexpr wire::mailbox_bytes<cm_mra, 222> private_data{0x050};
};

}  // namespace verbatim::management
