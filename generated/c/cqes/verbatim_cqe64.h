// Generated from specs/cqes/cqe64.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_CQE64_H
#define VERBATIM_C_CQE64_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_CQE64_SIZE = 64 };

/// One completion, as the device writes it.
///
///   at    bits     field
///   0x10  22..16   ml_path
///   0x14  15..0    slid
///   0x18  29..29   l3_in_cqe
///   0x18  28..28   l3_in_data
///   0x18  27..24   sl
///   0x18  23..0    rqpn
///   0x1c  26..26   l4_ok
///   0x1c  25..25   l3_ok
///   0x1c  24..24   l2_ok
///   0x1c  23..23   ip_frag
///   0x1c  22..20   l4_hdr_type
///   0x1c  19..18   l3_hdr_type
///   0x1c  17..17   ip_ext
///   0x1c  16..16   vlan
///   0x1c  15..0    vlan_info
///   0x20  23..0    srqn_uidx
///   0x24  31..0    imm
///   0x28  31..24   app
///   0x28  23..16   app_op
///   0x28  15..0    app_info
///   0x2c  31..0    byte_cnt
///   0x30  63..0    timestamp
///   0x38  31..24   s_wqe_opcode
///   0x38  23..0    qpn
///   0x3c  31..16   wqe_counter
///   0x3c  15..8    signature
///   0x3c  7..4     opcode
///   0x3c  3..2     format
///   0x3c  1..1     se
///   0x3c  0..0     owner
///
/// Source: mlx5dv.h, struct mlx5_cqe64.
struct verbatim_cqe64 {
  /// Low bits of the LID that the packet was sent to, on InfiniBand.
  uint8_t ml_path;
  /// Source LID, on InfiniBand. Uncertain: libmlx5 copies it from every receive; no public source says what a
  /// device writes on connected queue pairs.
  uint16_t slid;
  /// 1 if the GRH is in the 40 bytes before the CQE.
  uint8_t l3_in_cqe;
  /// 1 if the GRH is in the first 40 bytes of the receive buffer.
  uint8_t l3_in_data;
  /// Service level; for a datagram on RoCE, the kind of header that stands in place of the GRH.
  uint8_t sl;
  /// Remote QP number of a datagram. Uncertain: libmlx5 copies it from every receive; no public source says
  /// what a device writes on RC, UC and XRC.
  uint32_t rqpn;
  /// 1 if the L4 checksum of a raw packet is right.
  uint8_t l4_ok;
  /// 1 if the IPv4 header checksum of a raw packet is right.
  uint8_t l3_ok;
  /// 1 if a raw packet came without an Ethernet error.
  uint8_t l2_ok;
  /// 1 if a raw packet is a fragment.
  uint8_t ip_frag;
  /// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with ACK and
  /// data.
  uint8_t l4_hdr_type;
  /// 0 for none, 1 for IPv6, 2 for IPv4.
  uint8_t l3_hdr_type;
  /// 1 if the IP header of a raw packet has options or extensions.
  uint8_t ip_ext;
  /// 1 if a VLAN tag was taken out of a raw packet; vlan_info has it.
  uint8_t vlan;
  /// The VLAN tag that was taken out of a raw packet.
  uint16_t vlan_info;
  /// User index of the queue; the SRQ number in CQE version 0.
  uint32_t srqn_uidx;
  /// Immediate data, or the key that the peer invalidated.
  uint32_t imm;
  /// 1 in a completion of tag matching.
  uint8_t app;
  /// Event of tag matching. One of verbatim_cqe_app_op.
  uint8_t app_op;
  /// Index of the tag in the list.
  uint16_t app_info;
  /// Bytes received or read. Uncertain: For a requester, drivers read it only after a READ. libmlx5 takes 8
  /// after an atomic. No source says what it holds after a SEND or WRITE.
  uint32_t byte_cnt;
  /// Device clock, in ticks.
  uint64_t timestamp;
  /// Opcode of the completed send WQE. One of verbatim_opcode.
  uint8_t s_wqe_opcode;
  /// QP number.
  uint32_t qpn;
  /// wqe_index of the completed WQE.
  uint16_t wqe_counter;
  /// XOR over the CQE, if the CQ checks signatures.
  uint8_t signature;
  /// Requester, responder or error. One of verbatim_cqe_opcode.
  uint8_t opcode;
  /// Plain, inlined data or compressed. One of verbatim_cqe_format.
  uint8_t format;
  /// Solicited event, in the CQE of the receiver. Uncertain: No public driver acts on it, and no source says
  /// whether the requester's CQE has it too.
  uint8_t se;
  /// Flips each time the CQ wraps.
  uint8_t owner;
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_cqe64_write(void *at, const struct verbatim_cqe64 *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 64);
  verbatim_store32(out + 0x10, verbatim_put32(value->ml_path, 22, 16));
  verbatim_store32(out + 0x14, verbatim_put32(value->slid, 15, 0));
  verbatim_store32(out + 0x18, verbatim_put32(value->l3_in_cqe, 29, 29) |
                                   verbatim_put32(value->l3_in_data, 28, 28) |
                                   verbatim_put32(value->sl, 27, 24) |
                                   verbatim_put32(value->rqpn, 23, 0));
  verbatim_store32(
      out + 0x1c,
      verbatim_put32(value->l4_ok, 26, 26) | verbatim_put32(value->l3_ok, 25, 25) |
          verbatim_put32(value->l2_ok, 24, 24) | verbatim_put32(value->ip_frag, 23, 23) |
          verbatim_put32(value->l4_hdr_type, 22, 20) | verbatim_put32(value->l3_hdr_type, 19, 18) |
          verbatim_put32(value->ip_ext, 17, 17) | verbatim_put32(value->vlan, 16, 16) |
          verbatim_put32(value->vlan_info, 15, 0));
  verbatim_store32(out + 0x20, verbatim_put32(value->srqn_uidx, 23, 0));
  verbatim_store32(out + 0x24, value->imm);
  verbatim_store32(out + 0x28, verbatim_put32(value->app, 31, 24) |
                                   verbatim_put32(value->app_op, 23, 16) |
                                   verbatim_put32(value->app_info, 15, 0));
  verbatim_store32(out + 0x2c, value->byte_cnt);
  verbatim_store64(out + 0x30, value->timestamp);
  verbatim_store32(out + 0x38,
                   verbatim_put32(value->s_wqe_opcode, 31, 24) | verbatim_put32(value->qpn, 23, 0));
  verbatim_store32(out + 0x3c,
                   verbatim_put32(value->wqe_counter, 31, 16) |
                       verbatim_put32(value->signature, 15, 8) |
                       verbatim_put32(value->opcode, 7, 4) | verbatim_put32(value->format, 3, 2) |
                       verbatim_put32(value->se, 1, 1) | verbatim_put32(value->owner, 0, 0));
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_cqe64 verbatim_cqe64_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_cqe64 value;
  value.ml_path = (uint8_t)verbatim_get32(verbatim_load32(in + 0x10), 22, 16);
  value.slid = verbatim_load16(in + 0x16);
  value.l3_in_cqe = (uint8_t)verbatim_get32(verbatim_load32(in + 0x18), 29, 29);
  value.l3_in_data = (uint8_t)verbatim_get32(verbatim_load32(in + 0x18), 28, 28);
  value.sl = (uint8_t)verbatim_get32(verbatim_load32(in + 0x18), 27, 24);
  value.rqpn = (uint32_t)verbatim_get32(verbatim_load32(in + 0x18), 23, 0);
  value.l4_ok = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 26, 26);
  value.l3_ok = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 25, 25);
  value.l2_ok = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 24, 24);
  value.ip_frag = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 23, 23);
  value.l4_hdr_type = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 22, 20);
  value.l3_hdr_type = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 19, 18);
  value.ip_ext = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 17, 17);
  value.vlan = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 16, 16);
  value.vlan_info = verbatim_load16(in + 0x1e);
  value.srqn_uidx = (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
  value.imm = verbatim_load32(in + 0x24);
  value.app = verbatim_load8(in + 0x28);
  value.app_op = verbatim_load8(in + 0x29);
  value.app_info = verbatim_load16(in + 0x2a);
  value.byte_cnt = verbatim_load32(in + 0x2c);
  value.timestamp = verbatim_load64(in + 0x30);
  value.s_wqe_opcode = verbatim_load8(in + 0x38);
  value.qpn = (uint32_t)verbatim_get32(verbatim_load32(in + 0x38), 23, 0);
  value.wqe_counter = verbatim_load16(in + 0x3c);
  value.signature = verbatim_load8(in + 0x3e);
  value.opcode = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
  value.format = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
  value.se = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 1, 1);
  value.owner = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
  return value;
}

