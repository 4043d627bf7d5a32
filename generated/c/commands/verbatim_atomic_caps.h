// Generated from specs/commands/capabilities/atomic_caps.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_ATOMIC_CAPS_H
#define VERBATIM_C_COMMANDS_ATOMIC_CAPS_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The capabilities of atomic operations, group 3. A pointer to it needs no alignment; all 256 bytes must be
/// there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_atomic_caps_bits.
enum { VERBATIM_ATOMIC_CAPS_SIZE = 256 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_atomic_caps_init(void *structure) { memset(structure, 0, 256); }

/// 1 if results of 8 bytes are in the host's byte order. (bit 0x040, 2 bits)
static inline uint32_t verbatim_atomic_caps_atomic_req_8b_endianness_mode(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 31, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_atomic_caps_set_atomic_req_8b_endianness_mode(void *structure,
                                                                          uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 31, 30);
}

/// 1 if results of 8 bytes can be in the host's byte order. (bit 0x046, 1 bit)
static inline uint32_t verbatim_atomic_caps_supported_atomic_req_8b_endianness_mode_1(
    const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 25, 25);
}

/// Sets it, and no other bit.
static inline void verbatim_atomic_caps_set_supported_atomic_req_8b_endianness_mode_1(
    void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 25, 25);
}

/// Operations, a bit each; compare-and-swap, fetch-and-add, and both masked. (bit 0x090, 16 bits)
static inline uint32_t verbatim_atomic_caps_atomic_operations(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_atomic_caps_set_atomic_operations(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 15, 0);
}

/// Sizes of operands, a bit for each power of two in bytes. (bit 0x0b0, 16 bits)
static inline uint32_t verbatim_atomic_caps_atomic_size_qp(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x14), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_atomic_caps_set_atomic_size_qp(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x14, value, 15, 0);
}

/// Sizes of operands on DC, likewise. (bit 0x0d0, 16 bits)
static inline uint32_t verbatim_atomic_caps_atomic_size_dc(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x18), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_atomic_caps_set_atomic_size_dc(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x18, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
