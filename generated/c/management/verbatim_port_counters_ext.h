// Generated from specs/management/performance/port_counters_ext.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_PORT_COUNTERS_EXT_H
#define VERBATIM_C_MANAGEMENT_PORT_COUNTERS_EXT_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Counters of a port with 64 bits. A pointer to it needs no alignment; all 72 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 16.1.4.11; Linux include/rdma/ib_pma.h, struct
/// ib_pma_portcounters_ext.
enum { VERBATIM_PORT_COUNTERS_EXT_SIZE = 72 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_PORT_COUNTERS_EXT_ATTRIBUTE = 0x1d };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_port_counters_ext_init(void *datagram) { memset(datagram, 0, 72); }

/// Port, or 0xff for the sum of all. (bit 0x008, 8 bits)
static inline uint32_t verbatim_port_counters_ext_port_select(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_ext_set_port_select(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 23, 16);
}

/// Counters that a Set sets, a bit each. (bit 0x010, 16 bits)
static inline uint32_t verbatim_port_counters_ext_counter_select(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_ext_set_counter_select(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 15, 0);
}

/// Words of four bytes that were sent. (bit 0x040, 64 bits)
static inline uint64_t verbatim_port_counters_ext_port_xmit_data(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_ext_set_port_xmit_data(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x08, value);
}

/// Words that were received. (bit 0x080, 64 bits)
static inline uint64_t verbatim_port_counters_ext_port_rcv_data(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x10);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_ext_set_port_rcv_data(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x10, value);
}

/// Packets that were sent. (bit 0x0c0, 64 bits)
static inline uint64_t verbatim_port_counters_ext_port_xmit_packets(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x18);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_ext_set_port_xmit_packets(void *datagram,
                                                                    uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x18, value);
}

/// Packets that were received. (bit 0x100, 64 bits)
static inline uint64_t verbatim_port_counters_ext_port_rcv_packets(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x20);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_ext_set_port_rcv_packets(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x20, value);
}

/// Unicast packets that were sent. (bit 0x140, 64 bits)
static inline uint64_t verbatim_port_counters_ext_port_unicast_xmit_packets(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x28);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_ext_set_port_unicast_xmit_packets(void *datagram,
                                                                            uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x28, value);
}

/// Unicast packets that were received. (bit 0x180, 64 bits)
static inline uint64_t verbatim_port_counters_ext_port_unicast_rcv_packets(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x30);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_ext_set_port_unicast_rcv_packets(void *datagram,
                                                                           uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x30, value);
}

/// Multicast packets that were sent. (bit 0x1c0, 64 bits)
static inline uint64_t verbatim_port_counters_ext_port_multicast_xmit_packets(
    const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x38);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_ext_set_port_multicast_xmit_packets(void *datagram,
                                                                              uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x38, value);
}

/// Multicast packets that were received. (bit 0x200, 64 bits)
static inline uint64_t verbatim_port_counters_ext_port_multicast_rcv_packets(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x40);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_ext_set_port_multicast_rcv_packets(void *datagram,
                                                                             uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x40, value);
}

#ifdef __cplusplus
}
#endif

#endif
