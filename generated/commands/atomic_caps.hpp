// Generated from specs/commands/capabilities/atomic_caps.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The capabilities of atomic operations, group 3. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_atomic_caps_bits.
struct atomic_caps {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// 1 if results of 8 bytes are in the host's byte order.
  static constexpr wire::mailbox_field<atomic_caps> atomic_req_8b_endianness_mode{
      0x040, 2, "atomic_req_8B_endianness_mode"};

  /// 1 if results of 8 bytes can be in the host's byte order.
  static constexpr wire::mailbox_field<atomic_caps> supported_atomic_req_8b_endianness_mode_1{
      0x046, 1, "supported_atomic_req_8B_endianness_mode_1"};

  /// Operations, a bit each; compare-and-swap, fetch-and-add, and both masked.
  static constexpr wire::mailbox_field<atomic_caps> atomic_operations{0x090, 16,
                                                                      "atomic_operations"};

  /// Sizes of operands, a bit for each power of two in bytes.
  static constexpr wire::mailbox_field<atomic_caps> atomic_size_qp{0x0b0, 16, "atomic_size_qp"};

  /// Sizes of operands on DC, likewise.
  static constexpr wire::mailbox_field<atomic_caps> atomic_size_dc{0x0d0, 16, "atomic_size_dc"};
};

}  // namespace verbatim::firmware
