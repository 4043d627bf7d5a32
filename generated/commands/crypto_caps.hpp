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

  /// 1 if keys have to be wrapped.
  static constexpr wire::mailbox_field<crypto_caps> wrapped_crypto_operational{
      0x000, 1, "wrapped_crypto_operational"};

  /// Kinds of keys that have to be wrapped, a bit each; 4 for AES-XTS.
  static constexpr wire::mailbox_field<crypto_caps> wrapped_import_method{0x018, 8,
                                                                          "wrapped_import_method"};

  /// Most encryption keys, as the exponent of a power of two.
  static constexpr wire::mailbox_field<crypto_caps> log_max_num_deks{0x02b, 5, "log_max_num_deks"};

  /// Most keys that wrap others, as the exponent of a power of two.
  static constexpr wire::mailbox_field<crypto_caps> log_max_num_import_keks{
      0x033, 5, "log_max_num_import_keks"};

  /// Most credentials, as the exponent of a power of two.
  static constexpr wire::mailbox_field<crypto_caps> log_max_num_creds{0x03b, 5,
                                                                      "log_max_num_creds"};

  /// Number of such keys that the device keeps.
  static constexpr wire::mailbox_field<crypto_caps> num_nv_import_keks{0x050, 8,
                                                                       "num_nv_import_keks"};

  /// Number of credentials that the device keeps.
  static constexpr wire::mailbox_field<crypto_caps> num_nv_credentials{0x058, 8,
                                                                       "num_nv_credentials"};
};

}  // namespace verbatim::firmware
