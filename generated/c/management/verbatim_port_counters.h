// Generated from specs/management/performance/port_counters.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_PORT_COUNTERS_H
#define VERBATIM_C_MANAGEMENT_PORT_COUNTERS_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Counters of a port, which stop at their largest values. A pointer to it needs no alignment; all 44 bytes
/// must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 16.1.3.5; Linux include/rdma/ib_pma.h, struct
/// ib_pma_portcounters.
enum { VERBATIM_PORT_COUNTERS_SIZE = 44 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_PORT_COUNTERS_ATTRIBUTE = 0x12 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_port_counters_init(void *datagram) { memset(datagram, 0, 44); }

/// Port, or 0xff for the sum of all. (bit 0x008, 8 bits)
static inline uint32_t verbatim_port_counters_port_select(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_select(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 23, 16);
}

/// Counters that a Set sets, a bit each. (bit 0x010, 16 bits)
static inline uint32_t verbatim_port_counters_counter_select(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_counter_select(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 15, 0);
}

/// Errors of symbols. (bit 0x020, 16 bits)
static inline uint32_t verbatim_port_counters_symbol_error_counter(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_symbol_error_counter(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 31, 16);
}

/// Recoveries of the link. (bit 0x030, 8 bits)
static inline uint32_t verbatim_port_counters_link_error_recovery_counter(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_link_error_recovery_counter(void *datagram,
                                                                          uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 15, 8);
}

/// Times that the link went down. (bit 0x038, 8 bits)
static inline uint32_t verbatim_port_counters_link_downed_counter(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_link_downed_counter(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 7, 0);
}

/// Packets with errors. (bit 0x040, 16 bits)
static inline uint32_t verbatim_port_counters_port_rcv_errors(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_rcv_errors(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 31, 16);
}

/// Packets that were marked as bad on their way. (bit 0x050, 16 bits)
static inline uint32_t verbatim_port_counters_port_rcv_remote_physical_errors(
    const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_rcv_remote_physical_errors(void *datagram,
                                                                              uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 15, 0);
}

/// Packets that the switch could not forward. (bit 0x060, 16 bits)
static inline uint32_t verbatim_port_counters_port_rcv_switch_relay_errors(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x0c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_rcv_switch_relay_errors(void *datagram,
                                                                           uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x0c, value, 31, 16);
}

/// Packets that could not leave. (bit 0x070, 16 bits)
static inline uint32_t verbatim_port_counters_port_xmit_discards(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x0c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_xmit_discards(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x0c, value, 15, 0);
}

/// Packets that must not leave. (bit 0x080, 8 bits)
static inline uint32_t verbatim_port_counters_port_xmit_constraint_errors(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_xmit_constraint_errors(void *datagram,
                                                                          uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 31, 24);
}

/// Packets that must not come in. (bit 0x088, 8 bits)
static inline uint32_t verbatim_port_counters_port_rcv_constraint_errors(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_rcv_constraint_errors(void *datagram,
                                                                         uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 23, 16);
}

/// More counters that a Set sets. (bit 0x090, 8 bits)
static inline uint32_t verbatim_port_counters_counter_select2(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_counter_select2(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 15, 8);
}

/// Times that errors of the link were above their threshold. (bit 0x098, 4 bits)
static inline uint32_t verbatim_port_counters_local_link_integrity_errors(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 7, 4);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_local_link_integrity_errors(void *datagram,
                                                                          uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 7, 4);
}

/// Times that overruns were above theirs. (bit 0x09c, 4 bits)
static inline uint32_t verbatim_port_counters_excessive_buffer_overrun_errors(
    const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 3, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_excessive_buffer_overrun_errors(void *datagram,
                                                                              uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 3, 0);
}

/// Datagrams of subnet management that found no room. (bit 0x0b0, 16 bits)
static inline uint32_t verbatim_port_counters_vl15_dropped(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x14), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_vl15_dropped(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x14, value, 15, 0);
}

/// Words of four bytes that were sent. (bit 0x0c0, 32 bits)
static inline uint32_t verbatim_port_counters_port_xmit_data(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x18);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_xmit_data(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x18, value);
}

/// Words that were received. (bit 0x0e0, 32 bits)
static inline uint32_t verbatim_port_counters_port_rcv_data(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x1c);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_rcv_data(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x1c, value);
}

/// Packets that were sent. (bit 0x100, 32 bits)
static inline uint32_t verbatim_port_counters_port_xmit_packets(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x20);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_xmit_packets(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x20, value);
}

/// Packets that were received. (bit 0x120, 32 bits)
static inline uint32_t verbatim_port_counters_port_rcv_packets(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x24);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_rcv_packets(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x24, value);
}

/// Ticks in which packets waited for credits. (bit 0x140, 32 bits)
static inline uint32_t verbatim_port_counters_port_xmit_wait(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x28);
}

/// Sets it, and no other bit.
static inline void verbatim_port_counters_set_port_xmit_wait(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x28, value);
}

#ifdef __cplusplus
}
#endif

#endif
