// Generated from specs/management/connections/cm_apr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// APR: the answer to a LAP. Source: InfiniBand Architecture Specification vol. 1, 12.8.2; Linux
/// include/rdma/ibta_vol1_c12.h, CM_APR_*.
struct cm_apr {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x1a;

  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// The sender's number of the connection.
  static constexpr wire::mailbox_field<cm_apr> local_comm_id{0x000, 32, "local_comm_id"};

  /// The receiver's number of the connection.
  static constexpr wire::mailbox_field<cm_apr> remote_comm_id{0x020, 32, "remote_comm_id"};

  /// Bytes of the additional information.
  static constexpr wire::mailbox_field<cm_apr> additional_information_length{
      0x040, 8, "additional_information_length"};

  /// Result for the path.
  static constexpr wire::mailbox_field<cm_apr> ar_status{0x048, 8, "ar_status"};

  /// Values that would do.
  static constexpr wire::mailbox_bytes<cm_apr, 72> additional_information{0x060};

  /// Bytes of the programs.
  static constexpr wire::mailbox_bytes<cm_apr, 148> private_data{0x2a0};
};

}  // namespace verbatim::management
