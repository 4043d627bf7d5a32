// Generated from specs/commands/objects/create_av_qp_mapping_in.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CREATE_AV_QP_MAPPING_IN_H
#define VERBATIM_C_COMMANDS_CREATE_AV_QP_MAPPING_IN_H

#include "../verbatim_wire.h"
#include "verbatim_av_qp_mapping.h"
#include "verbatim_general_obj_in_cmd_hdr.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The command that maps an address vector to a queue pair. A pointer to it needs no alignment; all 80 bytes
/// must be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_av_qp_mapping_in_bits.
enum { VERBATIM_CREATE_AV_QP_MAPPING_IN_SIZE = 80 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_create_av_qp_mapping_in_init(void *structure) {
  memset(structure, 0, 80);
}

/// Beginning of the command. (bit 0x000, 128 bits)
static inline const uint8_t *verbatim_create_av_qp_mapping_in_hdr(const void *structure) {
  return (const uint8_t *)structure + 0x00;
}

/// The same, to be written by the functions of verbatim_general_obj_in_cmd_hdr.
static inline uint8_t *verbatim_create_av_qp_mapping_in_edit_hdr(void *structure) {
  return (uint8_t *)structure + 0x00;
}

/// The mapping. (bit 0x080, 512 bits)
static inline const uint8_t *verbatim_create_av_qp_mapping_in_mapping(const void *structure) {
  return (const uint8_t *)structure + 0x10;
}

/// The same, to be written by the functions of verbatim_av_qp_mapping.
static inline uint8_t *verbatim_create_av_qp_mapping_in_edit_mapping(void *structure) {
  return (uint8_t *)structure + 0x10;
}

#ifdef __cplusplus
}
#endif

#endif
