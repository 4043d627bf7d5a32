// Generated from specs/records/portinfo_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RECORDS_PORTINFO_RECORD_H
#define VERBATIM_C_RECORDS_PORTINFO_RECORD_H

#include "../management/verbatim_port_info.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A port, or what a query asks of it. A pointer to it needs no alignment; all 68 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.3; opensm ib_types.h, IB_PIR_COMPMASK_*.
enum { VERBATIM_PORTINFO_RECORD_SIZE = 68 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_PORTINFO_RECORD_ATTRIBUTE = 0x12 };

/// The bits of its fields in the mask of a request.
enum {
  VERBATIM_PORTINFO_RECORD_LID_COMPONENT = 0,
  VERBATIM_PORTINFO_RECORD_PORT_NUM_COMPONENT = 1,
  VERBATIM_PORTINFO_RECORD_OPTIONS_COMPONENT = 2,
};

/// Begins the record: all its bytes become 0.
static inline void verbatim_portinfo_record_init(void *record) { memset(record, 0, 68); }

/// LID of the node. (bit 0x000, 16 bits)
static inline uint32_t verbatim_portinfo_record_lid(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x00), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_portinfo_record_set_lid(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x00, value, 31, 16);
}

/// Number of the port. (bit 0x010, 8 bits)
static inline uint32_t verbatim_portinfo_record_port_num(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x00), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_portinfo_record_set_port_num(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x00, value, 15, 8);
}

/// Options of the query. (bit 0x018, 8 bits)
static inline uint32_t verbatim_portinfo_record_options(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x00), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_portinfo_record_set_options(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x00, value, 7, 0);
}

/// The port as subnet management has it. (bit 0x020, 512 bits)
static inline const uint8_t *verbatim_portinfo_record_port_info(const void *record) {
  return (const uint8_t *)record + 0x04;
}

/// The same, to be written by the functions of verbatim_port_info.
static inline uint8_t *verbatim_portinfo_record_edit_port_info(void *record) {
  return (uint8_t *)record + 0x04;
}

#ifdef __cplusplus
}
#endif

#endif
