// Generated from specs/commands/objects/general_obj_in_cmd_hdr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The beginning of a command about a general object. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_general_obj_in_cmd_hdr_bits.
struct general_obj_in_cmd_hdr {
  /// Size in bytes.
  static constexpr std::size_t size = 0x10;

  /// The command.
  static constexpr wire::mailbox_field<general_obj_in_cmd_hdr> opcode{0x000, 16, "opcode"};

  /// Type of the object.
  static constexpr wire::mailbox_field<general_obj_in_cmd_hdr> obj_type{0x030, 16, "obj_type"};

  /// The object.
  static constexpr wire::mailbox_field<general_obj_in_cmd_hdr> obj_id{0x040, 32, "obj_id"};

  /// Number of objects, as the exponent of a power of two.
  static constexpr wire::mailbox_field<general_obj_in_cmd_hdr> log_obj_range{0x063, 5,
                                                                             "log_obj_range"};
};

}  // namespace verbatim::firmware
