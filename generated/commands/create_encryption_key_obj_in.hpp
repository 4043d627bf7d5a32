// Generated from specs/commands/objects/create_encryption_key_obj_in.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/encryption_key_obj.hpp"
#include "verbatim/generated/commands/general_obj_in_cmd_hdr.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The command that makes a data encryption key. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_create_encryption_key_obj_in_bits.
struct create_encryption_key_obj_in {
  /// Size in bytes.
  static constexpr std::size_t size = 0x110;

  /// Beginning of the command.
  static constexpr wire::mailbox_part<create_encryption_key_obj_in,
                                      firmware::general_obj_in_cmd_hdr>
      hdr{0x000, "hdr"};

  /// The key.
  static constexpr wire::mailbox_part<create_encryption_key_obj_in, firmware::encryption_key_obj>
      key_obj{0x080, "key_obj"};
};

}  // namespace verbatim::firmware
