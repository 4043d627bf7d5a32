// Generated from specs/commands/receive_queues/tag_matching_topology_context.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_TAG_MATCHING_TOPOLOGY_CONTEXT_H
#define VERBATIM_C_COMMANDS_TAG_MATCHING_TOPOLOGY_CONTEXT_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The part of an XRQ's context for tags. A pointer to it needs no alignment; all 16 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_tag_matching_topology_context_bits.
enum { VERBATIM_TAG_MATCHING_TOPOLOGY_CONTEXT_SIZE = 16 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_tag_matching_topology_context_init(void *structure) {
  memset(structure, 0, 16);
}

/// Length of the list of tags, as the exponent of a power of two. (bit 0x000, 4 bits)
static inline uint32_t verbatim_tag_matching_topology_context_log_matching_list_sz(
    const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_tag_matching_topology_context_set_log_matching_list_sz(void *structure,
                                                                                   uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 28);
}

/// Entry of the list that the next append takes. (bit 0x010, 16 bits)
static inline uint32_t verbatim_tag_matching_topology_context_append_next_index(
    const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_tag_matching_topology_context_set_append_next_index(void *structure,
                                                                                uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 15, 0);
}

/// Unexpected messages that the program has reported. (bit 0x020, 16 bits)
static inline uint32_t verbatim_tag_matching_topology_context_sw_phase_cnt(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_tag_matching_topology_context_set_sw_phase_cnt(void *structure,
                                                                           uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 31, 16);
}

/// Unexpected messages that the device has counted. (bit 0x030, 16 bits)
static inline uint32_t verbatim_tag_matching_topology_context_hw_phase_cnt(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_tag_matching_topology_context_set_hw_phase_cnt(void *structure,
                                                                           uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
