// Generated from specs/management/classes/smp_dr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_SMP_DR_H
#define VERBATIM_C_MANAGEMENT_SMP_DR_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A datagram of subnet management that names its way. A pointer to it needs no alignment; all 256 bytes must
/// be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.1.2; rdma-core umad_sm.h, struct umad_smp.
enum { VERBATIM_SMP_DR_SIZE = 256 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_smp_dr_init(void *datagram) { memset(datagram, 0, 256); }

/// Version of management datagrams, 1. (bit 0x000, 8 bits)
static inline uint32_t verbatim_smp_dr_base_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_base_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 31, 24);
}

/// Class of management. (bit 0x008, 8 bits)
static inline uint32_t verbatim_smp_dr_mgmt_class(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_mgmt_class(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 23, 16);
}

/// Version of the class. (bit 0x010, 8 bits)
static inline uint32_t verbatim_smp_dr_class_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_class_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 15, 8);
}

/// Kind of request, answer or message. (bit 0x018, 8 bits)
static inline uint32_t verbatim_smp_dr_method(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_method(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 7, 0);
}

/// 1 if the datagram is on its way back. (bit 0x020, 1 bit)
static inline uint32_t verbatim_smp_dr_d(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_d(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 31, 31);
}

/// Status of an answer. (bit 0x021, 15 bits)
static inline uint32_t verbatim_smp_dr_status(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 30, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_status(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 30, 16);
}

/// The hop that is the next. (bit 0x030, 8 bits)
static inline uint32_t verbatim_smp_dr_hop_ptr(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_hop_ptr(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 15, 8);
}

/// Hops of the path. (bit 0x038, 8 bits)
static inline uint32_t verbatim_smp_dr_hop_cnt(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_hop_cnt(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 7, 0);
}

/// Number of the transaction. (bit 0x040, 64 bits)
static inline uint64_t verbatim_smp_dr_tid(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_tid(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x08, value);
}

/// Number of the attribute. (bit 0x080, 16 bits)
static inline uint32_t verbatim_smp_dr_attr_id(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_attr_id(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 31, 16);
}

/// Modifier of the attribute, such as the number of a port. (bit 0x0a0, 32 bits)
static inline uint32_t verbatim_smp_dr_attr_mod(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x14);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_attr_mod(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x14, value);
}

/// M_Key of the port. (bit 0x0c0, 64 bits)
static inline uint64_t verbatim_smp_dr_mkey(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x18);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_mkey(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x18, value);
}

/// LID where the directed route begins, 0xffff for the sender. (bit 0x100, 16 bits)
static inline uint32_t verbatim_smp_dr_dr_slid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_dr_slid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 31, 16);
}

/// LID to which the datagram goes behind the directed route, 0xffff for none. (bit 0x110, 16 bits)
static inline uint32_t verbatim_smp_dr_dr_dlid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_dr_dlid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 15, 0);
}

/// The attribute. (bit 0x200, 512 bits)
static inline const uint8_t *verbatim_smp_dr_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x40;
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_data(void *datagram, const uint8_t value[64]) {
  memcpy((uint8_t *)datagram + 0x40, value, 64);
}

/// Port of each hop on the way there, from element 1 on. (bit 0x400, 512 bits)
static inline const uint8_t *verbatim_smp_dr_initial_path(const void *datagram) {
  return (const uint8_t *)datagram + 0x80;
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_initial_path(void *datagram, const uint8_t value[64]) {
  memcpy((uint8_t *)datagram + 0x80, value, 64);
}

/// Port of each hop on the way back. (bit 0x600, 512 bits)
static inline const uint8_t *verbatim_smp_dr_return_path(const void *datagram) {
  return (const uint8_t *)datagram + 0xc0;
}

/// Sets it, and no other bit.
static inline void verbatim_smp_dr_set_return_path(void *datagram, const uint8_t value[64]) {
  memcpy((uint8_t *)datagram + 0xc0, value, 64);
}

#ifdef __cplusplus
}
#endif

#endif
