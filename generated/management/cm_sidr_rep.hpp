// Generated from specs/management/connections/cm_sidr_rep.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// SIDR_REP: the queue pair of a service of datagrams. Source: InfiniBand Architecture Specification vol. 1,
/// 12.11.2; Linux include/rdma/ibta_vol1_c12.h, CM_SIDR_REP_*.
struct cm_sidr_rep {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x18;

  /// Size in bytes.
  static constexpr std::size_t size = 0xe8;

  /// Number of the request.
  static constexpr wire::mailbox_field<cm_sidr_rep> requestid{0x000, 32, "requestid"};

  /// Result of the request.
  static constexpr wire::mailbox_field<cm_sidr_rep> status{0x020, 8, "status"};

  /// Bytes of the additional information.
  static constexpr wire::mailbox_field<cm_sidr_rep> additional_information_length{
      0x028, 8, "additional_information_length"};

  /// Vendor of the ECE: the two upper bytes.
  static constexpr wire::mailbox_field<cm_sidr_rep> vendor_id_h{0x030, 16, "vendor_id_h"};

  /// Queue pair of the service.
  static constexpr wire::mailbox_field<cm_sidr_rep> qpn{0x040, 24, "qpn"};

  /// The lower byte.
  static constexpr wire::mailbox_field<cm_sidr_rep> vendor_id_l{0x058, 8, "vendor_id_l"};

  /// The service.
  static constexpr wire::mailbox_field<cm_sidr_rep, std::uint64_t> serviceid{0x060, 64,
                                                                             "serviceid"};

  /// Q_Key of the queue pair.
  static constexpr wire::mailbox_field<cm_sidr_rep> q_key{0x0a0, 32, "q_key"};

  /// Place to which the request belongs.
  static constexpr wire::mailbox_bytes<cm_sidr_rep, 72> additional_information{0x0c0};

  /// Bytes of the programs.
  static constexpr wire::mailbox_bytes<cm_sidr_rep, 136> private_data{0x300};
};

}  // namespace verbatim::management
