// Generated from specs/records/sminfo_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/management/sm_info.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::records {

/// A subnet manager, or what a query asks of it. Source: InfiniBand Architecture Specification vol. 1,
/// 15.2.5.10; opensm ib_types.h, IB_SMIR_COMPMASK_*.
struct sminfo_record {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x18;

  /// Size in bytes.
  static constexpr std::size_t size = 0x1c;

  /// LID of the node.
  static constexpr wire::component<wire::mailbox_field<sminfo_record>> lid{{0x000, 16, "lid"}, 0};

  /// The subnet manager as subnet management has it.
  static constexpr wire::mailbox_part<sminfo_record, management::sm_info> sm_info{0x020, "sm_info"};
};

}  // namespace verbatim::records
