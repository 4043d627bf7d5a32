// Generated from specs/commands/capabilities/qos_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_QOS_CAP_H
#define VERBATIM_C_COMMANDS_QOS_CAP_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The capabilities of schedulers and of packet pacing, group 12. A pointer to it needs no alignment; all 256
/// bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qos_cap_bits; rdma-core has
/// nic_qp_scheduling.
enum { VERBATIM_QOS_CAP_SIZE = 256 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_qos_cap_init(void *structure) { memset(structure, 0, 256); }

/// 1 if send queues may have a rate. (bit 0x000, 1 bit)
static inline uint32_t verbatim_qos_cap_packet_pacing(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_packet_pacing(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 31);
}

/// 1 if the scheduler takes send queues of raw packets. (bit 0x008, 1 bit)
static inline uint32_t verbatim_qos_cap_nic_sq_scheduling(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_nic_sq_scheduling(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 23, 23);
}

/// 1 if its elements have shares of the bandwidth. (bit 0x009, 1 bit)
static inline uint32_t verbatim_qos_cap_nic_bw_share(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 22, 22);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_nic_bw_share(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 22, 22);
}

/// 1 if its elements have limits of the bandwidth. (bit 0x00a, 1 bit)
static inline uint32_t verbatim_qos_cap_nic_rate_limit(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 21, 21);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_nic_rate_limit(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 21, 21);
}

/// 1 if programs may make rates by DevX. (bit 0x00b, 1 bit)
static inline uint32_t verbatim_qos_cap_packet_pacing_uid(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 20, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_packet_pacing_uid(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 20, 20);
}

/// 1 if the scheduler takes queue pairs. (bit 0x021, 1 bit)
static inline uint32_t verbatim_qos_cap_nic_qp_scheduling(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 30, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_nic_qp_scheduling(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 30, 30);
}

/// Highest rate in kbit/s. (bit 0x040, 32 bits)
static inline uint32_t verbatim_qos_cap_packet_pacing_max_rate(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_packet_pacing_max_rate(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x08, value);
}

/// Lowest rate in kbit/s. (bit 0x060, 32 bits)
static inline uint32_t verbatim_qos_cap_packet_pacing_min_rate(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x0c);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_packet_pacing_min_rate(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x0c, value);
}

/// Most rates at once. (bit 0x090, 16 bits)
static inline uint32_t verbatim_qos_cap_packet_pacing_rate_table_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_packet_pacing_rate_table_size(void *structure,
                                                                      uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 15, 0);
}

/// Types of elements, a bit each. (bit 0x100, 16 bits)
static inline uint32_t verbatim_qos_cap_nic_element_type(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_nic_element_type(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 31, 16);
}

/// Types of nodes, a bit each. (bit 0x110, 16 bits)
static inline uint32_t verbatim_qos_cap_nic_tsar_type(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qos_cap_set_nic_tsar_type(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
