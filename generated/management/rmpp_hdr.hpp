// Generated from specs/management/classes/rmpp_hdr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// The header of the reliable multi-packet protocol. Source: InfiniBand Architecture Specification vol. 1,
/// 13.6.2.1; rdma-core umad_types.h, struct umad_rmpp_hdr.
struct rmpp_hdr {
  /// Size in bytes.
  static constexpr std::size_t size = 0x0c;

  /// Version of RMPP, 0 for none.
  static constexpr wire::mailbox_field<rmpp_hdr> rmpp_version{0x000, 8, "rmpp_version"};

  /// Kind of segment.
  static constexpr wire::mailbox_field<rmpp_hdr> rmpp_type{0x008, 8, "rmpp_type"};

  /// Time in which an answer comes, as an exponent.
  static constexpr wire::mailbox_field<rmpp_hdr> rmpp_rtime{0x010, 5, "rmpp_rtime"};

  /// 1 for active, 2 for the first segment, 4 for the last, added up.
  static constexpr wire::mailbox_field<rmpp_hdr> rmpp_flags{0x015, 3, "rmpp_flags"};

  /// Status of RMPP.
  static constexpr wire::mailbox_field<rmpp_hdr> rmpp_status{0x018, 8, "rmpp_status"};

  /// Number of the segment, from 1 on.
  static constexpr wire::mailbox_field<rmpp_hdr> seg_num{0x020, 32, "seg_num"};

  /// Bytes of the payload, or the last segment that may be sent.
  static constexpr wire::mailbox_field<rmpp_hdr> paylen_newwin{0x040, 32, "paylen_newwin"};
};

}  // namespace verbatim::management
