// Generated from specs/commands/mbox_in.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The beginning of every command. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_mbox_in_bits.
struct mbox_in {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// The command.
  static constexpr wire::mailbox_field<mbox_in> opcode{0x000, 16, "opcode"};

  /// Number of the user of DevX, which the kernel fills in.
  static constexpr wire::mailbox_field<mbox_in> uid{0x010, 16, "uid"};

  /// Modifier of the command.
  static constexpr wire::mailbox_field<mbox_in> op_mod{0x030, 16, "op_mod"};
};

}  // namespace verbatim::firmware
