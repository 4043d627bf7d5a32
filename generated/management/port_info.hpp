// Generated from specs/management/subnet/port_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::management {

/// A port, and what a subnet manager has set. Source: InfiniBand Architecture Specification vol. 1, 14.2.5.6;
/// Linux include/rdma/ib_smi.h, struct ib_port_info.
struct port_info {
  /// The number of the attribute in management datagrams.
  static constexpr std::uint16_t attribute = 0x15;

  /// Size in bytes.
  static constexpr std::size_t size = 0x40;

  /// M_Key of the port.
  static constexpr wire::mailbox_field<port_info, std::uint64_t> mkey{0x000, 64, "mkey"};

  /// Upper half of the port's GIDs.
  static constexpr wire::mailbox_field<port_info, std::uint64_t> gid_prefix{0x040, 64,
                                                                            "gid_prefix"};

  /// LID of the port.
  static constexpr wire::mailbox_field<port_info> lid{0x080, 16, "lid"};

  /// LID of the subnet manager.
  static constexpr wire::mailbox_field<port_info> sm_lid{0x090, 16, "sm_lid"};

  /// Capabilities, a bit each. 1 << 1 says that a subnet manager is here.
  static constexpr wire::mailbox_field<port_info> cap_mask{0x0a0, 32, "cap_mask"};

  /// Diagnostic code.
  static constexpr wire::mailbox_field<port_info> diag_code{0x0c0, 16, "diag_code"};

  /// Seconds for which the M_Key protects, 0 for ever.
  static constexpr wire::mailbox_field<port_info> mkey_lease_period{0x0d0, 16, "mkey_lease_period"};

  /// Port through which the datagram came.
  static constexpr wire::mailbox_field<port_info> local_port_num{0x0e0, 8, "local_port_num"};

  /// Widths that may be used.
  static constexpr wire::mailbox_field<port_info> link_width_enabled{0x0e8, 8,
                                                                     "link_width_enabled"};

  /// Widths that the port supports.
  static constexpr wire::mailbox_field<port_info> link_width_supported{0x0f0, 8,
                                                                       "link_width_supported"};

  /// Width in use.
  static constexpr wire::mailbox_field<port_info> link_width_active{0x0f8, 8, "link_width_active"};

  /// Speeds that the port supports.
  static constexpr wire::mailbox_field<port_info> link_speed_supported{0x100, 4,
                                                                       "link_speed_supported"};

  /// State of the port.
  static constexpr wire::mailbox_field<port_info> port_state{0x104, 4, "port_state"};

  /// Physical state of the port.
  static constexpr wire::mailbox_field<port_info> port_phys_state{0x108, 4, "port_phys_state"};

  /// State of the port after the link went down.
  static constexpr wire::mailbox_field<port_info> link_down_default_state{
      0x10c, 4, "link_down_default_state"};

  /// Requests for which the M_Key is needed.
  static constexpr wire::mailbox_field<port_info> mkey_prot_bits{0x110, 2, "mkey_prot_bits"};

  /// Number of the LID's low bits that are paths.
  static constexpr wire::mailbox_field<port_info> lmc{0x115, 3, "lmc"};

  /// Speed in use.
  static constexpr wire::mailbox_field<port_info> link_speed_active{0x118, 4, "link_speed_active"};

  /// Speeds that may be used.
  static constexpr wire::mailbox_field<port_info> link_speed_enabled{0x11c, 4,
                                                                     "link_speed_enabled"};

  /// MTU of packets that leave.
  static constexpr wire::mailbox_field<port_info> neighbor_mtu{0x120, 4, "neighbor_mtu"};

  /// Service level of the subnet manager.
  static constexpr wire::mailbox_field<port_info> master_sm_sl{0x124, 4, "master_sm_sl"};

  /// Virtual lanes that the port supports.
  static constexpr wire::mailbox_field<port_info> vl_cap{0x128, 4, "vl_cap"};

  /// Values that an initialization should keep.
  static constexpr wire::mailbox_field<port_info> init_type{0x12c, 4, "init_type"};

  /// Packets of high priority before one of low.
  static constexpr wire::mailbox_field<port_info> vl_high_limit{0x130, 8, "vl_high_limit"};

  /// Entries of the table for high priority.
  static constexpr wire::mailbox_field<port_info> vl_arb_high_cap{0x138, 8, "vl_arb_high_cap"};

