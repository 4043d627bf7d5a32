// Generated from specs/cqes/mini_resp_l34h.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// One completion of a compressed block of receives, with the kinds of the packet's headers and the stride
/// that it begins in. A view: nothing is copied, and every getter reads the bytes in place.
///
///   at    bits     field
///   0x00  31..31   ip_frag
///   0x00  30..28   l4_hdr_type
///   0x00  27..26   l3_hdr_type
///   0x00  25..25   ip_ext
///   0x00  24..24   vlan
///   0x00  15..0    stride_idx
///   0x04  31..0    byte_cnt
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_CQE_RESP_FORMAT_L34H_STRIDX and struct mlx5_mini_cqe8.
class mini_resp_l34h {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 8;

  explicit mini_resp_l34h(const std::byte* at) noexcept : at_(at) {}

  /// 1 if the packet is a fragment.
  std::uint8_t ip_frag() const noexcept { return wire::get<31, 31>(wire::load32(at_ + 0x00)); }

  /// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with ACK and
  /// data.
  std::uint8_t l4_hdr_type() const noexcept { return wire::get<30, 28>(wire::load32(at_ + 0x00)); }

  /// 0 for none, 1 for IPv6, 2 for IPv4.
  std::uint8_t l3_hdr_type() const noexcept { return wire::get<27, 26>(wire::load32(at_ + 0x00)); }

  /// 1 if the IP header has options or extensions.
  std::uint8_t ip_ext() const noexcept { return wire::get<25, 25>(wire::load32(at_ + 0x00)); }

  /// 1 if a VLAN tag was taken out.
  std::uint8_t vlan() const noexcept { return wire::get<24, 24>(wire::load32(at_ + 0x00)); }

  /// Stride of the receive WQE that the packet begins in.
  std::uint16_t stride_idx() const noexcept { return wire::load16(at_ + 0x02); }

  /// Bytes received.
  std::uint32_t byte_cnt() const noexcept { return wire::load32(at_ + 0x04); }

  /// Returns the address of the CQE's first byte.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for an emulator or a test that plays the device.
  struct values {
    std::uint8_t ip_frag = 0;
    std::uint8_t l4_hdr_type = 0;
    std::uint8_t l3_hdr_type = 0;
    std::uint8_t ip_ext = 0;
    std::uint8_t vlan = 0;
    std::uint16_t stride_idx = 0;
    std::uint32_t byte_cnt = 0;

    /// Writes all 8 bytes, big-endian. Bits without a name become zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store64(at + 0x00,
                    wire::put<31, 31>(std::uint32_t{ip_frag}) |
                        wire::put<30, 28>(std::uint32_t{l4_hdr_type}) |
                        wire::put<27, 26>(std::uint32_t{l3_hdr_type}) |
                        wire::put<25, 25>(std::uint32_t{ip_ext}) |
                        wire::put<24, 24>(std::uint32_t{vlan}) |
                        wire::put<15, 0>(std::uint32_t{stride_idx}),
                    byte_cnt);
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 7> fields{{
      {"ip_frag", 0x00, 31, 31},
      {"l4_hdr_type", 0x00, 30, 28},
      {"l3_hdr_type", 0x00, 27, 26},
      {"ip_ext", 0x00, 25, 25},
      {"vlan", 0x00, 24, 24},
      {"stride_idx", 0x00, 15, 0},
      {"byte_cnt", 0x04, 31, 0},
  }};

 private:
  const std::byte* at_;
};

}  // namespace verbatim
