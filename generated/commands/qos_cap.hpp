// Generated from specs/commands/capabilities/qos_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The capabilities of schedulers and of packet pacing, group 12. Source: Linux
/// include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qos_cap_bits; rdma-core has nic_qp_scheduling.
struct qos_cap {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// 1 if send queues may have a rate.
  static constexpr wire::mailbox_field<qos_cap> packet_pacing{0x000, 1, "packet_pacing"};

  /// 1 if the scheduler takes send queues of raw packets.
  static constexpr wire::mailbox_field<qos_cap> nic_sq_scheduling{0x008, 1, "nic_sq_scheduling"};

  /// 1 if its elements have shares of the bandwidth.
  static constexpr wire::mailbox_field<qos_cap> nic_bw_share{0x009, 1, "nic_bw_share"};

  /// 1 if its elements have limits of the bandwidth.
  static constexpr wire::mailbox_field<qos_cap> nic_rate_limit{0x00a, 1, "nic_rate_limit"};

  /// 1 if programs may make rates by DevX.
  static constexpr wire::mailbox_field<qos_cap> packet_pacing_uid{0x00b, 1, "packet_pacing_uid"};

  /// 1 if the scheduler takes queue pairs.
  static constexpr wire::mailbox_field<qos_cap> nic_qp_scheduling{0x021, 1, "nic_qp_scheduling"};

  /// Highest rate in kbit/s.
  static constexpr wire::mailbox_field<qos_cap> packet_pacing_max_rate{0x040, 32,
                                                                       "packet_pacing_max_rate"};

  /// Lowest rate in kbit/s.
  static constexpr wire::mailbox_field<qos_cap> packet_pacing_min_rate{0x060, 32,
                                                                       "packet_pacing_min_rate"};

  /// Most rates at once.
  static constexpr wire::mailbox_field<qos_cap> packet_pacing_rate_table_size{
      0x090, 16, "packet_pacing_rate_table_size"};

  /// Types of elements, a bit each.
  static constexpr wire::mailbox_field<qos_cap> nic_element_type{0x100, 16, "nic_element_type"};

  /// Types of nodes, a bit each.
  static constexpr wire::mailbox_field<qos_cap> nic_tsar_type{0x110, 16, "nic_tsar_type"};
};

}  // namespace verbatim::firmware
