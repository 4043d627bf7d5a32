// Generated from specs/records/path_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RECORDS_PATH_RECORD_H
#define VERBATIM_C_RECORDS_PATH_RECORD_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A path between two ports, or the wishes of a query. A pointer to it needs no alignment; all 64 bytes must
/// be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.16; Linux include/rdma/ib_sa.h,
/// IB_SA_PATH_REC_*; rdma-core sa.h, struct ibv_path_record.
enum { VERBATIM_PATH_RECORD_SIZE = 64 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_PATH_RECORD_ATTRIBUTE = 0x35 };

/// The bits of its fields in the mask of a request.
enum {
  VERBATIM_PATH_RECORD_SERVICE_ID_COMPONENT = 0,
  VERBATIM_PATH_RECORD_DGID_COMPONENT = 2,
  VERBATIM_PATH_RECORD_SGID_COMPONENT = 3,
  VERBATIM_PATH_RECORD_DLID_COMPONENT = 4,
  VERBATIM_PATH_RECORD_SLID_COMPONENT = 5,
  VERBATIM_PATH_RECORD_RAW_TRAFFIC_COMPONENT = 6,
  VERBATIM_PATH_RECORD_FLOW_LABEL_COMPONENT = 8,
  VERBATIM_PATH_RECORD_HOP_LIMIT_COMPONENT = 9,
  VERBATIM_PATH_RECORD_TRAFFIC_CLASS_COMPONENT = 10,
  VERBATIM_PATH_RECORD_REVERSIBLE_COMPONENT = 11,
  VERBATIM_PATH_RECORD_NUMB_PATH_COMPONENT = 12,
  VERBATIM_PATH_RECORD_PKEY_COMPONENT = 13,
  VERBATIM_PATH_RECORD_QOS_CLASS_COMPONENT = 14,
  VERBATIM_PATH_RECORD_SL_COMPONENT = 15,
  VERBATIM_PATH_RECORD_MTU_SELECTOR_COMPONENT = 16,
  VERBATIM_PATH_RECORD_MTU_COMPONENT = 17,
  VERBATIM_PATH_RECORD_RATE_SELECTOR_COMPONENT = 18,
  VERBATIM_PATH_RECORD_RATE_COMPONENT = 19,
  VERBATIM_PATH_RECORD_PACKET_LIFE_TIME_SELECTOR_COMPONENT = 20,
  VERBATIM_PATH_RECORD_PACKET_LIFE_TIME_COMPONENT = 21,
  VERBATIM_PATH_RECORD_PREFERENCE_COMPONENT = 22,
};

/// Begins the record: all its bytes become 0.
static inline void verbatim_path_record_init(void *record) { memset(record, 0, 64); }

/// Number of the service. rdma_cm writes the port into it. (bit 0x000, 64 bits)
static inline uint64_t verbatim_path_record_service_id(const void *record) {
  return verbatim_load64((const uint8_t *)record + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_service_id(void *record, uint64_t value) {
  verbatim_store64((uint8_t *)record + 0x00, value);
}

/// GID of the port at the end. (bit 0x040, 128 bits)
static inline const uint8_t *verbatim_path_record_dgid(const void *record) {
  return (const uint8_t *)record + 0x08;
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_dgid(void *record, const uint8_t value[16]) {
  memcpy((uint8_t *)record + 0x08, value, 16);
}

/// GID of the port at the beginning. (bit 0x0c0, 128 bits)
static inline const uint8_t *verbatim_path_record_sgid(const void *record) {
  return (const uint8_t *)record + 0x18;
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_sgid(void *record, const uint8_t value[16]) {
  memcpy((uint8_t *)record + 0x18, value, 16);
}

/// LID of the port at the end. (bit 0x140, 16 bits)
static inline uint32_t verbatim_path_record_dlid(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x28), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_dlid(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x28, value, 31, 16);
}

/// LID of the port at the beginning. (bit 0x150, 16 bits)
static inline uint32_t verbatim_path_record_slid(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x28), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_slid(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x28, value, 15, 0);
}

/// 1 for packets that are none of InfiniBand. (bit 0x160, 1 bit)
static inline uint32_t verbatim_path_record_raw_traffic(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x2c), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_raw_traffic(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x2c, value, 31, 31);
}

/// Flow label of the GRH. (bit 0x164, 20 bits)
static inline uint32_t verbatim_path_record_flow_label(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x2c), 27, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_flow_label(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x2c, value, 27, 8);
}

/// Hop limit of the GRH, or 0 on a path without GRH. (bit 0x178, 8 bits)
static inline uint32_t verbatim_path_record_hop_limit(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x2c), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_hop_limit(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x2c, value, 7, 0);
}

/// Traffic class of the GRH. (bit 0x180, 8 bits)
static inline uint32_t verbatim_path_record_traffic_class(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x30), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_traffic_class(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x30, value, 31, 24);
}

/// 1 if answers may take the same path back. (bit 0x188, 1 bit)
static inline uint32_t verbatim_path_record_reversible(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x30), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_reversible(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x30, value, 23, 23);
}

/// Most paths in the answer. (bit 0x189, 7 bits)
static inline uint32_t verbatim_path_record_numb_path(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x30), 22, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_numb_path(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x30, value, 22, 16);
}

/// Partition key. (bit 0x190, 16 bits)
static inline uint32_t verbatim_path_record_pkey(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x30), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_pkey(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x30, value, 15, 0);
}

/// Class of the quality of service. (bit 0x1a0, 12 bits)
static inline uint32_t verbatim_path_record_qos_class(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x34), 31, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_qos_class(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x34, value, 31, 20);
}

/// Service level. (bit 0x1ac, 4 bits)
static inline uint32_t verbatim_path_record_sl(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x34), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_sl(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x34, value, 19, 16);
}

/// The way in which the MTU is compared, 2 for exactly. (bit 0x1b0, 2 bits)
static inline uint32_t verbatim_path_record_mtu_selector(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x34), 15, 14);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_mtu_selector(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x34, value, 15, 14);
}

/// MTU, as in ibv_mtu. (bit 0x1b2, 6 bits)
static inline uint32_t verbatim_path_record_mtu(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x34), 13, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_mtu(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x34, value, 13, 8);
}

/// The way in which the rate is compared, likewise. (bit 0x1b8, 2 bits)
static inline uint32_t verbatim_path_record_rate_selector(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x34), 7, 6);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_rate_selector(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x34, value, 7, 6);
}

/// Rate, as in ibv_rate. (bit 0x1ba, 6 bits)
static inline uint32_t verbatim_path_record_rate(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x34), 5, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_rate(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x34, value, 5, 0);
}

/// The way in which the time is compared, likewise. (bit 0x1c0, 2 bits)
static inline uint32_t verbatim_path_record_packet_life_time_selector(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x38), 31, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_packet_life_time_selector(void *record,
                                                                      uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x38, value, 31, 30);
}

/// Time that a packet takes at most, as the exponent of a power of two of 4.096 us. (bit 0x1c2, 6 bits)
static inline uint32_t verbatim_path_record_packet_life_time(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x38), 29, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_packet_life_time(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x38, value, 29, 24);
}

/// Order of the paths, 0 for the best. (bit 0x1c8, 8 bits)
static inline uint32_t verbatim_path_record_preference(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x38), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_path_record_set_preference(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x38, value, 23, 16);
}

#ifdef __cplusplus
}
#endif

#endif
