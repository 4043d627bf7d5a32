// Generated from specs/records/switch_info_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RECORDS_SWITCH_INFO_RECORD_H
#define VERBATIM_C_RECORDS_SWITCH_INFO_RECORD_H

#include "../management/verbatim_switch_info.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A switch, or what a query asks of it. A pointer to it needs no alignment; all 24 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.5; opensm ib_types.h, IB_SWIR_COMPMASK_*.
enum { VERBATIM_SWITCH_INFO_RECORD_SIZE = 24 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_SWITCH_INFO_RECORD_ATTRIBUTE = 0x14 };

/// The bits of its fields in the mask of a request.
enum {
  VERBATIM_SWITCH_INFO_RECORD_LID_COMPONENT = 0,
};

/// Begins the record: all its bytes become 0.
static inline void verbatim_switch_info_record_init(void *record) { memset(record, 0, 24); }

/// LID of the node. (bit 0x000, 16 bits)
static inline uint32_t verbatim_switch_info_record_lid(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x00), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_switch_info_record_set_lid(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x00, value, 31, 16);
}

/// The switch as subnet management has it. (bit 0x020, 160 bits)
static inline const uint8_t *verbatim_switch_info_record_switch_info(const void *record) {
  return (const uint8_t *)record + 0x04;
}

/// The same, to be written by the functions of verbatim_switch_info.
static inline uint8_t *verbatim_switch_info_record_edit_switch_info(void *record) {
  return (uint8_t *)record + 0x04;
}

#ifdef __cplusplus
}
#endif

#endif
