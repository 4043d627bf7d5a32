// Generated from specs/cqes/cqe128.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// One completion of a CQ whose CQEs have 128 bytes: a cqe64 with data in front. A view: nothing is copied,
/// and every getter reads the bytes in place.
///
///   at    bits     field
///   0x00  64 bytes inline_data
///   0x40  64 bytes cqe64
///
/// Source: rdma-core providers/mlx5/cq.c, mlx5_get_next_cqe and handle_responder; UCX
/// src/uct/ib/mlx5/ib_mlx5.inl, uct_ib_mlx5_gid_from_cqe.
class cqe128 {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 128;

  explicit cqe128(const std::byte* at) noexcept : at_(at) {}

  /// The payload, if the format is inline_64; else the last 40 bytes are a GRH, if l3_in_cqe is set.
  std::array<std::byte, 64> inline_data() const noexcept {
    return wire::load_bytes<64>(at_ + 0x00);
  }

  /// The completion.
  std::array<std::byte, 64> cqe64() const noexcept { return wire::load_bytes<64>(at_ + 0x40); }

  /// Returns the address of the CQE's first byte.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for an emulator or a test that plays the device.
  struct values {
    std::array<std::byte, 64> inline_data = {};
    std::array<std::byte, 64> cqe64 = {};

    /// Writes all 128 bytes, big-endian. Bits without a name become zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      std::memcpy(at + 0x00, inline_data.data(), 64);
      std::memcpy(at + 0x40, cqe64.data(), 64);
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 2> fields{{
      {"inline_data", 0x00, 0, 0, nullptr, 0, 64},
      {"cqe64", 0x40, 0, 0, nullptr, 0, 64},
  }};

 private:
  const std::byte* at_;
};

}  // namespace verbatim
