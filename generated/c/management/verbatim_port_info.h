// Generated from specs/management/subnet/port_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_PORT_INFO_H
#define VERBATIM_C_MANAGEMENT_PORT_INFO_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A port, and what a subnet manager has set. A pointer to it needs no alignment; all 64 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.6; Linux include/rdma/ib_smi.h, struct
/// ib_port_info.
enum { VERBATIM_PORT_INFO_SIZE = 64 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_PORT_INFO_ATTRIBUTE = 0x15 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_port_info_init(void *datagram) { memset(datagram, 0, 64); }

/// M_Key of the port. (bit 0x000, 64 bits)
static inline uint64_t verbatim_port_info_mkey(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_mkey(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x00, value);
}

/// Upper half of the port's GIDs. (bit 0x040, 64 bits)
static inline uint64_t verbatim_port_info_gid_prefix(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_gid_prefix(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x08, value);
}

/// LID of the port. (bit 0x080, 16 bits)
static inline uint32_t verbatim_port_info_lid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_lid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 31, 16);
}

/// LID of the subnet manager. (bit 0x090, 16 bits)
static inline uint32_t verbatim_port_info_sm_lid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_sm_lid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 15, 0);
}

/// Capabilities, a bit each. 1 << 1 says that a subnet manager is here. (bit 0x0a0, 32 bits)
static inline uint32_t verbatim_port_info_cap_mask(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x14);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_cap_mask(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x14, value);
}

/// Diagnostic code. (bit 0x0c0, 16 bits)
static inline uint32_t verbatim_port_info_diag_code(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_diag_code(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 31, 16);
}

/// Seconds for which the M_Key protects, 0 for ever. (bit 0x0d0, 16 bits)
static inline uint32_t verbatim_port_info_mkey_lease_period(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_mkey_lease_period(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 15, 0);
}

/// Port through which the datagram came. (bit 0x0e0, 8 bits)
static inline uint32_t verbatim_port_info_local_port_num(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x1c), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_local_port_num(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x1c, value, 31, 24);
}

/// Widths that may be used. (bit 0x0e8, 8 bits)
static inline uint32_t verbatim_port_info_link_width_enabled(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x1c), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_width_enabled(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x1c, value, 23, 16);
}

/// Widths that the port supports. (bit 0x0f0, 8 bits)
static inline uint32_t verbatim_port_info_link_width_supported(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x1c), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_width_supported(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x1c, value, 15, 8);
}

/// Width in use. (bit 0x0f8, 8 bits)
static inline uint32_t verbatim_port_info_link_width_active(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x1c), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_width_active(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x1c, value, 7, 0);
}

/// Speeds that the port supports. (bit 0x100, 4 bits)
static inline uint32_t verbatim_port_info_link_speed_supported(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_speed_supported(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 31, 28);
}

/// State of the port. (bit 0x104, 4 bits)
static inline uint32_t verbatim_port_info_port_state(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 27, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_port_state(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 27, 24);
}

/// Physical state of the port. (bit 0x108, 4 bits)
static inline uint32_t verbatim_port_info_port_phys_state(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 23, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_port_phys_state(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 23, 20);
}

/// State of the port after the link went down. (bit 0x10c, 4 bits)
static inline uint32_t verbatim_port_info_link_down_default_state(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_down_default_state(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 19, 16);
}

/// Requests for which the M_Key is needed. (bit 0x110, 2 bits)
static inline uint32_t verbatim_port_info_mkey_prot_bits(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 15, 14);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_mkey_prot_bits(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 15, 14);
}

/// Number of the LID's low bits that are paths. (bit 0x115, 3 bits)
static inline uint32_t verbatim_port_info_lmc(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 10, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_lmc(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 10, 8);
}

/// Speed in use. (bit 0x118, 4 bits)
static inline uint32_t verbatim_port_info_link_speed_active(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 7, 4);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_speed_active(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 7, 4);
}

/// Speeds that may be used. (bit 0x11c, 4 bits)
static inline uint32_t verbatim_port_info_link_speed_enabled(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 3, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_speed_enabled(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 3, 0);
}

/// MTU of packets that leave. (bit 0x120, 4 bits)
static inline uint32_t verbatim_port_info_neighbor_mtu(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_neighbor_mtu(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 31, 28);
}

/// Service level of the subnet manager. (bit 0x124, 4 bits)
static inline uint32_t verbatim_port_info_master_sm_sl(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 27, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_master_sm_sl(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 27, 24);
}

/// Virtual lanes that the port supports. (bit 0x128, 4 bits)
static inline uint32_t verbatim_port_info_vl_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 23, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_vl_cap(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 23, 20);
}

/// Values that an initialization should keep. (bit 0x12c, 4 bits)
static inline uint32_t verbatim_port_info_init_type(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_init_type(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 19, 16);
}

/// Packets of high priority before one of low. (bit 0x130, 8 bits)
static inline uint32_t verbatim_port_info_vl_high_limit(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_vl_high_limit(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 15, 8);
}

/// Entries of the table for high priority. (bit 0x138, 8 bits)
static inline uint32_t verbatim_port_info_vl_arb_high_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_vl_arb_high_cap(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 7, 0);
}

/// Entries of the table for low priority. (bit 0x140, 8 bits)
static inline uint32_t verbatim_port_info_vl_arb_low_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_vl_arb_low_cap(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 31, 24);
}

