// Generated from specs/headers/network/tcp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_TCP_H
#define VERBATIM_C_HEADERS_TCP_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// TCP header without options. A pointer to it needs no alignment; all 20 bytes must be there.
///
/// Source: RFC 9293, 3.1; Linux include/uapi/linux/tcp.h, struct tcphdr.
enum { VERBATIM_TCP_SIZE = 20 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_tcp_init(void *header) { memset(header, 0, 20); }

/// Port of the source. (bit 0x000, 16 bits)
static inline uint32_t verbatim_tcp_source(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_source(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 16);
}

/// Port of the destination. (bit 0x010, 16 bits)
static inline uint32_t verbatim_tcp_dest(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_dest(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 15, 0);
}

/// Number of the first byte. (bit 0x020, 32 bits)
static inline uint32_t verbatim_tcp_seq(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_seq(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x04, value);
}

/// Number of the byte that is expected next. (bit 0x040, 32 bits)
static inline uint32_t verbatim_tcp_ack_seq(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_ack_seq(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x08, value);
}

/// Length of the header in words of four bytes. (bit 0x060, 4 bits)
static inline uint32_t verbatim_tcp_doff(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_doff(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 31, 28);
}

/// 1 if the sender has slowed down. (bit 0x068, 1 bit)
static inline uint32_t verbatim_tcp_cwr(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_cwr(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 23, 23);
}

/// 1 if packets met congestion on their way. (bit 0x069, 1 bit)
static inline uint32_t verbatim_tcp_ece(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 22, 22);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_ece(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 22, 22);
}

/// 1 if the urgent pointer counts. (bit 0x06a, 1 bit)
static inline uint32_t verbatim_tcp_urg(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 21, 21);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_urg(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 21, 21);
}

/// 1 if the acknowledgement counts. (bit 0x06b, 1 bit)
static inline uint32_t verbatim_tcp_ack(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 20, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_ack(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 20, 20);
}

/// 1 if the receiver should hand the data over. (bit 0x06c, 1 bit)
static inline uint32_t verbatim_tcp_psh(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 19, 19);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_psh(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 19, 19);
}

/// 1 if the connection is reset. (bit 0x06d, 1 bit)
static inline uint32_t verbatim_tcp_rst(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 18, 18);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_rst(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 18, 18);
}

/// 1 if the connection begins. (bit 0x06e, 1 bit)
static inline uint32_t verbatim_tcp_syn(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 17, 17);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_syn(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 17, 17);
}

/// 1 if the sender has no more data. (bit 0x06f, 1 bit)
static inline uint32_t verbatim_tcp_fin(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 16, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_fin(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 16, 16);
}

/// Bytes that the sender can take. (bit 0x070, 16 bits)
static inline uint32_t verbatim_tcp_window(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_window(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 15, 0);
}

/// Checksum. (bit 0x080, 16 bits)
static inline uint32_t verbatim_tcp_check(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x10), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_check(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x10, value, 31, 16);
}

/// End of the urgent data. (bit 0x090, 16 bits)
static inline uint32_t verbatim_tcp_urg_ptr(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x10), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_tcp_set_urg_ptr(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x10, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
