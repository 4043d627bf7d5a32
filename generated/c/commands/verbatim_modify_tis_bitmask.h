// Generated from specs/commands/transports/modify_tis_bitmask.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_MODIFY_TIS_BITMASK_H
#define VERBATIM_C_COMMANDS_MODIFY_TIS_BITMASK_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The fields of a TIS that a command changes. A pointer to it needs no alignment; all 8 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_modify_tis_bitmask_bits.
enum { VERBATIM_MODIFY_TIS_BITMASK_SIZE = 8 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_modify_tis_bitmask_init(void *structure) { memset(structure, 0, 8); }

/// 1 for lag_tx_port_affinity. (bit 0x03d, 1 bit)
static inline uint32_t verbatim_modify_tis_bitmask_lag_tx_port_affinity(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 2, 2);
}

/// Sets it, and no other bit.
static inline void verbatim_modify_tis_bitmask_set_lag_tx_port_affinity(void *structure,
                                                                        uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 2, 2);
}

#ifdef __cplusplus
}
#endif

#endif
