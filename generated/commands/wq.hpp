// Generated from specs/commands/receive_queues/wq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The ring of receives of an RMP or an XRQ. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_wq_bits; UCX src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has the user memory.
struct wq {
  /// Size in bytes.
  static constexpr std::size_t size = 0xc0;

  /// Kind of ring, 0 for a linked list and 1 for a cyclic one.
  static constexpr wire::mailbox_field<wq> wq_type{0x000, 4, "wq_type"};

  /// 1 if WQEs have signatures.
  static constexpr wire::mailbox_field<wq> wq_signature{0x004, 1, "wq_signature"};

  /// Number of WQEs below which an event is raised.
  static constexpr wire::mailbox_field<wq> lwm{0x030, 16, "lwm"};

  /// Protection domain.
  static constexpr wire::mailbox_field<wq> pd{0x048, 24, "pd"};

  /// Address of the doorbell record, or its offset in dbr_umem_id.
  static constexpr wire::mailbox_field<wq, std::uint64_t> dbr_addr{0x080, 64, "dbr_addr"};

  /// Size of a WQE, as the exponent of a power of two.
  static constexpr wire::mailbox_field<wq> log_wq_stride{0x10c, 4, "log_wq_stride"};

  /// Number of WQEs, as the exponent of a power of two.
  static constexpr wire::mailbox_field<wq> log_wq_sz{0x11b, 5, "log_wq_sz"};

  /// User memory of the doorbell record.
  static constexpr wire::mailbox_field<wq> dbr_umem_id{0x140, 32, "dbr_umem_id"};

  /// User memory of the ring.
  static constexpr wire::mailbox_field<wq> wq_umem_id{0x160, 32, "wq_umem_id"};

  /// Offset of the ring in that memory.
  static constexpr wire::mailbox_field<wq, std::uint64_t> wq_umem_offset{0x180, 64,
                                                                         "wq_umem_offset"};
};

}  // namespace verbatim::firmware
