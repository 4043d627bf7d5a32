// Generated from specs/commands/capabilities/flow_table_prop_layout.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_FLOW_TABLE_PROP_LAYOUT_H
#define VERBATIM_C_COMMANDS_FLOW_TABLE_PROP_LAYOUT_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The capabilities of one kind of flow table. A pointer to it needs no alignment; all 64 bytes must be
/// there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_flow_table_prop_layout_bits.
enum { VERBATIM_FLOW_TABLE_PROP_LAYOUT_SIZE = 64 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_flow_table_prop_layout_init(void *structure) {
  memset(structure, 0, 64);
}

/// 1 if there are such tables. (bit 0x000, 1 bit)
static inline uint32_t verbatim_flow_table_prop_layout_ft_support(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_flow_table_prop_layout_set_ft_support(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 31);
}

/// 1 if flows write their tag into CQEs. (bit 0x001, 1 bit)
static inline uint32_t verbatim_flow_table_prop_layout_flow_tag(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 30, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_flow_table_prop_layout_set_flow_tag(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 30, 30);
}

/// 1 if flows count. (bit 0x002, 1 bit)
static inline uint32_t verbatim_flow_table_prop_layout_flow_counter(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 29, 29);
}

/// Sets it, and no other bit.
static inline void verbatim_flow_table_prop_layout_set_flow_counter(void *structure,
                                                                    uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 29, 29);
}

/// 1 if flows put an outer header in front of a frame. (bit 0x007, 1 bit)
static inline uint32_t verbatim_flow_table_prop_layout_reformat(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 24, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_flow_table_prop_layout_set_reformat(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 24, 24);
}

/// 1 if flows remove an outer header. (bit 0x008, 1 bit)
static inline uint32_t verbatim_flow_table_prop_layout_decap(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_flow_table_prop_layout_set_decap(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 23, 23);
}

#ifdef __cplusplus
}
#endif

#endif