  /// Entries of the table for low priority.
  static constexpr wire::mailbox_field<port_info> vl_arb_low_cap{0x140, 8, "vl_arb_low_cap"};

  /// Values that the initialization kept.
  static constexpr wire::mailbox_field<port_info> init_type_reply{0x148, 4, "init_type_reply"};

  /// MTU that the port supports.
  static constexpr wire::mailbox_field<port_info> mtu_cap{0x14c, 4, "mtu_cap"};

  /// Packets that are dropped before a lane stalls.
  static constexpr wire::mailbox_field<port_info> vl_stall_count{0x150, 3, "vl_stall_count"};

  /// Time that a packet is first in its queue, as an exponent.
  static constexpr wire::mailbox_field<port_info> hoq_life{0x153, 5, "hoq_life"};

  /// Virtual lanes in use.
  static constexpr wire::mailbox_field<port_info> operational_vls{0x158, 4, "operational_vls"};

  /// 1 if partitions are enforced on the way in.
  static constexpr wire::mailbox_field<port_info> partition_enforcement_inbound{
      0x15c, 1, "partition_enforcement_inbound"};

  /// 1 if they are on the way out.
  static constexpr wire::mailbox_field<port_info> partition_enforcement_outbound{
      0x15d, 1, "partition_enforcement_outbound"};

  /// 1 if raw packets are filtered on the way in.
  static constexpr wire::mailbox_field<port_info> filter_raw_inbound{0x15e, 1,
                                                                     "filter_raw_inbound"};

  /// 1 if they are on the way out.
  static constexpr wire::mailbox_field<port_info> filter_raw_outbound{0x15f, 1,
                                                                      "filter_raw_outbound"};

  /// Datagrams with a wrong M_Key.
  static constexpr wire::mailbox_field<port_info> mkey_violations{0x160, 16, "mkey_violations"};

  /// Packets with a wrong partition key.
  static constexpr wire::mailbox_field<port_info> pkey_violations{0x170, 16, "pkey_violations"};

  /// Packets with a wrong Q_Key.
  static constexpr wire::mailbox_field<port_info> qkey_violations{0x180, 16, "qkey_violations"};

  /// Number of GUIDs that the port can have.
  static constexpr wire::mailbox_field<port_info> guid_cap{0x190, 8, "guid_cap"};

  /// 1 asks programs to register again.
  static constexpr wire::mailbox_field<port_info> client_reregister{0x198, 1, "client_reregister"};

  /// 1 if multicast with a wrong partition key is no event.
  static constexpr wire::mailbox_field<port_info> mcast_pkey_trap_suppression{
      0x199, 2, "mcast_pkey_trap_suppression"};

  /// Time between traps, as an exponent.
  static constexpr wire::mailbox_field<port_info> subnet_timeout{0x19b, 5, "subnet_timeout"};

  /// Time in which the port answers, as an exponent.
  static constexpr wire::mailbox_field<port_info> resp_time_value{0x1a3, 5, "resp_time_value"};

  /// Errors of the link before a trap.
  static constexpr wire::mailbox_field<port_info> local_phy_errors{0x1a8, 4, "local_phy_errors"};

  /// Overruns of buffers before a trap.
  static constexpr wire::mailbox_field<port_info> overrun_errors{0x1ac, 4, "overrun_errors"};

  /// Credits that a link may need.
  static constexpr wire::mailbox_field<port_info> max_credit_hint{0x1b0, 16, "max_credit_hint"};

  /// Round trip of the link.
  static constexpr wire::mailbox_field<port_info> link_round_trip_latency{
      0x1c8, 24, "link_round_trip_latency"};

  /// More capabilities, a bit each.
  static constexpr wire::mailbox_field<port_info> cap_mask2{0x1e0, 16, "cap_mask2"};

  /// Extended speed in use.
  static constexpr wire::mailbox_field<port_info> link_speed_ext_active{0x1f0, 4,
                                                                        "link_speed_ext_active"};

  /// Extended speeds that the port supports.
  static constexpr wire::mailbox_field<port_info> link_speed_ext_supported{
      0x1f4, 4, "link_speed_ext_supported"};

  /// Extended speeds that may be used.
  static constexpr wire::mailbox_field<port_info> link_speed_ext_enabled{0x1fb, 5,
                                                                         "link_speed_ext_enabled"};
};

}  // namespace verbatim::management
