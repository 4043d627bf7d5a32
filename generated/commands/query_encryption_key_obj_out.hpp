// Generated from specs/commands/objects/query_encryption_key_obj_out.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/encryption_key_obj.hpp"
#include "verbatim/generated/commands/general_obj_out_cmd_hdr.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The answer to a query of a data encryption key. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_query_encryption_key_obj_out_bits.
struct query_encryption_key_obj_out {
  /// Size in bytes.
  static constexpr std::size_t size = 0x110;

  /// Beginning of the answer.
  static constexpr wire::mailbox_part<query_encryption_key_obj_out,
                                      firmware::general_obj_out_cmd_hdr>
      hdr{0x000, "hdr"};

  /// The key, without its bytes.
  static constexpr wire::mailbox_part<query_encryption_key_obj_out, firmware::encryption_key_obj>
      obj{0x080, "obj"};
};

}  // namespace verbatim::firmware
