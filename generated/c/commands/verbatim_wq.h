// Generated from specs/commands/receive_queues/wq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_WQ_H
#define VERBATIM_C_COMMANDS_WQ_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The ring of receives of an RMP or an XRQ. A pointer to it needs no alignment; all 192 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_wq_bits; UCX src/uct/ib/mlx5/dv/ib_mlx5_ifc.h
/// has the user memory.
enum { VERBATIM_WQ_SIZE = 192 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_wq_init(void *structure) { memset(structure, 0, 192); }

/// Kind of ring, 0 for a linked list and 1 for a cyclic one. (bit 0x000, 4 bits)
static inline uint32_t verbatim_wq_wq_type(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_wq_set_wq_type(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 28);
}

/// 1 if WQEs have signatures. (bit 0x004, 1 bit)
static inline uint32_t verbatim_wq_wq_signature(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 27, 27);
}

/// Sets it, and no other bit.
static inline void verbatim_wq_set_wq_signature(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 27, 27);
}

/// Number of WQEs below which an event is raised. (bit 0x030, 16 bits)
static inline uint32_t verbatim_wq_lwm(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_wq_set_lwm(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 15, 0);
}

/// Protection domain. (bit 0x048, 24 bits)
static inline uint32_t verbatim_wq_pd(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_wq_set_pd(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 23, 0);
}

/// Address of the doorbell record, or its offset in dbr_umem_id. (bit 0x080, 64 bits)
static inline uint64_t verbatim_wq_dbr_addr(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x10);
}

/// Sets it, and no other bit.
static inline void verbatim_wq_set_dbr_addr(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x10, value);
}

/// Size of a WQE, as the exponent of a power of two. (bit 0x10c, 4 bits)
static inline uint32_t verbatim_wq_log_wq_stride(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_wq_set_log_wq_stride(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 19, 16);
}

/// Number of WQEs, as the exponent of a power of two. (bit 0x11b, 5 bits)
static inline uint32_t verbatim_wq_log_wq_sz(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 4, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_wq_set_log_wq_sz(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 4, 0);
}

/// User memory of the doorbell record. (bit 0x140, 32 bits)
static inline uint32_t verbatim_wq_dbr_umem_id(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x28);
}

/// Sets it, and no other bit.
static inline void verbatim_wq_set_dbr_umem_id(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x28, value);
}

/// User memory of the ring. (bit 0x160, 32 bits)
static inline uint32_t verbatim_wq_wq_umem_id(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x2c);
}

/// Sets it, and no other bit.
static inline void verbatim_wq_set_wq_umem_id(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x2c, value);
}

/// Offset of the ring in that memory. (bit 0x180, 64 bits)
static inline uint64_t verbatim_wq_wq_umem_offset(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x30);
}

/// Sets it, and no other bit.
static inline void verbatim_wq_set_wq_umem_offset(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x30, value);
}

#ifdef __cplusplus
}
#endif

#endif
