// Generated from specs/cqes/cqe64.yaml by codegen.
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

/// One completion, as the device writes it. A view: nothing is copied, and every getter reads the bytes in
/// place.
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
class cqe64 {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  explicit cqe64(const std::byte* at) noexcept : at_(at) {}

  /// Low bits of the LID that the packet was sent to, on InfiniBand.
  std::uint8_t ml_path() const noexcept { return wire::get<22, 16>(wire::load32(at_ + 0x10)); }

  /// Source LID, on InfiniBand. Uncertain: libmlx5 copies it from every receive; no public source says what a
  /// device writes on connected queue pairs.
  std::uint16_t slid() const noexcept { return wire::load16(at_ + 0x16); }

  /// 1 if the GRH is in the 40 bytes before the CQE.
  std::uint8_t l3_in_cqe() const noexcept { return wire::get<29, 29>(wire::load32(at_ + 0x18)); }

  /// 1 if the GRH is in the first 40 bytes of the receive buffer.
  std::uint8_t l3_in_data() const noexcept { return wire::get<28, 28>(wire::load32(at_ + 0x18)); }

  /// Service level; for a datagram on RoCE, the kind of header that stands in place of the GRH.
  std::uint8_t sl() const noexcept { return wire::get<27, 24>(wire::load32(at_ + 0x18)); }

