// Generated from specs/management/subnet/sm_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// A subnet manager. Source: InfiniBand Architecture Specification vol. 1, 14.2.5.13.
struct sm_info {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x20;

  /// Size in bytes.
  static constexpr std::size_t size = 0x18;

  /// GUID of the port of the subnet manager.
  static constexpr wire::mailbox_field<sm_info, std::uint64_t> guid{0x000, 64, "guid"};

  /// SM_Key of the subnet manager.
  static constexpr wire::mailbox_field<sm_info, std::uint64_t> sm_key{0x040, 64, "sm_key"};

  /// Number that grows while it is alive.
  static constexpr wire::mailbox_field<sm_info> act_count{0x080, 32, "act_count"};

  /// Priority.
  static constexpr wire::mailbox_field<sm_info> priority{0x0a0, 4, "priority"};

  /// State of the subnet manager.
  static constexpr wire::mailbox_field<sm_info> sm_state{0x0a4, 4, "sm_state"};
};

}  // namespace verbatim::management
