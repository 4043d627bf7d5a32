// Generated from specs/management/subnet/sm_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_SM_INFO_H
#define VERBATIM_C_MANAGEMENT_SM_INFO_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A subnet manager. A pointer to it needs no alignment; all 24 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.13.
enum { VERBATIM_SM_INFO_SIZE = 24 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_SM_INFO_ATTRIBUTE = 0x20 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_sm_info_init(void *datagram) { memset(datagram, 0, 24); }

/// GUID of the port of the subnet manager. (bit 0x000, 64 bits)
static inline uint64_t verbatim_sm_info_guid(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_sm_info_set_guid(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x00, value);
}

/// SM_Key of the subnet manager. (bit 0x040, 64 bits)
static inline uint64_t verbatim_sm_info_sm_key(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_sm_info_set_sm_key(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x08, value);
}

/// Number that grows while it is alive. (bit 0x080, 32 bits)
static inline uint32_t verbatim_sm_info_act_count(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x10);
}

/// Sets it, and no other bit.
static inline void verbatim_sm_info_set_act_count(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x10, value);
}

/// Priority. (bit 0x0a0, 4 bits)
static inline uint32_t verbatim_sm_info_priority(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x14), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_sm_info_set_priority(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x14, value, 31, 28);
}

/// State of the subnet manager. (bit 0x0a4, 4 bits)
static inline uint32_t verbatim_sm_info_sm_state(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x14), 27, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_sm_info_set_sm_state(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x14, value, 27, 24);
}

#ifdef __cplusplus
}
#endif

#endif
