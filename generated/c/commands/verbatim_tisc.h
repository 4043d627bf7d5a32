// Generated from specs/commands/transports/tisc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_TISC_H
#define VERBATIM_C_COMMANDS_TISC_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The context of a transport interface for sends (TIS). A pointer to it needs no alignment; all 160 bytes
/// must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_tisc_bits.
enum { VERBATIM_TISC_SIZE = 160 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_tisc_init(void *structure) { memset(structure, 0, 160); }

/// Port of a bond that frames leave by, or 0. (bit 0x004, 4 bits)
static inline uint32_t verbatim_tisc_lag_tx_port_affinity(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 27, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_tisc_set_lag_tx_port_affinity(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 27, 24);
}

/// Transport domain. (bit 0x128, 24 bits)
static inline uint32_t verbatim_tisc_transport_domain(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x24), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_tisc_set_transport_domain(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x24, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
