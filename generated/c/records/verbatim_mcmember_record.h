// Generated from specs/records/mcmember_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RECORDS_MCMEMBER_RECORD_H
#define VERBATIM_C_RECORDS_MCMEMBER_RECORD_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A port in a multicast group, or the group itself. A pointer to it needs no alignment; all 52 bytes must be
/// there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.17; Linux include/rdma/ib_sa.h,
/// IB_SA_MCMEMBER_REC_*; rdma-core umad_sa_mcm.h, struct umad_sa_mcmember_record.
enum { VERBATIM_MCMEMBER_RECORD_SIZE = 52 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_MCMEMBER_RECORD_ATTRIBUTE = 0x38 };

/// The bits of its fields in the mask of a request.
enum {
  VERBATIM_MCMEMBER_RECORD_MGID_COMPONENT = 0,
  VERBATIM_MCMEMBER_RECORD_PORT_GID_COMPONENT = 1,
  VERBATIM_MCMEMBER_RECORD_QKEY_COMPONENT = 2,
  VERBATIM_MCMEMBER_RECORD_MLID_COMPONENT = 3,
  VERBATIM_MCMEMBER_RECORD_MTU_SELECTOR_COMPONENT = 4,
  VERBATIM_MCMEMBER_RECORD_MTU_COMPONENT = 5,
  VERBATIM_MCMEMBER_RECORD_TRAFFIC_CLASS_COMPONENT = 6,
  VERBATIM_MCMEMBER_RECORD_PKEY_COMPONENT = 7,
  VERBATIM_MCMEMBER_RECORD_RATE_SELECTOR_COMPONENT = 8,
  VERBATIM_MCMEMBER_RECORD_RATE_COMPONENT = 9,
  VERBATIM_MCMEMBER_RECORD_PACKET_LIFE_TIME_SELECTOR_COMPONENT = 10,
  VERBATIM_MCMEMBER_RECORD_PACKET_LIFE_TIME_COMPONENT = 11,
  VERBATIM_MCMEMBER_RECORD_SL_COMPONENT = 12,
  VERBATIM_MCMEMBER_RECORD_FLOW_LABEL_COMPONENT = 13,
  VERBATIM_MCMEMBER_RECORD_HOP_LIMIT_COMPONENT = 14,
  VERBATIM_MCMEMBER_RECORD_SCOPE_COMPONENT = 15,
  VERBATIM_MCMEMBER_RECORD_JOIN_STATE_COMPONENT = 16,
  VERBATIM_MCMEMBER_RECORD_PROXY_JOIN_COMPONENT = 17,
};

/// Begins the record: all its bytes become 0.
static inline void verbatim_mcmember_record_init(void *record) { memset(record, 0, 52); }

/// GID of the group. (bit 0x000, 128 bits)
static inline const uint8_t *verbatim_mcmember_record_mgid(const void *record) {
  return (const uint8_t *)record + 0x00;
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_mgid(void *record, const uint8_t value[16]) {
  memcpy((uint8_t *)record + 0x00, value, 16);
}

/// GID of the port. (bit 0x080, 128 bits)
static inline const uint8_t *verbatim_mcmember_record_port_gid(const void *record) {
  return (const uint8_t *)record + 0x10;
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_port_gid(void *record, const uint8_t value[16]) {
  memcpy((uint8_t *)record + 0x10, value, 16);
}

/// Q_Key of the group. (bit 0x100, 32 bits)
static inline uint32_t verbatim_mcmember_record_qkey(const void *record) {
  return verbatim_load32((const uint8_t *)record + 0x20);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_qkey(void *record, uint32_t value) {
  verbatim_store32((uint8_t *)record + 0x20, value);
}

/// LID of the group. (bit 0x120, 16 bits)
static inline uint32_t verbatim_mcmember_record_mlid(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x24), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_mlid(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x24, value, 31, 16);
}

/// The way in which the MTU is compared, 2 for exactly. (bit 0x130, 2 bits)
static inline uint32_t verbatim_mcmember_record_mtu_selector(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x24), 15, 14);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_mtu_selector(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x24, value, 15, 14);
}

/// MTU, as in ibv_mtu. (bit 0x132, 6 bits)
static inline uint32_t verbatim_mcmember_record_mtu(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x24), 13, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_mtu(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x24, value, 13, 8);
}

/// Traffic class of the GRH. (bit 0x138, 8 bits)
static inline uint32_t verbatim_mcmember_record_traffic_class(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x24), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_traffic_class(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x24, value, 7, 0);
}

/// Partition key. (bit 0x140, 16 bits)
static inline uint32_t verbatim_mcmember_record_pkey(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x28), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_pkey(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x28, value, 31, 16);
}

/// The way in which the rate is compared, likewise. (bit 0x150, 2 bits)
static inline uint32_t verbatim_mcmember_record_rate_selector(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x28), 15, 14);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_rate_selector(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x28, value, 15, 14);
}

/// Rate, as in ibv_rate. (bit 0x152, 6 bits)
static inline uint32_t verbatim_mcmember_record_rate(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x28), 13, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_rate(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x28, value, 13, 8);
}

/// The way in which the time is compared, likewise. (bit 0x158, 2 bits)
static inline uint32_t verbatim_mcmember_record_packet_life_time_selector(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x28), 7, 6);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_packet_life_time_selector(void *record,
                                                                          uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x28, value, 7, 6);
}

/// Time that a packet takes at most, as the exponent of a power of two of 4.096 us. (bit 0x15a, 6 bits)
static inline uint32_t verbatim_mcmember_record_packet_life_time(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x28), 5, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_packet_life_time(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x28, value, 5, 0);
}

/// Service level. (bit 0x160, 4 bits)
static inline uint32_t verbatim_mcmember_record_sl(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x2c), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_sl(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x2c, value, 31, 28);
}

/// Flow label of the GRH. (bit 0x164, 20 bits)
static inline uint32_t verbatim_mcmember_record_flow_label(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x2c), 27, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_flow_label(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x2c, value, 27, 8);
}

/// Hop limit of the GRH. (bit 0x178, 8 bits)
static inline uint32_t verbatim_mcmember_record_hop_limit(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x2c), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_hop_limit(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x2c, value, 7, 0);
}

/// Scope of the group, as in its GID. (bit 0x180, 4 bits)
static inline uint32_t verbatim_mcmember_record_scope(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x30), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_scope(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x30, value, 31, 28);
}

/// Roles of the port, a bit each. (bit 0x184, 4 bits)
static inline uint32_t verbatim_mcmember_record_join_state(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x30), 27, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_join_state(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x30, value, 27, 24);
}

/// 1 if another port joined for this one. (bit 0x188, 1 bit)
static inline uint32_t verbatim_mcmember_record_proxy_join(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x30), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_mcmember_record_set_proxy_join(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x30, value, 23, 23);
}

#ifdef __cplusplus
}
#endif

#endif
