// Generated from specs/cqes/eth_cqe.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_ETH_CQE_H
#define VERBATIM_C_ETH_CQE_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_ETH_CQE_SIZE = 64 };

/// A raw packet has arrived. It takes the place of a cqe64 of an Ethernet receive queue.
///
///   at    bits     field
///   0x00  31..24   pkt_info
///   0x00  15..0    wqe_id
///   0x04  31..24   lro_tcppsh_abort_dupack
///   0x04  23..16   lro_min_ttl
///   0x04  15..0    lro_tcp_win
///   0x08  31..0    lro_ack_seq_num
///   0x0c  31..0    rss_hash_result
///   0x10  31..24   rss_hash_type
///   0x14  31..16   check_sum
///   0x1c  26..26   l4_ok
///   0x1c  25..25   l3_ok
///   0x1c  24..24   l2_ok
///   0x1c  23..23   ip_frag
///   0x1c  22..20   l4_hdr_type
///   0x1c  19..18   l3_hdr_type
///   0x1c  17..17   ip_ext
///   0x1c  16..16   vlan
///   0x1c  15..0    vlan_info
///   0x20  31..24   lro_num_seg
///   0x20  23..0    srqn_uidx
///   0x24  31..0    metadata
///   0x2c  31..0    byte_cnt
///   0x30  63..0    timestamp
///   0x38  31..24   drop_counter
///   0x38  23..0    flow_tag
///   0x3c  31..16   wqe_counter
///   0x3c  15..8    signature
///   0x3c  7..4     opcode
///   0x3c  3..2     format
///   0x3c  1..1     se
///   0x3c  0..0     owner
///
/// Source: mlx5dv.h, struct mlx5_cqe64; Linux include/linux/mlx5/device.h, struct mlx5_cqe64; DPDK
/// drivers/common/mlx5/mlx5_prm.h, struct mlx5_cqe.
struct verbatim_eth_cqe {
  /// Bit 0: the outer IP header is that of a tunnel.
  uint8_t pkt_info;
  /// Index of the receive WQE that the packet is in, on a striding receive queue.
  uint16_t wqe_id;
  /// TCP flags of packets that were joined, and why joining ended.
  uint8_t lro_tcppsh_abort_dupack;
  /// Least time to live of packets that were joined.
  uint8_t lro_min_ttl;
  /// TCP window of the last of the packets that were joined.
  uint16_t lro_tcp_win;
  /// Acknowledged sequence number of the last of the packets that were joined.
  uint32_t lro_ack_seq_num;
  /// Hash of the packet.
  uint32_t rss_hash_result;
  /// Parts of the packet that were hashed.
  uint8_t rss_hash_type;
  /// Sum over the packet.
  uint16_t check_sum;
  /// 1 if the L4 checksum is right.
  uint8_t l4_ok;
  /// 1 if the IPv4 header checksum is right.
  uint8_t l3_ok;
  /// 1 if the packet came without an Ethernet error.
  uint8_t l2_ok;
  /// 1 if the packet is a fragment.
  uint8_t ip_frag;
  /// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with ACK and
  /// data.
  uint8_t l4_hdr_type;
  /// 0 for none, 1 for IPv6, 2 for IPv4.
  uint8_t l3_hdr_type;
  /// 1 if the IP header has options or extensions.
  uint8_t ip_ext;
  /// 1 if a VLAN tag was taken out; vlan_info has it.
  uint8_t vlan;
  /// The VLAN tag that was taken out.
  uint16_t vlan_info;
  /// Number of packets that were joined.
  uint8_t lro_num_seg;
  /// User index of the queue.
  uint32_t srqn_uidx;
  /// Metadata that the flow table set.
  uint32_t metadata;
  /// Bytes received; on a striding receive queue also the strides that they take.
  uint32_t byte_cnt;
  /// Device clock, in ticks.
  uint64_t timestamp;
  /// Packets that were dropped because there was no receive WQE, modulo 256.
  uint8_t drop_counter;
  /// Tag of the rule that steered the packet.
  uint32_t flow_tag;
  /// Index of the receive WQE; on a striding receive queue, index of the stride.
  uint16_t wqe_counter;
  /// XOR over the CQE, if the CQ checks signatures.
  uint8_t signature;
  /// resp_send. One of verbatim_cqe_opcode.
  uint8_t opcode;
  /// Plain or compressed. One of verbatim_cqe_format.
  uint8_t format;
  /// Solicited event. Uncertain: No public driver acts on it, and no source says which of these CQEs have it.
  uint8_t se;
  /// Flips each time the CQ wraps.
  uint8_t owner;
};