/// Low bits of the LID that the packet was sent to, on InfiniBand.
static inline uint8_t verbatim_cqe64_ml_path(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x10), 22, 16);
}

/// Source LID, on InfiniBand.
static inline uint16_t verbatim_cqe64_slid(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x16);
}

/// 1 if the GRH is in the 40 bytes before the CQE.
static inline uint8_t verbatim_cqe64_l3_in_cqe(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x18), 29, 29);
}

/// 1 if the GRH is in the first 40 bytes of the receive buffer.
static inline uint8_t verbatim_cqe64_l3_in_data(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x18), 28, 28);
}

/// Service level; for a datagram on RoCE, the kind of header that stands in place of the GRH.
static inline uint8_t verbatim_cqe64_sl(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x18), 27, 24);
}

/// Remote QP number of a datagram.
static inline uint32_t verbatim_cqe64_rqpn(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x18), 23, 0);
}

/// 1 if the L4 checksum of a raw packet is right.
static inline uint8_t verbatim_cqe64_l4_ok(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 26, 26);
}

/// 1 if the IPv4 header checksum of a raw packet is right.
static inline uint8_t verbatim_cqe64_l3_ok(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 25, 25);
}

/// 1 if a raw packet came without an Ethernet error.
static inline uint8_t verbatim_cqe64_l2_ok(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 24, 24);
}

