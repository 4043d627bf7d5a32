// Generated from specs/commands/objects/crypto_login_obj.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// A login session, in which wrapped keys are taken. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_crypto_login_obj_bits.
struct crypto_login_obj {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// The wrapped credential.
  static constexpr wire::mailbox_bytes<crypto_login_obj, 48> credential{0x200};
};

}  // namespace verbatim::firmware
