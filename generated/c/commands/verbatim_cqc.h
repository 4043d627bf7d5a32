// Generated from specs/commands/completion_queues/cqc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CQC_H
#define VERBATIM_C_COMMANDS_CQC_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The context of a completion queue. A pointer to it needs no alignment; all 64 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_cqc_bits; DPDK drivers/common/mlx5/mlx5_prm.h
/// has the extensions.
enum { VERBATIM_CQC_SIZE = 64 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_cqc_init(void *structure) { memset(structure, 0, 64); }

/// 1 if dbr_umem_id is used. (bit 0x006, 1 bit)
static inline uint32_t verbatim_cqc_dbr_umem_valid(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 25, 25);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_dbr_umem_valid(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 25, 25);
}

/// Size of a CQE, 0 for 64 bytes and 1 for 128. (bit 0x008, 3 bits)
static inline uint32_t verbatim_cqc_cqe_sz(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 23, 21);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_cqe_sz(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 23, 21);
}

/// 1 if an overrun is ignored. (bit 0x00e, 1 bit)
static inline uint32_t verbatim_cqc_oi(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 17, 17);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_oi(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 17, 17);
}

/// 1 if CQEs are compressed. (bit 0x011, 1 bit)
static inline uint32_t verbatim_cqc_cqe_comp_en(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 14, 14);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_cqe_comp_en(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 14, 14);
}

/// Lower bits of the format of mini CQEs of receives. (bit 0x012, 2 bits)
static inline uint32_t verbatim_cqc_mini_cqe_res_format(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 13, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_mini_cqe_res_format(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 13, 12);
}

/// Layout of compressed CQEs, 0 for basic and 1 for enhanced. Uncertain: DPDK takes 7 bits and calls them
/// cqe_comp_layout. (bit 0x01e, 2 bits)
static inline uint32_t verbatim_cqc_cqe_compression_layout(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 1, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_cqe_compression_layout(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 1, 0);
}

/// User memory of the doorbell record. (bit 0x020, 32 bits)
static inline uint32_t verbatim_cqc_dbr_umem_id(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_dbr_umem_id(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x04, value);
}

/// Upper bits of the format of mini CQEs of receives. (bit 0x05c, 2 bits)
static inline uint32_t verbatim_cqc_mini_cqe_res_format_ext(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 3, 2);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_mini_cqe_res_format_ext(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 3, 2);
}

/// Number of CQEs, as the exponent of a power of two. (bit 0x063, 5 bits)
static inline uint32_t verbatim_cqc_log_cq_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 28, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_log_cq_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 28, 24);
}

/// Page of doorbell registers. (bit 0x068, 24 bits)
static inline uint32_t verbatim_cqc_uar_page(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_uar_page(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 23, 0);
}

/// Microseconds after which an event is raised. (bit 0x084, 12 bits)
static inline uint32_t verbatim_cqc_cq_period(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 27, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_cq_period(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 27, 16);
}

/// Number of CQEs after which an event is raised. (bit 0x090, 16 bits)
static inline uint32_t verbatim_cqc_cq_max_count(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_cq_max_count(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 15, 0);
}

/// Event queue. Uncertain: Linux takes the whole word, DPDK its lowest 8 bits. (bit 0x0a0, 32 bits)
static inline uint32_t verbatim_cqc_c_eqn_or_apu_element(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x14);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_c_eqn_or_apu_element(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x14, value);
}

/// Address of the doorbell record, or its offset in dbr_umem_id. (bit 0x1c0, 64 bits)
static inline uint64_t verbatim_cqc_dbr_addr(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x38);
}

/// Sets it, and no other bit.
static inline void verbatim_cqc_set_dbr_addr(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x38, value);
}

#ifdef __cplusplus
}
#endif

#endif
