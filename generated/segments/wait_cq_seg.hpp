// Generated from specs/segments/control/wait_cq_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The CQ to wait for, or the queue to let run, and how far.
///
///   at    bits     field
///   0x00  63..0    reserved_00
///   0x08  31..0    max_index
///   0x0c  31..0    qpn_cqn
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg and struct mlx5_wqe_send_en_seg.
struct wait_cq_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// To wait: completions that the CQ must have; to enable: index in WQEBBs (of a receive queue: in WQEs) up
  /// to which the queue may run.
  std::uint32_t max_index = 0;

  /// Number of the CQ, or of the queue.
  std::uint32_t qpn_cqn = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, max_index, qpn_cqn);
    wire::store64(at + 0x00, 0);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static wait_cq_seg read(const std::byte* at) noexcept {
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .max_index = w08,
        .qpn_cqn = w0c,
    };
  }

  bool operator==(const wait_cq_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"reserved_00", 0x00, 63, 0},
      {"max_index", 0x08, 31, 0},
      {"qpn_cqn", 0x0c, 31, 0},
  }};
};

}  // namespace verbatim
