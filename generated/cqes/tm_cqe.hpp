// Generated from specs/cqes/tm_cqe.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The completion of an operation on the list of tags. It is a cqe64 whose opcode is no_packet. A view: nothing is copied, and every getter reads the bytes in place.
///
///   at    bits     field
///   0x00  31..31   success
///   0x04  31..16   hw_phase_cnt
///
/// Source: mlx5dv.h, struct mlx5_tm_cqe; rdma-core providers/mlx5/cq.c, handle_tag_matching.
class tm_cqe {
 public:
  /// In bytes.
  static constexpr std::size_t size = 64;

  explicit tm_cqe(const std::byte* at) noexcept : at_(at) {}

  /// 1 if a tag was removed that no message had found before.
  std::uint8_t success() const noexcept { return wire::get<31, 31>(wire::load32(at_ + 0x00)); }

  /// Unexpected messages that the device had counted then.
  std::uint16_t hw_phase_cnt() const noexcept {
    return wire::get<31, 16>(wire::load32(at_ + 0x04));
  }

  /// Where the CQE begins.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for who plays the device: an emulator or a test.
  struct values {
    std::uint8_t success = 0;
    std::uint16_t hw_phase_cnt = 0;

    /// Writes all 64 bytes, big-endian. What is not named becomes zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store64(at + 0x00, wire::put<31, 31>(std::uint32_t{success}),
                    wire::put<31, 16>(std::uint32_t{hw_phase_cnt}));
    }
  };

  /// The same as a table, for tools that print.
  static constexpr std::array<wire::field, 2> fields{{
      {"success", 0x00, 31, 31},
      {"hw_phase_cnt", 0x04, 31, 16},
  }};

 private:
  const std::byte* at_;
};

}  // namespace verbatim
