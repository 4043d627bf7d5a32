// Generated from specs/commands/capabilities/hca_vport_context.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_HCA_VPORT_CONTEXT_H
#define VERBATIM_C_COMMANDS_HCA_VPORT_CONTEXT_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The state of a port on InfiniBand. A pointer to it needs no alignment; all 512 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_hca_vport_context_bits.
enum { VERBATIM_HCA_VPORT_CONTEXT_SIZE = 512 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_hca_vport_context_init(void *structure) { memset(structure, 0, 512); }

/// Physical state, 5 for a link that is up. (bit 0x110, 4 bits)
static inline uint32_t verbatim_hca_vport_context_port_physical_state(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 15, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_hca_vport_context_set_port_physical_state(void *structure,
                                                                      uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 15, 12);
}

/// State of the port, 4 for active. (bit 0x118, 4 bits)
static inline uint32_t verbatim_hca_vport_context_port_state(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 7, 4);
}

/// Sets it, and no other bit.
static inline void verbatim_hca_vport_context_set_port_state(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 7, 4);
}

/// State of the virtual port, likewise. (bit 0x11c, 4 bits)
static inline uint32_t verbatim_hca_vport_context_vport_state(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 3, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_hca_vport_context_set_vport_state(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 3, 0);
}

/// GUID of the system. (bit 0x140, 64 bits)
static inline uint64_t verbatim_hca_vport_context_system_image_guid(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x28);
}

/// Sets it, and no other bit.
static inline void verbatim_hca_vport_context_set_system_image_guid(void *structure,
                                                                    uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x28, value);
}

/// GUID of the port. (bit 0x180, 64 bits)
static inline uint64_t verbatim_hca_vport_context_port_guid(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x30);
}

/// Sets it, and no other bit.
static inline void verbatim_hca_vport_context_set_port_guid(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x30, value);
}

/// GUID of the device. (bit 0x1c0, 64 bits)
static inline uint64_t verbatim_hca_vport_context_node_guid(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x38);
}

/// Sets it, and no other bit.
static inline void verbatim_hca_vport_context_set_node_guid(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x38, value);
}

/// LID of the port. Uncertain: UCX has sm_lid here. (bit 0x300, 16 bits)
static inline uint32_t verbatim_hca_vport_context_lid(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x60), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_hca_vport_context_set_lid(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x60, value, 31, 16);
}

#ifdef __cplusplus
}
#endif

#endif
