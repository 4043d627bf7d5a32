// Generated from specs/commands/completion_queues/cqc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The context of a completion queue. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_cqc_bits;
/// DPDK drivers/common/mlx5/mlx5_prm.h has the extensions.
struct cqc {
  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// 1 if dbr_umem_id is used.
  static constexpr wire::mailbox_field<cqc> dbr_umem_valid{0x006, 1, "dbr_umem_valid"};

  /// Size of a CQE, 0 for 64 bytes and 1 for 128.
  static constexpr wire::mailbox_field<cqc> cqe_sz{0x008, 3, "cqe_sz"};

  /// 1 if an overrun is ignored.
  static constexpr wire::mailbox_field<cqc> oi{0x00e, 1, "oi"};

  /// 1 if CQEs are compressed.
  static constexpr wire::mailbox_field<cqc> cqe_comp_en{0x011, 1, "cqe_comp_en"};

  /// Lower bits of the format of mini CQEs of receives.
  static constexpr wire::mailbox_field<cqc> mini_cqe_res_format{0x012, 2, "mini_cqe_res_format"};

  /// Layout of compressed CQEs, 0 for basic and 1 for enhanced.
  static constexpr wire::mailbox_field<cqc> cqe_compression_layout{0x01e, 2,
                                                                   "cqe_compression_layout"};

  /// User memory of the doorbell record.
  static constexpr wire::mailbox_field<cqc> dbr_umem_id{0x020, 32, "dbr_umem_id"};

  /// Upper bits of the format of mini CQEs of receives.
  static constexpr wire::mailbox_field<cqc> mini_cqe_res_format_ext{0x05c, 2,
                                                                    "mini_cqe_res_format_ext"};

  /// Number of CQEs, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cqc> log_cq_size{0x063, 5, "log_cq_size"};

  /// Page of doorbell registers.
  static constexpr wire::mailbox_field<cqc> uar_page{0x068, 24, "uar_page"};

  /// Microseconds after which an event is raised.
  static constexpr wire::mailbox_field<cqc> cq_period{0x084, 12, "cq_period"};

  /// Number of CQEs after which an event is raised.
  static constexpr wire::mailbox_field<cqc> cq_max_count{0x090, 16, "cq_max_count"};

  /// Event queue.
  static constexpr wire::mailbox_field<cqc> c_eqn_or_apu_element{0x0a0, 32, "c_eqn_or_apu_element"};

  /// Address of the doorbell record, or its offset in dbr_umem_id.
  static constexpr wire::mailbox_field<cqc, std::uint64_t> dbr_addr{0x1c0, 64, "dbr_addr"};
};

}  // namespace verbatim::firmware
