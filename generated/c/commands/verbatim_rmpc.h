// Generated from specs/commands/receive_queues/rmpc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_RMPC_H
#define VERBATIM_C_COMMANDS_RMPC_H

#include "../verbatim_wire.h"
#include "verbatim_wq.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The context of a receive memory pool (RMP). A pointer to it needs no alignment; all 240 bytes must be
/// there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_rmpc_bits.
enum { VERBATIM_RMPC_SIZE = 240 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_rmpc_init(void *structure) { memset(structure, 0, 240); }

/// 1 if WQEs have no first segment. (bit 0x020, 1 bit)
static inline uint32_t verbatim_rmpc_basic_cyclic_rcv_wqe(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_rmpc_set_basic_cyclic_rcv_wqe(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 31, 31);
}

/// Ring. (bit 0x180, 1536 bits)
static inline const uint8_t *verbatim_rmpc_wq(const void *structure) {
  return (const uint8_t *)structure + 0x30;
}

/// The same, to be written by the functions of verbatim_wq.
static inline uint8_t *verbatim_rmpc_edit_wq(void *structure) {
  return (uint8_t *)structure + 0x30;
}

#ifdef __cplusplus
}
#endif

#endif
