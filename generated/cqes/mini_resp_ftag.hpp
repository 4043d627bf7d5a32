// Generated from specs/cqes/mini_resp_ftag.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// One completion of a compressed block of receives, with the flow tag and the stride that the packet begins
/// in. A view: nothing is copied, and every getter reads the bytes in place.
///
///   at    bits     field
///   0x00  31..16   flow_tag_high
///   0x00  15..0    stride_idx
///   0x04  31..24   flow_tag_low
///   0x04  23..0    byte_cnt
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_CQE_RESP_FORMAT_FTAG_STRIDX and struct mlx5_mini_cqe8.
class mini_resp_ftag {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 8;

  explicit mini_resp_ftag(const std::byte* at) noexcept : at_(at) {}

  /// Upper 16 bits of the flow tag.
  std::uint16_t flow_tag_high() const noexcept { return wire::load16(at_ + 0x00); }

  /// Stride of the receive WQE that the packet begins in.
  std::uint16_t stride_idx() const noexcept { return wire::load16(at_ + 0x02); }

  /// Lower 8 bits of the flow tag. Uncertain: Only DPDK reads a flow tag here.
  std::uint8_t flow_tag_low() const noexcept { return wire::load8(at_ + 0x04); }

  /// Bytes received.
  std::uint32_t byte_cnt() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x04)); }

  /// Returns the address of the CQE's first byte.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for an emulator or a test that plays the device.
  struct values {
    std::uint16_t flow_tag_high = 0;
    std::uint16_t stride_idx = 0;
    std::uint8_t flow_tag_low = 0;
    std::uint32_t byte_cnt = 0;

    /// Writes all 8 bytes, big-endian. Bits without a name become zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store64(at + 0x00,
                    wire::put<31, 16>(std::uint32_t{flow_tag_high}) |
                        wire::put<15, 0>(std::uint32_t{stride_idx}),
                    wire::put<31, 24>(std::uint32_t{flow_tag_low}) |
                        wire::put<23, 0>(std::uint32_t{byte_cnt}));
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"flow_tag_high", 0x00, 31, 16},
      {"stride_idx", 0x00, 15, 0},
      {"flow_tag_low", 0x04, 31, 24},
      {"byte_cnt", 0x04, 23, 0},
  }};

 private:
  const std::byte* at_;
};

}  // namespace verbatim
