// Generated from specs/commands/capabilities/odp_per_transport_service_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_ODP_PER_TRANSPORT_SERVICE_CAP_H
#define VERBATIM_C_COMMANDS_ODP_PER_TRANSPORT_SERVICE_CAP_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The operations of a transport for which pages need not be present. A pointer to it needs no alignment; all
/// 4 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_odp_per_transport_service_cap_bits.
enum { VERBATIM_ODP_PER_TRANSPORT_SERVICE_CAP_SIZE = 4 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_odp_per_transport_service_cap_init(void *structure) {
  memset(structure, 0, 4);
}

/// 1 for sends. (bit 0x000, 1 bit)
static inline uint32_t verbatim_odp_per_transport_service_cap_send(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_odp_per_transport_service_cap_set_send(void *structure,
                                                                   uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 31);
}

/// 1 for receives. (bit 0x001, 1 bit)
static inline uint32_t verbatim_odp_per_transport_service_cap_receive(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 30, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_odp_per_transport_service_cap_set_receive(void *structure,
                                                                      uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 30, 30);
}

/// 1 for WRITEs. (bit 0x002, 1 bit)
static inline uint32_t verbatim_odp_per_transport_service_cap_write(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 29, 29);
}

/// Sets it, and no other bit.
static inline void verbatim_odp_per_transport_service_cap_set_write(void *structure,
                                                                    uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 29, 29);
}

/// 1 for READs. (bit 0x003, 1 bit)
static inline uint32_t verbatim_odp_per_transport_service_cap_read(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 28, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_odp_per_transport_service_cap_set_read(void *structure,
                                                                   uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 28, 28);
}

/// 1 for atomics. (bit 0x004, 1 bit)
static inline uint32_t verbatim_odp_per_transport_service_cap_atomic(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 27, 27);
}

/// Sets it, and no other bit.
static inline void verbatim_odp_per_transport_service_cap_set_atomic(void *structure,
                                                                     uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 27, 27);
}

/// 1 for receives of an SRQ. (bit 0x005, 1 bit)
static inline uint32_t verbatim_odp_per_transport_service_cap_srq_receive(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 26, 26);
}

/// Sets it, and no other bit.
static inline void verbatim_odp_per_transport_service_cap_set_srq_receive(void *structure,
                                                                          uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 26, 26);
}

#ifdef __cplusplus
}
#endif

#endif