/// 1 if a raw packet is a fragment.
static inline uint8_t verbatim_cqe64_ip_frag(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 23, 23);
}

/// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with ACK and data.
static inline uint8_t verbatim_cqe64_l4_hdr_type(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 22, 20);
}

/// 0 for none, 1 for IPv6, 2 for IPv4.
static inline uint8_t verbatim_cqe64_l3_hdr_type(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 19, 18);
}

/// 1 if the IP header of a raw packet has options or extensions.
static inline uint8_t verbatim_cqe64_ip_ext(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 17, 17);
}

/// 1 if a VLAN tag was taken out of a raw packet; vlan_info has it.
static inline uint8_t verbatim_cqe64_vlan(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 16, 16);
}

/// The VLAN tag that was taken out of a raw packet.
static inline uint16_t verbatim_cqe64_vlan_info(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x1e);
}

/// User index of the queue; the SRQ number in CQE version 0.
static inline uint32_t verbatim_cqe64_srqn_uidx(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
}

/// Immediate data, or the key that the peer invalidated.
static inline uint32_t verbatim_cqe64_imm(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x24);
}

/// 1 in a completion of tag matching.
static inline uint8_t verbatim_cqe64_app(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x28);
}

/// Event of tag matching. One of verbatim_cqe_app_op.
static inline uint8_t verbatim_cqe64_app_op(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x29);
}

/// Index of the tag in the list.
static inline uint16_t verbatim_cqe64_app_info(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x2a);
}

/// Bytes received or read.
static inline uint32_t verbatim_cqe64_byte_cnt(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x2c);
}

/// Device clock, in ticks.
static inline uint64_t verbatim_cqe64_timestamp(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load64(in + 0x30);
}

/// Opcode of the completed send WQE. One of verbatim_opcode.
static inline uint8_t verbatim_cqe64_s_wqe_opcode(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x38);
}

/// QP number.
static inline uint32_t verbatim_cqe64_qpn(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x38), 23, 0);
}

/// wqe_index of the completed WQE.
static inline uint16_t verbatim_cqe64_wqe_counter(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x3c);
}

/// XOR over the CQE, if the CQ checks signatures.
static inline uint8_t verbatim_cqe64_signature(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x3e);
}

/// Requester, responder or error. One of verbatim_cqe_opcode.
static inline uint8_t verbatim_cqe64_opcode(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
}

/// Plain, inlined data or compressed. One of verbatim_cqe_format.
static inline uint8_t verbatim_cqe64_format(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
}

/// Solicited event, in the CQE of the receiver.
static inline uint8_t verbatim_cqe64_se(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 1, 1);
}

/// Flips each time the CQ wraps.
static inline uint8_t verbatim_cqe64_owner(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
}

#ifdef __cplusplus
}
#endif

#endif
