// Generated from specs/cqes/eth_cqe.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// A raw packet has arrived. It takes the place of a cqe64 of an Ethernet receive queue. A view: nothing is
/// copied, and every getter reads the bytes in place.
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
class eth_cqe {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  explicit eth_cqe(const std::byte* at) noexcept : at_(at) {}

  /// Bit 0: the outer IP header is that of a tunnel.
  std::uint8_t pkt_info() const noexcept { return wire::load8(at_ + 0x00); }

  /// Index of the receive WQE that the packet is in, on a striding receive queue.
  std::uint16_t wqe_id() const noexcept { return wire::load16(at_ + 0x02); }

  /// TCP flags of packets that were joined, and why joining ended.
  std::uint8_t lro_tcppsh_abort_dupack() const noexcept { return wire::load8(at_ + 0x04); }

  /// Least time to live of packets that were joined.
  std::uint8_t lro_min_ttl() const noexcept { return wire::load8(at_ + 0x05); }

  /// TCP window of the last of the packets that were joined.
  std::uint16_t lro_tcp_win() const noexcept { return wire::load16(at_ + 0x06); }

  /// Acknowledged sequence number of the last of the packets that were joined.
  std::uint32_t lro_ack_seq_num() const noexcept { return wire::load32(at_ + 0x08); }

  /// Hash of the packet.
  std::uint32_t rss_hash_result() const noexcept { return wire::load32(at_ + 0x0c); }

  /// Parts of the packet that were hashed.
  std::uint8_t rss_hash_type() const noexcept { return wire::load8(at_ + 0x10); }

  /// Sum over the packet.
  std::uint16_t check_sum() const noexcept { return wire::load16(at_ + 0x14); }

  /// 1 if the L4 checksum is right.
  std::uint8_t l4_ok() const noexcept { return wire::get<26, 26>(wire::load32(at_ + 0x1c)); }

  /// 1 if the IPv4 header checksum is right.
  std::uint8_t l3_ok() const noexcept { return wire::get<25, 25>(wire::load32(at_ + 0x1c)); }

  /// 1 if the packet came without an Ethernet error.
  std::uint8_t l2_ok() const noexcept { return wire::get<24, 24>(wire::load32(at_ + 0x1c)); }

  /// 1 if the packet is a fragment.
  std::uint8_t ip_frag() const noexcept { return wire::get<23, 23>(wire::load32(at_ + 0x1c)); }

  /// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with ACK and
  /// data.
  std::uint8_t l4_hdr_type() const noexcept { return wire::get<22, 20>(wire::load32(at_ + 0x1c)); }

  /// 0 for none, 1 for IPv6, 2 for IPv4.
  std::uint8_t l3_hdr_type() const noexcept { return wire::get<19, 18>(wire::load32(at_ + 0x1c)); }

  /// 1 if the IP header has options or extensions.
  std::uint8_t ip_ext() const noexcept { return wire::get<17, 17>(wire::load32(at_ + 0x1c)); }

  /// 1 if a VLAN tag was taken out; vlan_info has it.
  std::uint8_t vlan() const noexcept { return wire::get<16, 16>(wire::load32(at_ + 0x1c)); }

  /// The VLAN tag that was taken out.
  std::uint16_t vlan_info() const noexcept { return wire::load16(at_ + 0x1e); }

  /// Number of packets that were joined.
  std::uint8_t lro_num_seg() const noexcept { return wire::load8(at_ + 0x20); }

