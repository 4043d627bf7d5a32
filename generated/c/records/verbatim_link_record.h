// Generated from specs/records/link_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RECORDS_LINK_RECORD_H
#define VERBATIM_C_RECORDS_LINK_RECORD_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A link, or what a query asks of it. A pointer to it needs no alignment; all 8 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.13; opensm ib_types.h, IB_LR_COMPMASK_*.
enum { VERBATIM_LINK_RECORD_SIZE = 8 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_LINK_RECORD_ATTRIBUTE = 0x20 };

/// The bits of its fields in the mask of a request.
enum {
  VERBATIM_LINK_RECORD_FROM_LID_COMPONENT = 0,
  VERBATIM_LINK_RECORD_FROM_PORT_COMPONENT = 1,
  VERBATIM_LINK_RECORD_TO_PORT_COMPONENT = 2,
  VERBATIM_LINK_RECORD_TO_LID_COMPONENT = 3,
};

/// Begins the record: all its bytes become 0.
static inline void verbatim_link_record_init(void *record) { memset(record, 0, 8); }

/// LID of one end. (bit 0x000, 16 bits)
static inline uint32_t verbatim_link_record_from_lid(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x00), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_link_record_set_from_lid(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x00, value, 31, 16);
}

/// Port of that end. (bit 0x010, 8 bits)
static inline uint32_t verbatim_link_record_from_port(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x00), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_link_record_set_from_port(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x00, value, 15, 8);
}

/// Port of the other end. (bit 0x018, 8 bits)
static inline uint32_t verbatim_link_record_to_port(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x00), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_link_record_set_to_port(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x00, value, 7, 0);
}

/// LID of the other end. (bit 0x020, 16 bits)
static inline uint32_t verbatim_link_record_to_lid(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_link_record_set_to_lid(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x04, value, 31, 16);
}

#ifdef __cplusplus
}
#endif

#endif
