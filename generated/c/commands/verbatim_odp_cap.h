// Generated from specs/commands/capabilities/odp_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_ODP_CAP_H
#define VERBATIM_C_COMMANDS_ODP_CAP_H

#include "../verbatim_wire.h"
#include "verbatim_odp_per_transport_service_cap.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The capabilities of on-demand paging, group 2. A pointer to it needs no alignment; all 256 bytes must be
/// there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_odp_cap_bits.
enum { VERBATIM_ODP_CAP_SIZE = 256 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_odp_cap_init(void *structure) { memset(structure, 0, 256); }

/// Operations of RC. (bit 0x080, 32 bits)
static inline const uint8_t *verbatim_odp_cap_rc_odp_caps(const void *structure) {
  return (const uint8_t *)structure + 0x10;
}

/// The same, to be written by the functions of verbatim_odp_per_transport_service_cap.
static inline uint8_t *verbatim_odp_cap_edit_rc_odp_caps(void *structure) {
  return (uint8_t *)structure + 0x10;
}

/// Operations of UD. (bit 0x0c0, 32 bits)
static inline const uint8_t *verbatim_odp_cap_ud_odp_caps(const void *structure) {
  return (const uint8_t *)structure + 0x18;
}

/// The same, to be written by the functions of verbatim_odp_per_transport_service_cap.
static inline uint8_t *verbatim_odp_cap_edit_ud_odp_caps(void *structure) {
  return (uint8_t *)structure + 0x18;
}

/// Operations of XRC. (bit 0x0e0, 32 bits)
static inline const uint8_t *verbatim_odp_cap_xrc_odp_caps(const void *structure) {
  return (const uint8_t *)structure + 0x1c;
}

/// The same, to be written by the functions of verbatim_odp_per_transport_service_cap.
static inline uint8_t *verbatim_odp_cap_edit_xrc_odp_caps(void *structure) {
  return (uint8_t *)structure + 0x1c;
}

/// Operations of DC. (bit 0x100, 32 bits)
static inline const uint8_t *verbatim_odp_cap_dc_odp_caps(const void *structure) {
  return (const uint8_t *)structure + 0x20;
}

/// The same, to be written by the functions of verbatim_odp_per_transport_service_cap.
static inline uint8_t *verbatim_odp_cap_edit_dc_odp_caps(void *structure) {
  return (uint8_t *)structure + 0x20;
}

#ifdef __cplusplus
}
#endif

#endif
