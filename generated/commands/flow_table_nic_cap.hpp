// Generated from specs/commands/capabilities/flow_table_nic_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/commands/flow_table_prop_layout.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The capabilities of the driver's own flow tables, group 7. Source: Linux include/linux/mlx5/mlx5_ifc.h,
/// struct mlx5_ifc_flow_table_nic_cap_bits.
struct flow_table_nic_cap {
  /// Size in bytes.
  static constexpr std::size_t size = 0x1000;

  /// 1 if an outer header may be any bytes.
  static constexpr wire::mailbox_field<flow_table_nic_cap> encap_general_header{
      0x020, 1, "encap_general_header"};

  /// Most outer headers, as the exponent of a power of two.
  static constexpr wire::mailbox_field<flow_table_nic_cap> log_max_packet_reformat_context{
      0x02b, 5, "log_max_packet_reformat_context"};

  /// Longest outer header in bytes.
  static constexpr wire::mailbox_field<flow_table_nic_cap> max_encap_header_size{
      0x036, 10, "max_encap_header_size"};

  /// Tables for frames that arrive.
  static constexpr wire::mailbox_part<flow_table_nic_cap, firmware::flow_table_prop_layout>
      flow_table_properties_nic_receive{0x200, "flow_table_properties_nic_receive"};

  /// Tables for frames that leave.
  static constexpr wire::mailbox_part<flow_table_nic_cap, firmware::flow_table_prop_layout>
      flow_table_properties_nic_transmit{0x800, "flow_table_properties_nic_transmit"};
};

}  // namespace verbatim::firmware
