// Generated from specs/commands/memory_keys/create_mkey.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/commands/mkc.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// Makes a memory key. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_mkey_in_bits; UCX
/// src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has the user memory.
struct create_mkey {
  static constexpr std::uint16_t opcode = 0x200;

  /// The name, as messages of the kernel have it.
  static constexpr std::string_view title = "CREATE_MKEY";

  /// The command CREATE_MKEY.
  struct in {
    static constexpr std::uint16_t command = 0x200;

    /// Size in bytes.
    static constexpr std::size_t size = 0x110;

    /// Always 0x200.
    static constexpr wire::mailbox_field<in> opcode{0x000, 16, "opcode"};

    /// 1 if mkey_umem_id is used.
    static constexpr wire::mailbox_field<in> mkey_umem_valid{0x061, 1, "mkey_umem_valid"};

    /// Context.
    static constexpr wire::mailbox_part<in, firmware::mkc> memory_key_mkey_entry{
        0x080, "memory_key_mkey_entry"};

    /// Length of klm_pas_mtt, in units of 16 bytes.
    static constexpr wire::mailbox_field<in> translations_octword_actual_size{
        0x300, 32, "translations_octword_actual_size"};

    /// User memory of the key.
    static constexpr wire::mailbox_field<in> mkey_umem_id{0x320, 32, "mkey_umem_id"};

    /// Offset in that memory.
    static constexpr wire::mailbox_field<in, std::uint64_t> mkey_umem_offset{0x340, 64,
                                                                             "mkey_umem_offset"};

    /// List of keys or of pages.
    static constexpr wire::mailbox_rest<in> klm_pas_mtt{0x880};
  };

  /// The answer to CREATE_MKEY.
  struct out {
    /// Size in bytes.
    static constexpr std::size_t size = 0x10;

    /// 0 if the command was executed.
    static constexpr wire::mailbox_field<out> status{0x000, 8, "status"};

    /// The reason of the firmware if it was not.
    static constexpr wire::mailbox_field<out> syndrome{0x020, 32, "syndrome"};

    /// The key without its lowest byte.
    static constexpr wire::mailbox_field<out> mkey_index{0x048, 24, "mkey_index"};
  };
};

}  // namespace verbatim::firmware
