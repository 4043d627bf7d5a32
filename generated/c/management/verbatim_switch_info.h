// Generated from specs/management/subnet/switch_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_SWITCH_INFO_H
#define VERBATIM_C_MANAGEMENT_SWITCH_INFO_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Tables and ports of a switch. A pointer to it needs no alignment; all 20 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.4.
enum { VERBATIM_SWITCH_INFO_SIZE = 20 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_SWITCH_INFO_ATTRIBUTE = 0x12 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_switch_info_init(void *datagram) { memset(datagram, 0, 20); }

/// Entries of the linear table. (bit 0x000, 16 bits)
static inline uint32_t verbatim_switch_info_linear_fdb_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_linear_fdb_cap(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 31, 16);
}

/// Entries of the random table. (bit 0x010, 16 bits)
static inline uint32_t verbatim_switch_info_random_fdb_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_random_fdb_cap(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 15, 0);
}

/// Entries of the multicast table. (bit 0x020, 16 bits)
static inline uint32_t verbatim_switch_info_mcast_fdb_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_mcast_fdb_cap(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 31, 16);
}

/// Last entry of the linear table that counts. (bit 0x030, 16 bits)
static inline uint32_t verbatim_switch_info_linear_fdb_top(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_linear_fdb_top(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 15, 0);
}

/// Port for LIDs without an entry. (bit 0x040, 8 bits)
static inline uint32_t verbatim_switch_info_default_port(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_default_port(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 31, 24);
}

/// Port for multicast without an entry. (bit 0x048, 8 bits)
static inline uint32_t verbatim_switch_info_default_mcast_primary_port(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_default_mcast_primary_port(void *datagram,
                                                                       uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 23, 16);
}

/// Port for such multicast that came through the primary one. (bit 0x050, 8 bits)
static inline uint32_t verbatim_switch_info_default_mcast_not_primary_port(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_default_mcast_not_primary_port(void *datagram,
                                                                           uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 15, 8);
}

/// Time that a packet may wait, as an exponent. (bit 0x058, 5 bits)
static inline uint32_t verbatim_switch_info_life_time_value(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 7, 3);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_life_time_value(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 7, 3);
}

/// 1 after the state of a port changed, until 1 is written. (bit 0x05d, 1 bit)
static inline uint32_t verbatim_switch_info_port_state_change(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 2, 2);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_port_state_change(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 2, 2);
}

/// Kind of shortened programming of lanes. (bit 0x05e, 2 bits)
static inline uint32_t verbatim_switch_info_opt_sl_to_vl_mapping(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 1, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_opt_sl_to_vl_mapping(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 1, 0);
}

/// LIDs that a port of the random table has at most. (bit 0x060, 16 bits)
static inline uint32_t verbatim_switch_info_lids_per_port(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x0c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_lids_per_port(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x0c, value, 31, 16);
}

/// Partition keys that each port can enforce. (bit 0x070, 16 bits)
static inline uint32_t verbatim_switch_info_partition_enforcement_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x0c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_partition_enforcement_cap(void *datagram,
                                                                      uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x0c, value, 15, 0);
}

/// 1 if partitions can be enforced on the way in. (bit 0x080, 1 bit)
static inline uint32_t verbatim_switch_info_inbound_enforcement_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_inbound_enforcement_cap(void *datagram,
                                                                    uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 31, 31);
}

/// 1 if they can on the way out. (bit 0x081, 1 bit)
static inline uint32_t verbatim_switch_info_outbound_enforcement_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 30, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_outbound_enforcement_cap(void *datagram,
                                                                     uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 30, 30);
}

/// 1 if raw packets can be filtered on the way in. (bit 0x082, 1 bit)
static inline uint32_t verbatim_switch_info_filter_raw_inbound_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 29, 29);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_filter_raw_inbound_cap(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 29, 29);
}

/// 1 if they can on the way out. (bit 0x083, 1 bit)
static inline uint32_t verbatim_switch_info_filter_raw_outbound_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 28, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_filter_raw_outbound_cap(void *datagram,
                                                                    uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 28, 28);
}

/// 1 if port 0 is that of a channel adapter. (bit 0x084, 1 bit)
static inline uint32_t verbatim_switch_info_enhanced_port_0(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 27, 27);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_enhanced_port_0(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 27, 27);
}

/// Last entry of the multicast table that counts. (bit 0x090, 16 bits)
static inline uint32_t verbatim_switch_info_mcast_fdb_top(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_set_mcast_fdb_top(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