/// Writes all 64 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_eth_cqe_write(void *at, const struct verbatim_eth_cqe *value) {
  uint8_t *const out = (uint8_t *)at;
  memset(out, 0, 64);
  verbatim_store32(out + 0x00,
                   verbatim_put32(value->pkt_info, 31, 24) | verbatim_put32(value->wqe_id, 15, 0));
  verbatim_store32(out + 0x04, verbatim_put32(value->lro_tcppsh_abort_dupack, 31, 24) |
                                   verbatim_put32(value->lro_min_ttl, 23, 16) |
                                   verbatim_put32(value->lro_tcp_win, 15, 0));
  verbatim_store32(out + 0x08, value->lro_ack_seq_num);
  verbatim_store32(out + 0x0c, value->rss_hash_result);
  verbatim_store32(out + 0x10, verbatim_put32(value->rss_hash_type, 31, 24));
  verbatim_store32(out + 0x14, verbatim_put32(value->check_sum, 31, 16));
  verbatim_store32(
      out + 0x1c,
      verbatim_put32(value->l4_ok, 26, 26) | verbatim_put32(value->l3_ok, 25, 25) |
          verbatim_put32(value->l2_ok, 24, 24) | verbatim_put32(value->ip_frag, 23, 23) |
          verbatim_put32(value->l4_hdr_type, 22, 20) | verbatim_put32(value->l3_hdr_type, 19, 18) |
          verbatim_put32(value->ip_ext, 17, 17) | verbatim_put32(value->vlan, 16, 16) |
          verbatim_put32(value->vlan_info, 15, 0));
  verbatim_store32(out + 0x20, verbatim_put32(value->lro_num_seg, 31, 24) |
                                   verbatim_put32(value->srqn_uidx, 23, 0));
  verbatim_store32(out + 0x24, value->metadata);
  verbatim_store32(out + 0x2c, value->byte_cnt);
  verbatim_store64(out + 0x30, value->timestamp);
  verbatim_store32(out + 0x38, verbatim_put32(value->drop_counter, 31, 24) |
                                   verbatim_put32(value->flow_tag, 23, 0));
  verbatim_store32(out + 0x3c,
                   verbatim_put32(value->wqe_counter, 31, 16) |
                       verbatim_put32(value->signature, 15, 8) |
                       verbatim_put32(value->opcode, 7, 4) | verbatim_put32(value->format, 3, 2) |
                       verbatim_put32(value->se, 1, 1) | verbatim_put32(value->owner, 0, 0));
}

/// Returns the fields of the 64 bytes at `at`.
static inline struct verbatim_eth_cqe verbatim_eth_cqe_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_eth_cqe value;
  value.pkt_info = verbatim_load8(in + 0x00);
  value.wqe_id = verbatim_load16(in + 0x02);
  value.lro_tcppsh_abort_dupack = verbatim_load8(in + 0x04);
  value.lro_min_ttl = verbatim_load8(in + 0x05);
  value.lro_tcp_win = verbatim_load16(in + 0x06);
  value.lro_ack_seq_num = verbatim_load32(in + 0x08);
  value.rss_hash_result = verbatim_load32(in + 0x0c);
  value.rss_hash_type = verbatim_load8(in + 0x10);
  value.check_sum = verbatim_load16(in + 0x14);
  value.l4_ok = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 26, 26);
  value.l3_ok = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 25, 25);
  value.l2_ok = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 24, 24);
  value.ip_frag = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 23, 23);
  value.l4_hdr_type = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 22, 20);
  value.l3_hdr_type = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 19, 18);
  value.ip_ext = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 17, 17);
  value.vlan = (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 16, 16);
  value.vlan_info = verbatim_load16(in + 0x1e);
  value.lro_num_seg = verbatim_load8(in + 0x20);
  value.srqn_uidx = (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
  value.metadata = verbatim_load32(in + 0x24);
  value.byte_cnt = verbatim_load32(in + 0x2c);
  value.timestamp = verbatim_load64(in + 0x30);
  value.drop_counter = verbatim_load8(in + 0x38);
  value.flow_tag = (uint32_t)verbatim_get32(verbatim_load32(in + 0x38), 23, 0);
  value.wqe_counter = verbatim_load16(in + 0x3c);
  value.signature = verbatim_load8(in + 0x3e);
  value.opcode = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
  value.format = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
  value.se = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 1, 1);
  value.owner = (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
  return value;
}

