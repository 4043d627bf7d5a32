// Generated from specs/commands/queue_pairs/qpc_ext.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_QPC_EXT_H
#define VERBATIM_C_COMMANDS_QPC_EXT_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The extension of a queue pair's context. A pointer to it needs no alignment; all 192 bytes must be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_qpc_ext_bits.
enum { VERBATIM_QPC_EXT_SIZE = 192 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_qpc_ext_init(void *structure) { memset(structure, 0, 192); }

/// 1 if the queue pair may copy memory. (bit 0x002, 1 bit)
static inline uint32_t verbatim_qpc_ext_mmo(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 29, 29);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_ext_set_mmo(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 29, 29);
}

/// Stream that is restarted. (bit 0x010, 16 bits)
static inline uint32_t verbatim_qpc_ext_dci_stream_channel_id(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_ext_set_dci_stream_channel_id(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 15, 0);
}

/// Leaf of the scheduler for requests, or 0. (bit 0x020, 32 bits)
static inline uint32_t verbatim_qpc_ext_qos_queue_group_id_requester(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_ext_set_qos_queue_group_id_requester(void *structure,
                                                                     uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x04, value);
}

/// Leaf of the scheduler for responses, or 0. (bit 0x040, 32 bits)
static inline uint32_t verbatim_qpc_ext_qos_queue_group_id_responder(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_ext_set_qos_queue_group_id_responder(void *structure,
                                                                     uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x08, value);
}

#ifdef __cplusplus
}
#endif

#endif
