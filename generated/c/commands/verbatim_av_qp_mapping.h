// Generated from specs/commands/objects/av_qp_mapping.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_AV_QP_MAPPING_H
#define VERBATIM_C_COMMANDS_AV_QP_MAPPING_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An address vector that is mapped to a queue pair. A pointer to it needs no alignment; all 64 bytes must be
/// there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_av_qp_mapping_bits.
enum { VERBATIM_AV_QP_MAPPING_SIZE = 64 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_av_qp_mapping_init(void *structure) { memset(structure, 0, 64); }

/// The queue pair. (bit 0x060, 32 bits)
static inline uint32_t verbatim_av_qp_mapping_qpn(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x0c);
}

/// Sets it, and no other bit.
static inline void verbatim_av_qp_mapping_set_qpn(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x0c, value);
}

#ifdef __cplusplus
}
#endif

#endif
