// Generated from specs/commands/objects/general_obj_out_cmd_hdr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The answer to a command about a general object. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_general_obj_out_cmd_hdr_bits.
struct general_obj_out_cmd_hdr {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// 0 if the command was executed.
  static constexpr wire::mailbox_field<general_obj_out_cmd_hdr> status{0x000, 8, "status"};

  /// The firmware's reason if the command was not executed.
  static constexpr wire::mailbox_field<general_obj_out_cmd_hdr> syndrome{0x020, 32, "syndrome"};

  /// The object.
  static constexpr wire::mailbox_field<general_obj_out_cmd_hdr> obj_id{0x040, 32, "obj_id"};
};

}  // namespace verbatim::firmware
