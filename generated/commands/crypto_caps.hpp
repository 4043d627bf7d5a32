// Generated from specs/commands/capabilities/crypto_caps.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The capabilities of encryption, group 0x1a. Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_crypto_caps_bits.
struct crypto_caps {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// Most encryption keys, as the exponent of a power of two.
  static constexpr wire::mailbox_field<crypto_caps> log_max_num_deks{0x02b, 5, "log_max_num_deks"};
};

}  // namespace verbatim::firmware
