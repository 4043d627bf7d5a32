// Generated from specs/commands/capabilities/lagc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_LAGC_H
#define VERBATIM_C_COMMANDS_LAGC_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The state of a bond of ports. A pointer to it needs no alignment; all 8 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_lagc_bits.
enum { VERBATIM_LAGC_SIZE = 8 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_lagc_init(void *structure) { memset(structure, 0, 8); }

/// 0 if the ports are no bond. (bit 0x01d, 3 bits)
static inline uint32_t verbatim_lagc_lag_state(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 2, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_lagc_set_lag_state(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 2, 0);
}

/// Ports that are up, a bit each. (bit 0x02c, 4 bits)
static inline uint32_t verbatim_lagc_active_port(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_lagc_set_active_port(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 19, 16);
}

/// Port that carries the traffic of port 2. (bit 0x034, 4 bits)
static inline uint32_t verbatim_lagc_tx_remap_affinity_2(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 11, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_lagc_set_tx_remap_affinity_2(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 11, 8);
}

/// Port that carries the traffic of port 1. (bit 0x03c, 4 bits)
static inline uint32_t verbatim_lagc_tx_remap_affinity_1(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 3, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_lagc_set_tx_remap_affinity_1(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 3, 0);
}

#ifdef __cplusplus
}
#endif

#endif
