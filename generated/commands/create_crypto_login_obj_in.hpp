// Generated from specs/commands/objects/create_crypto_login_obj_in.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/crypto_login_obj.hpp"
#include "verbatim/generated/commands/general_obj_in_cmd_hdr.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The command that opens a login session. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_create_crypto_login_obj_in_bits.
struct create_crypto_login_obj_in {
  /// Size in bytes.
  static constexpr std::size_t size = 0x110;

  /// Beginning of the command.
  static constexpr wire::mailbox_part<create_crypto_login_obj_in, firmware::general_obj_in_cmd_hdr>
      hdr{0x000, "hdr"};

  /// The session.
  static constexpr wire::mailbox_part<create_crypto_login_obj_in, firmware::crypto_login_obj>
      login_obj{0x080, "login_obj"};
};

}  // namespace verbatim::firmware
