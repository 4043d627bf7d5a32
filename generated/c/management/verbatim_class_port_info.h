// Generated from specs/management/classes/class_port_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CLASS_PORT_INFO_H
#define VERBATIM_C_MANAGEMENT_CLASS_PORT_INFO_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The way in which a class is managed at a port. A pointer to it needs no alignment; all 72 bytes must be
/// there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 13.4.8.1; Linux include/rdma/ib_mad.h, struct
/// ib_class_port_info.
enum { VERBATIM_CLASS_PORT_INFO_SIZE = 72 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_CLASS_PORT_INFO_ATTRIBUTE = 0x01 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_class_port_info_init(void *datagram) { memset(datagram, 0, 72); }

/// Version of management datagrams, 1. (bit 0x000, 8 bits)
static inline uint32_t verbatim_class_port_info_base_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_base_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 31, 24);
}

/// Version of the class. (bit 0x008, 8 bits)
static inline uint32_t verbatim_class_port_info_class_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_class_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 23, 16);
}

/// Capabilities of the class, a bit each. (bit 0x010, 16 bits)
static inline uint32_t verbatim_class_port_info_capability_mask(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_capability_mask(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 15, 0);
}

/// More of them. (bit 0x020, 27 bits)
static inline uint32_t verbatim_class_port_info_capability_mask2(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 31, 5);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_capability_mask2(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 31, 5);
}

/// Time in which an answer comes, as an exponent. (bit 0x03b, 5 bits)
static inline uint32_t verbatim_class_port_info_resp_time_value(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 4, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_resp_time_value(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 4, 0);
}

/// GID to which requests are redirected. (bit 0x040, 128 bits)
static inline const uint8_t *verbatim_class_port_info_redirect_gid(const void *datagram) {
  return (const uint8_t *)datagram + 0x08;
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_redirect_gid(void *datagram,
                                                             const uint8_t value[16]) {
  memcpy((uint8_t *)datagram + 0x08, value, 16);
}

/// Traffic class there. (bit 0x0c0, 8 bits)
static inline uint32_t verbatim_class_port_info_redirect_tc(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_redirect_tc(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 31, 24);
}

/// Service level there. (bit 0x0c8, 4 bits)
static inline uint32_t verbatim_class_port_info_redirect_sl(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 23, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_redirect_sl(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 23, 20);
}

/// Flow label there. (bit 0x0cc, 20 bits)
static inline uint32_t verbatim_class_port_info_redirect_fl(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 19, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_redirect_fl(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 19, 0);
}

/// LID there, or 0 for no redirection. (bit 0x0e0, 16 bits)
static inline uint32_t verbatim_class_port_info_redirect_lid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x1c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_redirect_lid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x1c, value, 31, 16);
}

/// Partition key there. (bit 0x0f0, 16 bits)
static inline uint32_t verbatim_class_port_info_redirect_pkey(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x1c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_redirect_pkey(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x1c, value, 15, 0);
}

/// Queue pair there. (bit 0x108, 24 bits)
static inline uint32_t verbatim_class_port_info_redirect_qp(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_redirect_qp(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 23, 0);
}

/// Q_Key there. (bit 0x120, 32 bits)
static inline uint32_t verbatim_class_port_info_redirect_qkey(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x24);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_redirect_qkey(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x24, value);
}

/// GID to which traps go. (bit 0x140, 128 bits)
static inline const uint8_t *verbatim_class_port_info_trap_gid(const void *datagram) {
  return (const uint8_t *)datagram + 0x28;
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_trap_gid(void *datagram, const uint8_t value[16]) {
  memcpy((uint8_t *)datagram + 0x28, value, 16);
}

/// Traffic class there. (bit 0x1c0, 8 bits)
static inline uint32_t verbatim_class_port_info_trap_tc(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x38), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_trap_tc(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x38, value, 31, 24);
}

/// Service level there. (bit 0x1c8, 4 bits)
static inline uint32_t verbatim_class_port_info_trap_sl(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x38), 23, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_trap_sl(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x38, value, 23, 20);
}

/// Flow label there. (bit 0x1cc, 20 bits)
static inline uint32_t verbatim_class_port_info_trap_fl(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x38), 19, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_trap_fl(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x38, value, 19, 0);
}

/// LID there. (bit 0x1e0, 16 bits)
static inline uint32_t verbatim_class_port_info_trap_lid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_trap_lid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 31, 16);
}

/// Partition key there. (bit 0x1f0, 16 bits)
static inline uint32_t verbatim_class_port_info_trap_pkey(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_trap_pkey(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 15, 0);
}

/// Hop limit there. (bit 0x200, 8 bits)
static inline uint32_t verbatim_class_port_info_trap_hl(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x40), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_trap_hl(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x40, value, 31, 24);
}

/// Queue pair there. (bit 0x208, 24 bits)
static inline uint32_t verbatim_class_port_info_trap_qp(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x40), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_trap_qp(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x40, value, 23, 0);
}

/// Q_Key there. (bit 0x220, 32 bits)
static inline uint32_t verbatim_class_port_info_trap_qkey(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x44);
}

/// Sets it, and no other bit.
static inline void verbatim_class_port_info_set_trap_qkey(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x44, value);
}

#ifdef __cplusplus
}
#endif

#endif