  /// User index of the queue.
  std::uint32_t srqn_uidx() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x20)); }

  /// Metadata that the flow table set.
  std::uint32_t metadata() const noexcept { return wire::load32(at_ + 0x24); }

  /// Bytes received; on a striding receive queue also the strides that they take.
  std::uint32_t byte_cnt() const noexcept { return wire::load32(at_ + 0x2c); }

  /// Device clock, in ticks.
  std::uint64_t timestamp() const noexcept { return wire::load64(at_ + 0x30); }

  /// Packets that were dropped because there was no receive WQE, modulo 256.
  std::uint8_t drop_counter() const noexcept { return wire::load8(at_ + 0x38); }

  /// Tag of the rule that steered the packet.
  std::uint32_t flow_tag() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x38)); }

  /// Index of the receive WQE; on a striding receive queue, index of the stride.
  std::uint16_t wqe_counter() const noexcept { return wire::load16(at_ + 0x3c); }

  /// XOR over the CQE, if the CQ checks signatures.
  std::uint8_t signature() const noexcept { return wire::load8(at_ + 0x3e); }

  /// resp_send.
  verbatim::cqe_opcode opcode() const noexcept {
    return static_cast<verbatim::cqe_opcode>(wire::get<7, 4>(wire::load32(at_ + 0x3c)));
  }

  /// Plain or compressed.
  verbatim::cqe_format format() const noexcept {
    return static_cast<verbatim::cqe_format>(wire::get<3, 2>(wire::load32(at_ + 0x3c)));
  }

  /// Solicited event. Uncertain: No public driver acts on it, and no source says which of these CQEs have it.
  std::uint8_t se() const noexcept { return wire::get<1, 1>(wire::load32(at_ + 0x3c)); }

  /// Flips each time the CQ wraps.
  std::uint8_t owner() const noexcept { return wire::get<0, 0>(wire::load32(at_ + 0x3c)); }

  /// Returns the address of the CQE's first byte.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for an emulator or a test that plays the device.
  struct values {
    std::uint8_t pkt_info = 0;
    std::uint16_t wqe_id = 0;
    std::uint8_t lro_tcppsh_abort_dupack = 0;
    std::uint8_t lro_min_ttl = 0;
    std::uint16_t lro_tcp_win = 0;
    std::uint32_t lro_ack_seq_num = 0;
    std::uint32_t rss_hash_result = 0;
    std::uint8_t rss_hash_type = 0;
    std::uint16_t check_sum = 0;
    std::uint8_t l4_ok = 0;
    std::uint8_t l3_ok = 0;
    std::uint8_t l2_ok = 0;
    std::uint8_t ip_frag = 0;
    std::uint8_t l4_hdr_type = 0;
    std::uint8_t l3_hdr_type = 0;
    std::uint8_t ip_ext = 0;
    std::uint8_t vlan = 0;
    std::uint16_t vlan_info = 0;
    std::uint8_t lro_num_seg = 0;
    std::uint32_t srqn_uidx = 0;
    std::uint32_t metadata = 0;
    std::uint32_t byte_cnt = 0;
    std::uint64_t timestamp = 0;
    std::uint8_t drop_counter = 0;
    std::uint32_t flow_tag = 0;
    std::uint16_t wqe_counter = 0;
    std::uint8_t signature = 0;
    verbatim::cqe_opcode opcode = {};
    verbatim::cqe_format format = {};
    std::uint8_t se = 0;
    std::uint8_t owner = 0;

    /// Writes all 64 bytes, big-endian. Bits without a name become zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store64(
          at + 0x00,
          wire::put<31, 24>(std::uint32_t{pkt_info}) | wire::put<15, 0>(std::uint32_t{wqe_id}),
          wire::put<31, 24>(std::uint32_t{lro_tcppsh_abort_dupack}) |
              wire::put<23, 16>(std::uint32_t{lro_min_ttl}) |
              wire::put<15, 0>(std::uint32_t{lro_tcp_win}));
      wire::store64(at + 0x08, lro_ack_seq_num, rss_hash_result);
      wire::store64(at + 0x10, wire::put<31, 24>(std::uint32_t{rss_hash_type}),
                    wire::put<31, 16>(std::uint32_t{check_sum}));
      wire::store32(
          at + 0x1c,
          wire::put<26, 26>(std::uint32_t{l4_ok}) | wire::put<25, 25>(std::uint32_t{l3_ok}) |
              wire::put<24, 24>(std::uint32_t{l2_ok}) | wire::put<23, 23>(std::uint32_t{ip_frag}) |
              wire::put<22, 20>(std::uint32_t{l4_hdr_type}) |
              wire::put<19, 18>(std::uint32_t{l3_hdr_type}) |
              wire::put<17, 17>(std::uint32_t{ip_ext}) | wire::put<16, 16>(std::uint32_t{vlan}) |
              wire::put<15, 0>(std::uint32_t{vlan_info}));
      wire::store64(at + 0x20,
                    wire::put<31, 24>(std::uint32_t{lro_num_seg}) |
                        wire::put<23, 0>(std::uint32_t{srqn_uidx}),
                    metadata);
      wire::store32(at + 0x2c, byte_cnt);
      wire::store64(at + 0x30, timestamp);
      wire::store64(at + 0x38,
                    wire::put<31, 24>(std::uint32_t{drop_counter}) |
                        wire::put<23, 0>(std::uint32_t{flow_tag}),
                    wire::put<31, 16>(std::uint32_t{wqe_counter}) |
                        wire::put<15, 8>(std::uint32_t{signature}) |
                        wire::put<7, 4>(std::uint32_t{static_cast<std::uint8_t>(opcode)}) |
                        wire::put<3, 2>(std::uint32_t{static_cast<std::uint8_t>(format)}) |
                        wire::put<1, 1>(std::uint32_t{se}) | wire::put<0, 0>(std::uint32_t{owner}));
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 31> fields{{
      {"pkt_info", 0x00, 31, 24},
      {"wqe_id", 0x00, 15, 0},
      {"lro_tcppsh_abort_dupack", 0x04, 31, 24},
      {"lro_min_ttl", 0x04, 23, 16},
      {"lro_tcp_win", 0x04, 15, 0},
      {"lro_ack_seq_num", 0x08, 31, 0},
      {"rss_hash_result", 0x0c, 31, 0},
      {"rss_hash_type", 0x10, 31, 24},
      {"check_sum", 0x14, 31, 16},
      {"l4_ok", 0x1c, 26, 26},
      {"l3_ok", 0x1c, 25, 25},
      {"l2_ok", 0x1c, 24, 24},
      {"ip_frag", 0x1c, 23, 23},
      {"l4_hdr_type", 0x1c, 22, 20},
      {"l3_hdr_type", 0x1c, 19, 18},
      {"ip_ext", 0x1c, 17, 17},
      {"vlan", 0x1c, 16, 16},
      {"vlan_info", 0x1c, 15, 0},
      {"lro_num_seg", 0x20, 31, 24},
      {"srqn_uidx", 0x20, 23, 0},
      {"metadata", 0x24, 31, 0},
      {"byte_cnt", 0x2c, 31, 0},
      {"timestamp", 0x30, 63, 0},
      {"drop_counter", 0x38, 31, 24},
      {"flow_tag", 0x38, 23, 0},
      {"wqe_counter", 0x3c, 31, 16},
      {"signature", 0x3c, 15, 8},
      {"opcode", 0x3c, 7, 4, enumerator_name<verbatim::cqe_opcode>},
      {"format", 0x3c, 3, 2, enumerator_name<verbatim::cqe_format>},
      {"se", 0x3c, 1, 1},
      {"owner", 0x3c, 0, 0},
  }};

 private:
  const std::byte* at_;
};

}  // namespace verbatim