/// Bit 0: the outer IP header is that of a tunnel.
static inline uint8_t verbatim_eth_cqe_pkt_info(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x00);
}

/// Index of the receive WQE that the packet is in, on a striding receive queue.
static inline uint16_t verbatim_eth_cqe_wqe_id(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x02);
}

/// TCP flags of packets that were joined, and why joining ended.
static inline uint8_t verbatim_eth_cqe_lro_tcppsh_abort_dupack(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x04);
}

/// Least time to live of packets that were joined.
static inline uint8_t verbatim_eth_cqe_lro_min_ttl(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x05);
}

/// TCP window of the last of the packets that were joined.
static inline uint16_t verbatim_eth_cqe_lro_tcp_win(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x06);
}

/// Acknowledged sequence number of the last of the packets that were joined.
static inline uint32_t verbatim_eth_cqe_lro_ack_seq_num(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x08);
}

/// Hash of the packet.
static inline uint32_t verbatim_eth_cqe_rss_hash_result(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x0c);
}

/// Parts of the packet that were hashed.
static inline uint8_t verbatim_eth_cqe_rss_hash_type(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x10);
}

/// Sum over the packet.
static inline uint16_t verbatim_eth_cqe_check_sum(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x14);
}

/// 1 if the L4 checksum is right.
static inline uint8_t verbatim_eth_cqe_l4_ok(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 26, 26);
}

/// 1 if the IPv4 header checksum is right.
static inline uint8_t verbatim_eth_cqe_l3_ok(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 25, 25);
}

/// 1 if the packet came without an Ethernet error.
static inline uint8_t verbatim_eth_cqe_l2_ok(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 24, 24);
}

/// 1 if the packet is a fragment.
static inline uint8_t verbatim_eth_cqe_ip_frag(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 23, 23);
}

/// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with ACK and data.
static inline uint8_t verbatim_eth_cqe_l4_hdr_type(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 22, 20);
}

/// 0 for none, 1 for IPv6, 2 for IPv4.
static inline uint8_t verbatim_eth_cqe_l3_hdr_type(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 19, 18);
}

/// 1 if the IP header has options or extensions.
static inline uint8_t verbatim_eth_cqe_ip_ext(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 17, 17);
}

/// 1 if a VLAN tag was taken out; vlan_info has it.
static inline uint8_t verbatim_eth_cqe_vlan(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x1c), 16, 16);
}

/// The VLAN tag that was taken out.
static inline uint16_t verbatim_eth_cqe_vlan_info(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x1e);
}

/// Number of packets that were joined.
static inline uint8_t verbatim_eth_cqe_lro_num_seg(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x20);
}

/// User index of the queue.
static inline uint32_t verbatim_eth_cqe_srqn_uidx(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x20), 23, 0);
}

/// Metadata that the flow table set.
static inline uint32_t verbatim_eth_cqe_metadata(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x24);
}

/// Bytes received; on a striding receive queue also the strides that they take.
static inline uint32_t verbatim_eth_cqe_byte_cnt(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load32(in + 0x2c);
}

/// Device clock, in ticks.
static inline uint64_t verbatim_eth_cqe_timestamp(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load64(in + 0x30);
}

/// Packets that were dropped because there was no receive WQE, modulo 256.
static inline uint8_t verbatim_eth_cqe_drop_counter(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x38);
}

/// Tag of the rule that steered the packet.
static inline uint32_t verbatim_eth_cqe_flow_tag(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint32_t)verbatim_get32(verbatim_load32(in + 0x38), 23, 0);
}

/// Index of the receive WQE; on a striding receive queue, index of the stride.
static inline uint16_t verbatim_eth_cqe_wqe_counter(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load16(in + 0x3c);
}

/// XOR over the CQE, if the CQ checks signatures.
static inline uint8_t verbatim_eth_cqe_signature(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return verbatim_load8(in + 0x3e);
}

/// resp_send. One of verbatim_cqe_opcode.
static inline uint8_t verbatim_eth_cqe_opcode(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 7, 4);
}

/// Plain or compressed. One of verbatim_cqe_format.
static inline uint8_t verbatim_eth_cqe_format(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 3, 2);
}

/// Solicited event.
static inline uint8_t verbatim_eth_cqe_se(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 1, 1);
}

/// Flips each time the CQ wraps.
static inline uint8_t verbatim_eth_cqe_owner(const void *cqe) {
  const uint8_t *const in = (const uint8_t *)cqe;
  return (uint8_t)verbatim_get32(verbatim_load32(in + 0x3c), 0, 0);
}

#ifdef __cplusplus
}
#endif

#endif
