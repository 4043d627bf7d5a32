// Generated from specs/commands/objects/encryption_key_obj.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// A data encryption key (DEK). Source: rdma-core providers/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_encryption_key_obj_bits.
struct encryption_key_obj {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// Size of the key, 0 for 128 bits, 1 for 256.
  static constexpr wire::mailbox_field<encryption_key_obj> key_size{0x054, 4, "key_size"};

  /// 1 if the key ends with a tag.
  static constexpr wire::mailbox_field<encryption_key_obj> has_keytag{0x058, 1, "has_keytag"};

  /// Use of the key, 3 for AES-XTS.
  static constexpr wire::mailbox_field<encryption_key_obj> key_purpose{0x05c, 4, "key_purpose"};

  /// Protection domain.
  static constexpr wire::mailbox_field<encryption_key_obj> pd{0x068, 24, "pd"};

  /// Number that the program chooses.
  static constexpr wire::mailbox_field<encryption_key_obj, std::uint64_t> opaque{0x180, 64,
                                                                                 "opaque"};

  /// The two keys of AES-XTS, and their tag or what wraps them.
  static constexpr wire::mailbox_bytes<encryption_key_obj, 128> key{0x200};
};

}  // namespace verbatim::firmware
