// Generated from specs/records/node_record.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_RECORDS_NODE_RECORD_H
#define VERBATIM_C_RECORDS_NODE_RECORD_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A node, or what a query asks of it. A pointer to it needs no alignment; all 108 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 15.2.5.2; opensm ib_types.h, IB_NR_COMPMASK_*.
enum { VERBATIM_NODE_RECORD_SIZE = 108 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_NODE_RECORD_ATTRIBUTE = 0x11 };

/// The bits of its fields in the mask of a request.
enum {
  VERBATIM_NODE_RECORD_LID_COMPONENT = 0,
  VERBATIM_NODE_RECORD_BASE_VERSION_COMPONENT = 2,
  VERBATIM_NODE_RECORD_CLASS_VERSION_COMPONENT = 3,
  VERBATIM_NODE_RECORD_NODE_TYPE_COMPONENT = 4,
  VERBATIM_NODE_RECORD_NUM_PORTS_COMPONENT = 5,
  VERBATIM_NODE_RECORD_SYS_GUID_COMPONENT = 6,
  VERBATIM_NODE_RECORD_NODE_GUID_COMPONENT = 7,
  VERBATIM_NODE_RECORD_PORT_GUID_COMPONENT = 8,
  VERBATIM_NODE_RECORD_PARTITION_CAP_COMPONENT = 9,
  VERBATIM_NODE_RECORD_DEVICE_ID_COMPONENT = 10,
  VERBATIM_NODE_RECORD_REVISION_COMPONENT = 11,
  VERBATIM_NODE_RECORD_LOCAL_PORT_NUM_COMPONENT = 12,
  VERBATIM_NODE_RECORD_VENDOR_ID_COMPONENT = 13,
  VERBATIM_NODE_RECORD_NODE_DESC_COMPONENT = 14,
};

/// Begins the record: all its bytes become 0.
static inline void verbatim_node_record_init(void *record) { memset(record, 0, 108); }

/// LID of the node. (bit 0x000, 16 bits)
static inline uint32_t verbatim_node_record_lid(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x00), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_lid(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x00, value, 31, 16);
}

/// Version of management datagrams, 1. (bit 0x020, 8 bits)
static inline uint32_t verbatim_node_record_base_version(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x04), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_base_version(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x04, value, 31, 24);
}

/// Version of subnet management, 1. (bit 0x028, 8 bits)
static inline uint32_t verbatim_node_record_class_version(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x04), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_class_version(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x04, value, 23, 16);
}

/// Kind of node. (bit 0x030, 8 bits)
static inline uint32_t verbatim_node_record_node_type(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x04), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_node_type(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x04, value, 15, 8);
}

/// Number of physical ports. (bit 0x038, 8 bits)
static inline uint32_t verbatim_node_record_num_ports(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x04), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_num_ports(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x04, value, 7, 0);
}

/// GUID of the system. (bit 0x040, 64 bits)
static inline uint64_t verbatim_node_record_sys_guid(const void *record) {
  return verbatim_load64((const uint8_t *)record + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_sys_guid(void *record, uint64_t value) {
  verbatim_store64((uint8_t *)record + 0x08, value);
}

/// GUID of the node. (bit 0x080, 64 bits)
static inline uint64_t verbatim_node_record_node_guid(const void *record) {
  return verbatim_load64((const uint8_t *)record + 0x10);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_node_guid(void *record, uint64_t value) {
  verbatim_store64((uint8_t *)record + 0x10, value);
}

/// GUID of the port. (bit 0x0c0, 64 bits)
static inline uint64_t verbatim_node_record_port_guid(const void *record) {
  return verbatim_load64((const uint8_t *)record + 0x18);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_port_guid(void *record, uint64_t value) {
  verbatim_store64((uint8_t *)record + 0x18, value);
}

/// Entries of the table of partition keys. (bit 0x100, 16 bits)
static inline uint32_t verbatim_node_record_partition_cap(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x20), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_partition_cap(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x20, value, 31, 16);
}

/// Number of the device, as the vendor counts. (bit 0x110, 16 bits)
static inline uint32_t verbatim_node_record_device_id(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x20), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_device_id(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x20, value, 15, 0);
}

/// Revision of the device. (bit 0x120, 32 bits)
static inline uint32_t verbatim_node_record_revision(const void *record) {
  return verbatim_load32((const uint8_t *)record + 0x24);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_revision(void *record, uint32_t value) {
  verbatim_store32((uint8_t *)record + 0x24, value);
}

/// Port through which the datagram came. (bit 0x140, 8 bits)
static inline uint32_t verbatim_node_record_local_port_num(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x28), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_local_port_num(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x28, value, 31, 24);
}

/// OUI of the vendor. (bit 0x148, 24 bits)
static inline uint32_t verbatim_node_record_vendor_id(const void *record) {
  return verbatim_get32(verbatim_load32((const uint8_t *)record + 0x28), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_vendor_id(void *record, uint32_t value) {
  verbatim_set32((uint8_t *)record + 0x28, value, 23, 0);
}

/// Name of the node in UTF-8. (bit 0x160, 512 bits)
static inline const uint8_t *verbatim_node_record_node_desc(const void *record) {
  return (const uint8_t *)record + 0x2c;
}

/// Sets it, and no other bit.
static inline void verbatim_node_record_set_node_desc(void *record, const uint8_t value[64]) {
  memcpy((uint8_t *)record + 0x2c, value, 64);
}

#ifdef __cplusplus
}
#endif

#endif
