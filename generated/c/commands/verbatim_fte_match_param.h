// Generated from specs/commands/flows/fte_match_param.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_FTE_MATCH_PARAM_H
#define VERBATIM_C_COMMANDS_FTE_MATCH_PARAM_H

#include "../verbatim_wire.h"
#include "verbatim_fte_match_set_lyr_2_4.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The fields of a frame that a flow has, or a mask of them. A pointer to it needs no alignment; all 512
/// bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_fte_match_param_bits.
enum { VERBATIM_FTE_MATCH_PARAM_SIZE = 512 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_fte_match_param_init(void *structure) { memset(structure, 0, 512); }

/// The outer headers. (bit 0x000, 512 bits)
static inline const uint8_t *verbatim_fte_match_param_outer_headers(const void *structure) {
  return (const uint8_t *)structure + 0x00;
}

/// The same, to be written by the functions of verbatim_fte_match_set_lyr_2_4.
static inline uint8_t *verbatim_fte_match_param_edit_outer_headers(void *structure) {
  return (uint8_t *)structure + 0x00;
}

#ifdef __cplusplus
}
#endif

#endif
