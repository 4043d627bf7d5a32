// Generated from specs/management/subnet/node_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_NODE_INFO_H
#define VERBATIM_C_MANAGEMENT_NODE_INFO_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Kind and numbers of a node. A pointer to it needs no alignment; all 40 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.3; Linux include/rdma/ib_smi.h, struct
/// ib_node_info.
enum { VERBATIM_NODE_INFO_SIZE = 40 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_NODE_INFO_ATTRIBUTE = 0x11 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_node_info_init(void *datagram) { memset(datagram, 0, 40); }

/// Version of management datagrams, 1. (bit 0x000, 8 bits)
static inline uint32_t verbatim_node_info_base_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_base_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 31, 24);
}

/// Version of subnet management, 1. (bit 0x008, 8 bits)
static inline uint32_t verbatim_node_info_class_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_class_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 23, 16);
}

/// Kind of node. (bit 0x010, 8 bits)
static inline uint32_t verbatim_node_info_node_type(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_node_type(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 15, 8);
}

/// Number of physical ports. (bit 0x018, 8 bits)
static inline uint32_t verbatim_node_info_num_ports(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_num_ports(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 7, 0);
}

/// GUID of the system. (bit 0x020, 64 bits)
static inline uint64_t verbatim_node_info_sys_guid(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_sys_guid(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x04, value);
}

/// GUID of the node. (bit 0x060, 64 bits)
static inline uint64_t verbatim_node_info_node_guid(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x0c);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_node_guid(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x0c, value);
}

/// GUID of the port. (bit 0x0a0, 64 bits)
static inline uint64_t verbatim_node_info_port_guid(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x14);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_port_guid(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x14, value);
}

/// Entries of the table of partition keys. (bit 0x0e0, 16 bits)
static inline uint32_t verbatim_node_info_partition_cap(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x1c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_partition_cap(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x1c, value, 31, 16);
}

/// Number of the device, as the vendor counts. (bit 0x0f0, 16 bits)
static inline uint32_t verbatim_node_info_device_id(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x1c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_device_id(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x1c, value, 15, 0);
}

/// Revision of the device. (bit 0x100, 32 bits)
static inline uint32_t verbatim_node_info_revision(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x20);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_revision(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x20, value);
}

/// Port through which the datagram came. (bit 0x120, 8 bits)
static inline uint32_t verbatim_node_info_local_port_num(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_local_port_num(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 31, 24);
}

/// OUI of the vendor. (bit 0x128, 24 bits)
static inline uint32_t verbatim_node_info_vendor_id(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_node_info_set_vendor_id(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
