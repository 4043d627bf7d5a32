// Generated from specs/commands/mbox_out.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The beginning of every answer. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_mbox_out_bits.
struct mbox_out {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// 0 if the command was executed.
  static constexpr wire::mailbox_field<mbox_out> status{0x000, 8, "status"};

  /// The firmware's reason if the command was not executed.
  static constexpr wire::mailbox_field<mbox_out> syndrome{0x020, 32, "syndrome"};
};

}  // namespace verbatim::firmware
