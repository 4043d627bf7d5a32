// Generated from specs/records/service_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RECORDS_SERVICE_RECORD_H
#define VERBATIM_C_RECORDS_SERVICE_RECORD_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A service that a port offers, or the wishes of a query. A pointer to it needs no alignment; all 176 bytes
/// must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.14; Linux include/rdma/ib_sa.h,
/// IB_SA_SERVICE_REC_*; rdma-core sa.h, struct ibv_sa_service_rec.
enum { VERBATIM_SERVICE_RECORD_SIZE = 176 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_SERVICE_RECORD_ATTRIBUTE = 0x31 };

/// The bits of its fields in the mask of a request.
enum {
  VERBATIM_SERVICE_RECORD_SERVICE_ID_COMPONENT = 0,
  VERBATIM_SERVICE_RECORD_SERVICE_GID_COMPONENT = 1,
  VERBATIM_SERVICE_RECORD_SERVICE_PKEY_COMPONENT = 2,
  VERBATIM_SERVICE_RECORD_SERVICE_LEASE_COMPONENT = 4,
  VERBATIM_SERVICE_RECORD_SERVICE_KEY_COMPONENT = 5,
  VERBATIM_SERVICE_RECORD_SERVICE_NAME_COMPONENT = 6,
  VERBATIM_SERVICE_RECORD_SERVICE_DATA8_COMPONENT = 7,
  VERBATIM_SERVICE_RECORD_SERVICE_DATA16_COMPONENT = 23,
  VERBATIM_SERVICE_RECORD_SERVICE_DATA32_COMPONENT = 31,
  VERBATIM_SERVICE_RECORD_SERVICE_DATA64_COMPONENT = 35,
};

/// Begins the record: all its bytes become 0.
static inline void verbatim_service_record_init(void *record) { memset(record, 0, 176); }

/// Number of the service. (bit 0x000, 64 bits)
static inline uint64_t verbatim_service_record_service_id(const void *record) {
  return verbatim_load64((const uint8_t *)record + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_service_record_set_service_id(void *record, uint64_t value) {
  verbatim_store64((uint8_t *)record + 0x00, value);
}

/// GID of the port. (bit 0x040, 128 bits)
static inline const uint8_t *verbatim_service_record_service_gid(const void *record) {
  return (const uint8_t *)record + 0x08;
}

/// Sets it, and no other bit.
static inline void verbatim_service_record_set_service_gid(void *record, const uint8_t value[16]) {
  memcpy((uint8_t *)record + 0x08, value, 16);
}

/// Partition key. (bit 0x0c0, 16 bits)
static inline uint32_t verbatim_service_record_service_pkey(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x18), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_service_record_set_service_pkey(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x18, value, 31, 16);
}

/// Seconds for which it is registered, or all ones for ever. (bit 0x0e0, 32 bits)
static inline uint32_t verbatim_service_record_service_lease(const void *record) {
  return verbatim_load32((const uint8_t *)record + 0x1c);
}

/// Sets it, and no other bit.
static inline void verbatim_service_record_set_service_lease(void *record, uint32_t value) {
  verbatim_store32((uint8_t *)record + 0x1c, value);
}

/// Key that its removal needs. (bit 0x100, 128 bits)
static inline const uint8_t *verbatim_service_record_service_key(const void *record) {
  return (const uint8_t *)record + 0x20;
}

/// Sets it, and no other bit.
static inline void verbatim_service_record_set_service_key(void *record, const uint8_t value[16]) {
  memcpy((uint8_t *)record + 0x20, value, 16);
}

/// Name in UTF-8, which zeros fill up. (bit 0x180, 512 bits)
static inline const uint8_t *verbatim_service_record_service_name(const void *record) {
  return (const uint8_t *)record + 0x30;
}

/// Sets it, and no other bit.
static inline void verbatim_service_record_set_service_name(void *record, const uint8_t value[64]) {
  memcpy((uint8_t *)record + 0x30, value, 64);
}

/// 16 numbers of 8 bits, each with a component of its own from this one on. (bit 0x380, 128 bits)
static inline const uint8_t *verbatim_service_record_service_data8(const void *record) {
  return (const uint8_t *)record + 0x70;
}

/// Sets it, and no other bit.
static inline void verbatim_service_record_set_service_data8(void *record,
                                                             const uint8_t value[16]) {
  memcpy((uint8_t *)record + 0x70, value, 16);
}

/// 8 numbers of 16 bits, likewise. (bit 0x400, 128 bits)
static inline const uint8_t *verbatim_service_record_service_data16(const void *record) {
  return (const uint8_t *)record + 0x80;
}

/// Sets it, and no other bit.
static inline void verbatim_service_record_set_service_data16(void *record,
                                                              const uint8_t value[16]) {
  memcpy((uint8_t *)record + 0x80, value, 16);
}

/// 4 numbers of 32 bits, likewise. (bit 0x480, 128 bits)
static inline const uint8_t *verbatim_service_record_service_data32(const void *record) {
  return (const uint8_t *)record + 0x90;
}

/// Sets it, and no other bit.
static inline void verbatim_service_record_set_service_data32(void *record,
                                                              const uint8_t value[16]) {
  memcpy((uint8_t *)record + 0x90, value, 16);
}

/// 2 numbers of 64 bits, likewise. (bit 0x500, 128 bits)
static inline const uint8_t *verbatim_service_record_service_data64(const void *record) {
  return (const uint8_t *)record + 0xa0;
}

/// Sets it, and no other bit.
static inline void verbatim_service_record_set_service_data64(void *record,
                                                              const uint8_t value[16]) {
  memcpy((uint8_t *)record + 0xa0, value, 16);
}

#ifdef __cplusplus
}
#endif

#endif