  /// Remote QP number of a datagram. Uncertain: libmlx5 copies it from every receive; no public source says
  /// what a device writes on RC, UC and XRC.
  std::uint32_t rqpn() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x18)); }

  /// 1 if the L4 checksum of a raw packet is right.
  std::uint8_t l4_ok() const noexcept { return wire::get<26, 26>(wire::load32(at_ + 0x1c)); }

  /// 1 if the IPv4 header checksum of a raw packet is right.
  std::uint8_t l3_ok() const noexcept { return wire::get<25, 25>(wire::load32(at_ + 0x1c)); }

  /// 1 if a raw packet came without an Ethernet error.
  std::uint8_t l2_ok() const noexcept { return wire::get<24, 24>(wire::load32(at_ + 0x1c)); }

  /// 1 if a raw packet is a fragment.
  std::uint8_t ip_frag() const noexcept { return wire::get<23, 23>(wire::load32(at_ + 0x1c)); }

  /// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with ACK and
  /// data.
  std::uint8_t l4_hdr_type() const noexcept { return wire::get<22, 20>(wire::load32(at_ + 0x1c)); }

  /// 0 for none, 1 for IPv6, 2 for IPv4.
  std::uint8_t l3_hdr_type() const noexcept { return wire::get<19, 18>(wire::load32(at_ + 0x1c)); }

  /// 1 if the IP header of a raw packet has options or extensions.
  std::uint8_t ip_ext() const noexcept { return wire::get<17, 17>(wire::load32(at_ + 0x1c)); }

  /// 1 if a VLAN tag was taken out of a raw packet; vlan_info has it.
  std::uint8_t vlan() const noexcept { return wire::get<16, 16>(wire::load32(at_ + 0x1c)); }

  /// The VLAN tag that was taken out of a raw packet.
  std::uint16_t vlan_info() const noexcept { return wire::load16(at_ + 0x1e); }

  /// User index of the queue; the SRQ number in CQE version 0.
  std::uint32_t srqn_uidx() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x20)); }

  /// Immediate data, or the key that the peer invalidated.
  std::uint32_t imm() const noexcept { return wire::load32(at_ + 0x24); }

  /// 1 in a completion of tag matching.
  std::uint8_t app() const noexcept { return wire::load8(at_ + 0x28); }

  /// Event of tag matching.
  verbatim::cqe_app_op app_op() const noexcept {
    return static_cast<verbatim::cqe_app_op>(wire::load8(at_ + 0x29));
  }

  /// Index of the tag in the list.
  std::uint16_t app_info() const noexcept { return wire::load16(at_ + 0x2a); }

  /// Bytes received or read. Uncertain: For a requester, drivers read it only after a READ. libmlx5 takes 8
  /// after an atomic. No source says what it holds after a SEND or WRITE.
  std::uint32_t byte_cnt() const noexcept { return wire::load32(at_ + 0x2c); }

  /// Device clock, in ticks.
  std::uint64_t timestamp() const noexcept { return wire::load64(at_ + 0x30); }

  /// Opcode of the completed send WQE.
  verbatim::opcode s_wqe_opcode() const noexcept {
    return static_cast<verbatim::opcode>(wire::load8(at_ + 0x38));
  }

  /// QP number.
  std::uint32_t qpn() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x38)); }

  /// wqe_index of the completed WQE.
  std::uint16_t wqe_counter() const noexcept { return wire::load16(at_ + 0x3c); }

  /// XOR over the CQE, if the CQ checks signatures.
  std::uint8_t signature() const noexcept { return wire::load8(at_ + 0x3e); }

  /// Requester, responder or error.
  verbatim::cqe_opcode opcode() const noexcept {
    return static_cast<verbatim::cqe_opcode>(wire::get<7, 4>(wire::load32(at_ + 0x3c)));
  }

  /// Plain, inlined data or compressed.
  verbatim::cqe_format format() const noexcept {
    return static_cast<verbatim::cqe_format>(wire::get<3, 2>(wire::load32(at_ + 0x3c)));
  }

  /// Solicited event, in the CQE of the receiver. Uncertain: No public driver acts on it, and no source says
  /// whether the requester's CQE has it too.
  std::uint8_t se() const noexcept { return wire::get<1, 1>(wire::load32(at_ + 0x3c)); }

  /// Flips each time the CQ wraps.
  std::uint8_t owner() const noexcept { return wire::get<0, 0>(wire::load32(at_ + 0x3c)); }

  /// Returns the address of the CQE's first byte.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for an emulator or a test that plays the device.
  struct values {
    std::uint8_t ml_path = 0;
    std::uint16_t slid = 0;
    std::uint8_t l3_in_cqe = 0;
    std::uint8_t l3_in_data = 0;
    std::uint8_t sl = 0;
    std::uint32_t rqpn = 0;
    std::uint8_t l4_ok = 0;
    std::uint8_t l3_ok = 0;
    std::uint8_t l2_ok = 0;
    std::uint8_t ip_frag = 0;
    std::uint8_t l4_hdr_type = 0;
    std::uint8_t l3_hdr_type = 0;
    std::uint8_t ip_ext = 0;
    std::uint8_t vlan = 0;
    std::uint16_t vlan_info = 0;
    std::uint32_t srqn_uidx = 0;
    std::uint32_t imm = 0;
    std::uint8_t app = 0;
    verbatim::cqe_app_op app_op = {};
    std::uint16_t app_info = 0;
    std::uint32_t byte_cnt = 0;
    std::uint64_t timestamp = 0;
    verbatim::opcode s_wqe_opcode = {};
    std::uint32_t qpn = 0;
    std::uint16_t wqe_counter = 0;
    std::uint8_t signature = 0;
    verbatim::cqe_opcode opcode = {};
    verbatim::cqe_format format = {};
    std::uint8_t se = 0;
    std::uint8_t owner = 0;

    /// Writes all 64 bytes, big-endian. Bits without a name become zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store64(at + 0x10, wire::put<22, 16>(std::uint32_t{ml_path}),
                    wire::put<15, 0>(std::uint32_t{slid}));
      wire::store64(
          at + 0x18,
          wire::put<29, 29>(std::uint32_t{l3_in_cqe}) |
              wire::put<28, 28>(std::uint32_t{l3_in_data}) | wire::put<27, 24>(std::uint32_t{sl}) |
              wire::put<23, 0>(std::uint32_t{rqpn}),
          wire::put<26, 26>(std::uint32_t{l4_ok}) | wire::put<25, 25>(std::uint32_t{l3_ok}) |
              wire::put<24, 24>(std::uint32_t{l2_ok}) | wire::put<23, 23>(std::uint32_t{ip_frag}) |
              wire::put<22, 20>(std::uint32_t{l4_hdr_type}) |
              wire::put<19, 18>(std::uint32_t{l3_hdr_type}) |
              wire::put<17, 17>(std::uint32_t{ip_ext}) | wire::put<16, 16>(std::uint32_t{vlan}) |
              wire::put<15, 0>(std::uint32_t{vlan_info}));
      wire::store64(at + 0x20, wire::put<23, 0>(std::uint32_t{srqn_uidx}), imm);
      wire::store64(at + 0x28,
                    wire::put<31, 24>(std::uint32_t{app}) |
                        wire::put<23, 16>(std::uint32_t{static_cast<std::uint8_t>(app_op)}) |
                        wire::put<15, 0>(std::uint32_t{app_info}),
                    byte_cnt);
      wire::store64(at + 0x30, timestamp);
      wire::store64(at + 0x38,
                    wire::put<31, 24>(std::uint32_t{static_cast<std::uint8_t>(s_wqe_opcode)}) |
                        wire::put<23, 0>(std::uint32_t{qpn}),
                    wire::put<31, 16>(std::uint32_t{wqe_counter}) |
                        wire::put<15, 8>(std::uint32_t{signature}) |
                        wire::put<7, 4>(std::uint32_t{static_cast<std::uint8_t>(opcode)}) |
                        wire::put<3, 2>(std::uint32_t{static_cast<std::uint8_t>(format)}) |
                        wire::put<1, 1>(std::uint32_t{se}) | wire::put<0, 0>(std::uint32_t{owner}));
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 30> fields{{
      {"ml_path", 0x10, 22, 16},
      {"slid", 0x14, 15, 0},
      {"l3_in_cqe", 0x18, 29, 29},
      {"l3_in_data", 0x18, 28, 28},
      {"sl", 0x18, 27, 24},
      {"rqpn", 0x18, 23, 0},
      {"l4_ok", 0x1c, 26, 26},
      {"l3_ok", 0x1c, 25, 25},
      {"l2_ok", 0x1c, 24, 24},
      {"ip_frag", 0x1c, 23, 23},
      {"l4_hdr_type", 0x1c, 22, 20},
      {"l3_hdr_type", 0x1c, 19, 18},
      {"ip_ext", 0x1c, 17, 17},
      {"vlan", 0x1c, 16, 16},
      {"vlan_info", 0x1c, 15, 0},
      {"srqn_uidx", 0x20, 23, 0},
      {"imm", 0x24, 31, 0},
      {"app", 0x28, 31, 24},
      {"app_op", 0x28, 23, 16, enumerator_name<verbatim::cqe_app_op>},
      {"app_info", 0x28, 15, 0},
      {"byte_cnt", 0x2c, 31, 0},
      {"timestamp", 0x30, 63, 0},
      {"s_wqe_opcode", 0x38, 31, 24, enumerator_name<verbatim::opcode>},
      {"qpn", 0x38, 23, 0},
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
