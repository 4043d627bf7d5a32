// Generated from specs/headers/transport/bth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_BTH_H
#define VERBATIM_C_HEADERS_BTH_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Base transport header: the kind of a packet, its queue pair and its number. A pointer to it needs no
/// alignment; all 12 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 9.2; Linux drivers/infiniband/sw/rxe/rxe_hdr.h,
/// struct rxe_bth.
enum { VERBATIM_BTH_SIZE = 12 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_bth_init(void *header) { memset(header, 0, 12); }

/// Transport in the upper three bits, and the kind of the packet. (bit 0x000, 8 bits)
static inline uint32_t verbatim_bth_opcode(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_opcode(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 24);
}

/// 1 if the receiver's completion raises a solicited event. (bit 0x008, 1 bit)
static inline uint32_t verbatim_bth_se(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_se(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 23, 23);
}

/// State of the path's migration, 1 for migrated. (bit 0x009, 1 bit)
static inline uint32_t verbatim_bth_m(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 22, 22);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_m(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 22, 22);
}

/// Bytes of zero that fill the payload up to a word. (bit 0x00a, 2 bits)
static inline uint32_t verbatim_bth_padcnt(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 21, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_padcnt(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 21, 20);
}

/// Version of the transport, 0. (bit 0x00c, 4 bits)
static inline uint32_t verbatim_bth_tver(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_tver(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 19, 16);
}

/// Partition key. (bit 0x010, 16 bits)
static inline uint32_t verbatim_bth_pkey(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_pkey(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 15, 0);
}

/// 1 if the packet met congestion on its way. (bit 0x020, 1 bit)
static inline uint32_t verbatim_bth_fecn(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_fecn(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 31, 31);
}

/// 1 if packets of the other direction met congestion. (bit 0x021, 1 bit)
static inline uint32_t verbatim_bth_becn(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 30, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_becn(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 30, 30);
}

/// Always 0. The ICRC covers ones in the place of these bits and of the two before. (bit 0x022, 6 bits)
static inline uint32_t verbatim_bth_resv6a(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 29, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_resv6a(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 29, 24);
}

/// Queue pair that the packet is for. (bit 0x028, 24 bits)
static inline uint32_t verbatim_bth_destqp(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_destqp(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 23, 0);
}

/// 1 if the sender asks for an acknowledgement. (bit 0x040, 1 bit)
static inline uint32_t verbatim_bth_a(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x08), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_a(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x08, value, 31, 31);
}

/// Packet sequence number. (bit 0x048, 24 bits)
static inline uint32_t verbatim_bth_psn(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_bth_set_psn(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x08, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
