// Generated from specs/commands/capabilities/flow_table_nic_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_FLOW_TABLE_NIC_CAP_H
#define VERBATIM_C_COMMANDS_FLOW_TABLE_NIC_CAP_H

#include "../verbatim_wire.h"
#include "verbatim_flow_table_prop_layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The capabilities of the driver's own flow tables, group 7. A pointer to it needs no alignment; all 4096
/// bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_flow_table_nic_cap_bits.
enum { VERBATIM_FLOW_TABLE_NIC_CAP_SIZE = 4096 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_flow_table_nic_cap_init(void *structure) { memset(structure, 0, 4096); }

/// 1 if an outer header may be any bytes. (bit 0x020, 1 bit)
static inline uint32_t verbatim_flow_table_nic_cap_encap_general_header(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_flow_table_nic_cap_set_encap_general_header(void *structure,
                                                                        uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 31, 31);
}

/// Most outer headers, as the exponent of a power of two. (bit 0x02b, 5 bits)
static inline uint32_t verbatim_flow_table_nic_cap_log_max_packet_reformat_context(
    const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 20, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_flow_table_nic_cap_set_log_max_packet_reformat_context(void *structure,
                                                                                   uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 20, 16);
}

/// Longest outer header in bytes. (bit 0x036, 10 bits)
static inline uint32_t verbatim_flow_table_nic_cap_max_encap_header_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 9, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_flow_table_nic_cap_set_max_encap_header_size(void *structure,
                                                                         uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 9, 0);
}

/// Tables for frames that arrive. (bit 0x200, 512 bits)
static inline const uint8_t *verbatim_flow_table_nic_cap_flow_table_properties_nic_receive(
    const void *structure) {
  return (const uint8_t *)structure + 0x40;
}

/// The same, to be written by the functions of verbatim_flow_table_prop_layout.
static inline uint8_t *verbatim_flow_table_nic_cap_edit_flow_table_properties_nic_receive(
    void *structure) {
  return (uint8_t *)structure + 0x40;
}

/// Tables for frames that leave. (bit 0x800, 512 bits)
static inline const uint8_t *verbatim_flow_table_nic_cap_flow_table_properties_nic_transmit(
    const void *structure) {
  return (const uint8_t *)structure + 0x100;
}

/// The same, to be written by the functions of verbatim_flow_table_prop_layout.
static inline uint8_t *verbatim_flow_table_nic_cap_edit_flow_table_properties_nic_transmit(
    void *structure) {
  return (uint8_t *)structure + 0x100;
}

#ifdef __cplusplus
}
#endif

#endif
