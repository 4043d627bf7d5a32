// Generated from specs/segments/control/ctrl_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// Opens every send WQE and states its operation, its QP and its length.
///
///   at    bits     field
///   0x00  31..24   opmod
///   0x00  23..8    wqe_index
///   0x00  7..0     opcode
///   0x04  31..8    qpn
///   0x04  7..6     reserved_04
///   0x04  5..0     ds
///   0x08  31..24   signature
///   0x08  23..8    dci_stream_channel_id
///   0x08  7..5     fm
///   0x08  4..4     reserved_0b_4
///   0x08  3..2     ce
///   0x08  1..1     se
///   0x08  0..0     reserved_0b_0
///   0x0c  31..0    imm
///
/// Source: mlx5dv.h, struct mlx5_wqe_ctrl_seg.
struct ctrl_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Opcode modifier.
  std::uint8_t opmod = 0;

  /// Producer index of this WQE's first WQEBB, modulo 2^16.
  std::uint16_t wqe_index = 0;

  /// Operation that the device executes.
  verbatim::opcode opcode = {};

  /// QP number.
  std::uint32_t qpn = 0;

  /// Length of the WQE in octowords, this segment included.
  std::uint8_t ds = 0;

  /// Inverted XOR over the WQE, if the QP checks signatures.
  std::uint8_t signature = 0;

  /// DCI stream the WQE belongs to.
  std::uint16_t dci_stream_channel_id = 0;

  /// Earlier work that the WQE waits for before it starts.
  verbatim::fence_mode fm = {};

  /// Condition under which the device writes a CQE.
  verbatim::completion_mode ce = {};

  /// Solicited event at the responder.
  std::uint8_t se = 0;

  /// Immediate data, or a key to invalidate, by opcode.
  std::uint32_t imm = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08,
                  wire::put<31, 24>(std::uint32_t{signature}) |
                      wire::put<23, 8>(std::uint32_t{dci_stream_channel_id}) |
                      wire::put<7, 5>(std::uint32_t{static_cast<std::uint8_t>(fm)}) |
                      wire::put<3, 2>(std::uint32_t{static_cast<std::uint8_t>(ce)}) |
                      wire::put<1, 1>(std::uint32_t{se}),
                  imm);
    wire::store64(at + 0x00,
                  wire::put<31, 24>(std::uint32_t{opmod}) |
                      wire::put<23, 8>(std::uint32_t{wqe_index}) |
                      wire::put<7, 0>(std::uint32_t{static_cast<std::uint8_t>(opcode)}),
                  wire::put<31, 8>(std::uint32_t{qpn}) | wire::put<5, 0>(std::uint32_t{ds}));
  }

  /// Returns the fields of the 16 bytes at `at`.
  static ctrl_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .opmod = wire::get<31, 24>(w00),
        .wqe_index = wire::get<23, 8>(w00),
        .opcode = static_cast<verbatim::opcode>(wire::get<7, 0>(w00)),
        .qpn = wire::get<31, 8>(w04),
        .ds = wire::get<5, 0>(w04),
        .signature = wire::get<31, 24>(w08),
        .dci_stream_channel_id = wire::get<23, 8>(w08),
        .fm = static_cast<verbatim::fence_mode>(wire::get<7, 5>(w08)),
        .ce = static_cast<verbatim::completion_mode>(wire::get<3, 2>(w08)),
        .se = wire::get<1, 1>(w08),
        .imm = w0c,
    };
  }

  bool operator==(const ctrl_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 14> fields{{
      {"opmod", 0x00, 31, 24},
      {"wqe_index", 0x00, 23, 8},
      {"opcode", 0x00, 7, 0, enumerator_name<verbatim::opcode>},
      {"qpn", 0x04, 31, 8},
      {"reserved_04", 0x04, 7, 6},
      {"ds", 0x04, 5, 0},
      {"signature", 0x08, 31, 24},
      {"dci_stream_channel_id", 0x08, 23, 8},
      {"fm", 0x08, 7, 5, enumerator_name<verbatim::fence_mode>},
      {"reserved_0b_4", 0x08, 4, 4},
      {"ce", 0x08, 3, 2, enumerator_name<verbatim::completion_mode>},
      {"se", 0x08, 1, 1},
      {"reserved_0b_0", 0x08, 0, 0},
      {"imm", 0x0c, 31, 0},
  }};
};

}  // namespace verbatim
