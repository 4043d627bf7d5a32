// Generated from specs/commands/memory_keys/mkc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The context of a memory key. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_mkc_bits;
/// rdma-core providers/mlx5/mlx5_ifc.h has crypto_en.
struct mkc {
  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// 1 if WQEs give the key its memory.
  static constexpr wire::mailbox_field<mkc> free{0x001, 1, "free"};

  /// Upper bits of the kind of memory.
  static constexpr wire::mailbox_field<mkc> access_mode_4_2{0x003, 3, "access_mode_4_2"};

  /// 1 if WQEs may change the key.
  static constexpr wire::mailbox_field<mkc> umr_en{0x010, 1, "umr_en"};

  /// 1 if the peer may use atomics.
  static constexpr wire::mailbox_field<mkc> a{0x011, 1, "a"};

  /// 1 if the peer may WRITE.
  static constexpr wire::mailbox_field<mkc> rw{0x012, 1, "rw"};

  /// 1 if the peer may READ.
  static constexpr wire::mailbox_field<mkc> rr{0x013, 1, "rr"};

  /// 1 if the device may write.
  static constexpr wire::mailbox_field<mkc> lw{0x014, 1, "lw"};

  /// 1 if the device may read.
  static constexpr wire::mailbox_field<mkc> lr{0x015, 1, "lr"};

  /// Lower bits of the kind of memory, 1 for pages, 2 for a list of keys, 3 for keys of the same size.
  static constexpr wire::mailbox_field<mkc> access_mode_1_0{0x016, 2, "access_mode_1_0"};

  /// The only queue pair that may use the key; all ones for any.
  static constexpr wire::mailbox_field<mkc> qpn{0x020, 24, "qpn"};

  /// Lowest byte of the key.
  static constexpr wire::mailbox_field<mkc> mkey_7_0{0x038, 8, "mkey_7_0"};

  /// 1 if the memory has 2^64 bytes.
  static constexpr wire::mailbox_field<mkc> length64{0x060, 1, "length64"};

  /// 1 if the key has signatures.
  static constexpr wire::mailbox_field<mkc> bsf_en{0x061, 1, "bsf_en"};

  /// 1 if a peer may invalidate the key.
  static constexpr wire::mailbox_field<mkc> en_rinval{0x067, 1, "en_rinval"};

  /// Protection domain.
  static constexpr wire::mailbox_field<mkc> pd{0x068, 24, "pd"};

  /// First address.
  static constexpr wire::mailbox_field<mkc, std::uint64_t> start_addr{0x080, 64, "start_addr"};

  /// Length in bytes.
  static constexpr wire::mailbox_field<mkc, std::uint64_t> len{0x0c0, 64, "len"};

  /// Room for signatures, in units of 16 bytes.
  static constexpr wire::mailbox_field<mkc> bsf_octword_size{0x100, 32, "bsf_octword_size"};

  /// Room for translations, in units of 16 bytes.
  static constexpr wire::mailbox_field<mkc> translations_octword_size{0x1a0, 32,
                                                                      "translations_octword_size"};

  /// Size of a page or of a key's memory, as the exponent of a power of two.
  static constexpr wire::mailbox_field<mkc> log_entity_size{0x1db, 5, "log_entity_size"};

  /// 1 if the memory is encrypted.
  static constexpr wire::mailbox_field<mkc> crypto_en{0x1e3, 2, "crypto_en"};
};

}  // namespace verbatim::firmware
