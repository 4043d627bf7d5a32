// Generated from specs/commands/capabilities/device_mem_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_DEVICE_MEM_CAP_H
#define VERBATIM_C_COMMANDS_DEVICE_MEM_CAP_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The capabilities of the device's own memory, group 15. A pointer to it needs no alignment; all 256 bytes
/// must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_device_mem_cap_bits.
enum { VERBATIM_DEVICE_MEM_CAP_SIZE = 256 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_device_mem_cap_init(void *structure) { memset(structure, 0, 256); }

/// 1 if programs may allocate memory of the device. (bit 0x000, 1 bit)
static inline uint32_t verbatim_device_mem_cap_memic(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_device_mem_cap_set_memic(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 31);
}

#ifdef __cplusplus
}
#endif

#endif
