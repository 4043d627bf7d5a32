// Generated from specs/management/classes/gid.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_GID_H
#define VERBATIM_C_MANAGEMENT_GID_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A GID. A pointer to it needs no alignment; all 16 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 4.1.1; Linux include/rdma/ib_verbs.h, union ib_gid.
enum { VERBATIM_GID_SIZE = 16 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_gid_init(void *datagram) { memset(datagram, 0, 16); }

/// The subnet. (bit 0x000, 64 bits)
static inline uint64_t verbatim_gid_subnet_prefix(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_gid_set_subnet_prefix(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x00, value);
}

/// The port in it. (bit 0x040, 64 bits)
static inline uint64_t verbatim_gid_interface_id(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_gid_set_interface_id(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x08, value);
}

#ifdef __cplusplus
}
#endif

#endif
