// Generated from specs/commands/receive_queues/rmpc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/wq.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The context of a receive memory pool (RMP). Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_rmpc_bits.
struct rmpc {
  /// Size in bytes.
  static constexpr std::size_t size = 0xf0;

  /// 1 if WQEs have no first segment.
  static constexpr wire::mailbox_field<rmpc> basic_cyclic_rcv_wqe{0x020, 1, "basic_cyclic_rcv_wqe"};

  /// Ring.
  static constexpr wire::mailbox_part<rmpc, firmware::wq> wq{0x180, "wq"};
};

}  // namespace verbatim::firmware