/// Values that the initialization kept. (bit 0x148, 4 bits)
static inline uint32_t verbatim_port_info_init_type_reply(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 23, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_init_type_reply(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 23, 20);
}

/// MTU that the port supports. (bit 0x14c, 4 bits)
static inline uint32_t verbatim_port_info_mtu_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_mtu_cap(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 19, 16);
}

/// Packets that are dropped before a lane stalls. (bit 0x150, 3 bits)
static inline uint32_t verbatim_port_info_vl_stall_count(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 15, 13);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_vl_stall_count(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 15, 13);
}

/// Time that a packet is first in its queue, as an exponent. (bit 0x153, 5 bits)
static inline uint32_t verbatim_port_info_hoq_life(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 12, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_hoq_life(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 12, 8);
}

/// Virtual lanes in use. (bit 0x158, 4 bits)
static inline uint32_t verbatim_port_info_operational_vls(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 7, 4);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_operational_vls(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 7, 4);
}

/// 1 if partitions are enforced on the way in. (bit 0x15c, 1 bit)
static inline uint32_t verbatim_port_info_partition_enforcement_inbound(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 3, 3);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_partition_enforcement_inbound(void *datagram,
                                                                        uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 3, 3);
}

/// 1 if they are on the way out. (bit 0x15d, 1 bit)
static inline uint32_t verbatim_port_info_partition_enforcement_outbound(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 2, 2);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_partition_enforcement_outbound(void *datagram,
                                                                         uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 2, 2);
}

/// 1 if raw packets are filtered on the way in. (bit 0x15e, 1 bit)
static inline uint32_t verbatim_port_info_filter_raw_inbound(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 1, 1);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_filter_raw_inbound(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 1, 1);
}

/// 1 if they are on the way out. (bit 0x15f, 1 bit)
static inline uint32_t verbatim_port_info_filter_raw_outbound(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 0, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_filter_raw_outbound(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 0, 0);
}

/// Datagrams with a wrong M_Key. (bit 0x160, 16 bits)
static inline uint32_t verbatim_port_info_mkey_violations(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x2c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_mkey_violations(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x2c, value, 31, 16);
}

/// Packets with a wrong partition key. (bit 0x170, 16 bits)
static inline uint32_t verbatim_port_info_pkey_violations(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x2c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_pkey_violations(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x2c, value, 15, 0);
}

/// Packets with a wrong Q_Key. (bit 0x180, 16 bits)
static inline uint32_t verbatim_port_info_qkey_violations(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_qkey_violations(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 31, 16);
}

/// Number of GUIDs that the port can have. (bit 0x190, 8 bits)
static inline uint32_t verbatim_port_info_guid_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_guid_cap(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 15, 8);
}

/// 1 asks programs to register again. (bit 0x198, 1 bit)
static inline uint32_t verbatim_port_info_client_reregister(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 7, 7);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_client_reregister(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 7, 7);
}

/// 1 if multicast with a wrong partition key is no event. (bit 0x199, 2 bits)
static inline uint32_t verbatim_port_info_mcast_pkey_trap_suppression(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 6, 5);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_mcast_pkey_trap_suppression(void *datagram,
                                                                      uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 6, 5);
}

/// Time between traps, as an exponent. (bit 0x19b, 5 bits)
static inline uint32_t verbatim_port_info_subnet_timeout(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 4, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_subnet_timeout(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 4, 0);
}

/// Time in which the port answers, as an exponent. (bit 0x1a3, 5 bits)
static inline uint32_t verbatim_port_info_resp_time_value(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x34), 28, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_resp_time_value(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x34, value, 28, 24);
}

/// Errors of the link before a trap. (bit 0x1a8, 4 bits)
static inline uint32_t verbatim_port_info_local_phy_errors(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x34), 23, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_local_phy_errors(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x34, value, 23, 20);
}

/// Overruns of buffers before a trap. (bit 0x1ac, 4 bits)
static inline uint32_t verbatim_port_info_overrun_errors(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x34), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_overrun_errors(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x34, value, 19, 16);
}

/// Credits that a link may need. (bit 0x1b0, 16 bits)
static inline uint32_t verbatim_port_info_max_credit_hint(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x34), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_max_credit_hint(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x34, value, 15, 0);
}

/// Round trip of the link. (bit 0x1c8, 24 bits)
static inline uint32_t verbatim_port_info_link_round_trip_latency(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x38), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_round_trip_latency(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x38, value, 23, 0);
}

/// More capabilities, a bit each. (bit 0x1e0, 16 bits)
static inline uint32_t verbatim_port_info_cap_mask2(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_cap_mask2(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 31, 16);
}

/// Extended speed in use. (bit 0x1f0, 4 bits)
static inline uint32_t verbatim_port_info_link_speed_ext_active(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 15, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_speed_ext_active(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 15, 12);
}

/// Extended speeds that the port supports. (bit 0x1f4, 4 bits)
static inline uint32_t verbatim_port_info_link_speed_ext_supported(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 11, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_speed_ext_supported(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 11, 8);
}

/// Extended speeds that may be used. (bit 0x1fb, 5 bits)
static inline uint32_t verbatim_port_info_link_speed_ext_enabled(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 4, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_info_set_link_speed_ext_enabled(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 4, 0);
}

#ifdef __cplusplus
}
#endif

#endif
