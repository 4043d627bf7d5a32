// Generated from specs/commands/objects/create_sched_elem_in.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CREATE_SCHED_ELEM_IN_H
#define VERBATIM_C_COMMANDS_CREATE_SCHED_ELEM_IN_H

#include "../verbatim_wire.h"
#include "verbatim_general_obj_in_cmd_hdr.h"
#include "verbatim_sched_elem.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The command that makes or changes a scheduling element. A pointer to it needs no alignment; all 144 bytes
/// must be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_sched_elem_in_bits.
enum { VERBATIM_CREATE_SCHED_ELEM_IN_SIZE = 144 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_create_sched_elem_in_init(void *structure) {
  memset(structure, 0, 144);
}

/// Beginning of the command. (bit 0x000, 128 bits)
static inline const uint8_t *verbatim_create_sched_elem_in_hdr(const void *structure) {
  return (const uint8_t *)structure + 0x00;
}

/// The same, to be written by the functions of verbatim_general_obj_in_cmd_hdr.
static inline uint8_t *verbatim_create_sched_elem_in_edit_hdr(void *structure) {
  return (uint8_t *)structure + 0x00;
}

/// The element. (bit 0x080, 1024 bits)
static inline const uint8_t *verbatim_create_sched_elem_in_sched_elem(const void *structure) {
  return (const uint8_t *)structure + 0x10;
}

/// The same, to be written by the functions of verbatim_sched_elem.
static inline uint8_t *verbatim_create_sched_elem_in_edit_sched_elem(void *structure) {
  return (uint8_t *)structure + 0x10;
}

#ifdef __cplusplus
}
#endif

#endif
