// Generated from specs/management/connections/cm_rej.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// REJ: refuses a connection. Source: InfiniBand Architecture Specification vol. 1, 12.6.7; Linux
/// include/rdma/ibta_vol1_c12.h, CM_REJ_*.
struct cm_rej {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x12;

  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// The sender's number of the connection.
  static constexpr wire::mailbox_field<cm_rej> local_comm_id{0x000, 32, "local_comm_id"};

  /// The receiver's number of the connection.
  static constexpr wire::mailbox_field<cm_rej> remote_comm_id{0x020, 32, "remote_comm_id"};

  /// Message that is refused.
  static constexpr wire::mailbox_field<cm_rej> message_rejected{0x040, 2, "message_rejected"};

  /// Bytes of the additional information.
  static constexpr wire::mailbox_field<cm_rej> rejected_info_length{0x048, 7,
                                                                    "rejected_info_length"};

  /// Reason.
  static constexpr wire::mailbox_field<cm_rej> reason{0x050, 16, "reason"};

  /// Additional information, such as the value that would do.
  static constexpr wire::mailbox_bytes<cm_rej, 72> ari{0x060};

  /// Bytes of the programs.
  static constexpr wire::mailbox_bytes<cm_rej, 148> private_data{0x2a0};
};

}  // namespace verbatim::management
