// Generated from specs/cqes/mini_req.yaml by codegen.
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

/// One completion of a compressed block of sends. A view: nothing is copied, and every getter reads the bytes
/// in place.
///
///   at    bits     field
///   0x00  31..16   wqe_counter
///   0x00  15..8    s_wqe_opcode
///   0x04  31..0    byte_cnt
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_mini_cqe8_t; Linux include/linux/mlx5/device.h, struct
/// mlx5_mini_cqe8.
class mini_req {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 8;

  explicit mini_req(const std::byte* at) noexcept : at_(at) {}

  /// wqe_index of the completed WQE.
  std::uint16_t wqe_counter() const noexcept { return wire::load16(at_ + 0x00); }

  /// Opcode of the completed send WQE. Uncertain: DPDK declares it one byte later, and does not read it.
  verbatim::opcode s_wqe_opcode() const noexcept {
    return static_cast<verbatim::opcode>(wire::load8(at_ + 0x02));
  }

  /// Bytes read. Uncertain: Drivers read it only after a READ, like that of cqe64.
  std::uint32_t byte_cnt() const noexcept { return wire::load32(at_ + 0x04); }

  /// Returns the address of the CQE's first byte.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for an emulator or a test that plays the device.
  struct values {
    std::uint16_t wqe_counter = 0;
    verbatim::opcode s_wqe_opcode = {};
    std::uint32_t byte_cnt = 0;

    /// Writes all 8 bytes, big-endian. Bits without a name become zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store64(at + 0x00,
                    wire::put<31, 16>(std::uint32_t{wqe_counter}) |
                        wire::put<15, 8>(std::uint32_t{static_cast<std::uint8_t>(s_wqe_opcode)}),
                    byte_cnt);
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"wqe_counter", 0x00, 31, 16},
      {"s_wqe_opcode", 0x00, 15, 8, enumerator_name<verbatim::opcode>},
      {"byte_cnt", 0x04, 31, 0},
  }};

 private:
  const std::byte* at_;
};

}  // namespace verbatim
