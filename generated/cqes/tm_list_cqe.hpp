// Generated from specs/cqes/tm_list_cqe.yaml by codegen.
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

/// The completion of an operation on the list of tags. It takes the place of a cqe64 whose opcode is
/// no_packet. A view: nothing is copied, and every getter reads the bytes in place.
///
///   at    bits     field
///   0x00  31..31   success
///   0x04  31..16   hw_phase_cnt
///   0x20  23..0    srqn_uidx
///   0x28  31..24   app
///   0x28  23..16   app_op
///   0x30  63..0    timestamp
///   0x38  23..0    qpn
///   0x3c  31..16   wqe_counter
///   0x3c  15..8    signature
///   0x3c  7..4     opcode
///   0x3c  3..2     format
///   0x3c  1..1     se
///   0x3c  0..0     owner
///
/// Source: mlx5dv.h, struct mlx5_cqe64 and mlx5_tm_cqe; rdma-core providers/mlx5/cq.c, handle_tm_list_op.
class tm_list_cqe {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  explicit tm_list_cqe(const std::byte* at) noexcept : at_(at) {}

  /// 1 if the tag was removed.
  std::uint8_t success() const noexcept { return wire::get<31, 31>(wire::load32(at_ + 0x00)); }

  /// Unexpected messages that the device has counted so far.
  std::uint16_t hw_phase_cnt() const noexcept { return wire::load16(at_ + 0x04); }

  /// User index of the SRQ.
  std::uint32_t srqn_uidx() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x20)); }

  /// 1 for tag matching.
  std::uint8_t app() const noexcept { return wire::load8(at_ + 0x28); }

  /// The operation: 5 append, 6 remove, 7 nop.
  std::uint8_t app_op() const noexcept { return wire::load8(at_ + 0x29); }

  /// Device clock, in ticks.
  std::uint64_t timestamp() const noexcept { return wire::load64(at_ + 0x30); }

  /// Number of the command QP.
  std::uint32_t qpn() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x38)); }

  /// wqe_index of the WQE that asked for it.
  std::uint16_t wqe_counter() const noexcept { return wire::load16(at_ + 0x3c); }

  /// XOR over the CQE, if the CQ checks signatures.
  std::uint8_t signature() const noexcept { return wire::load8(at_ + 0x3e); }

  /// no_packet.
  verbatim::cqe_opcode opcode() const noexcept {
    return static_cast<verbatim::cqe_opcode>(wire::get<7, 4>(wire::load32(at_ + 0x3c)));
  }

  /// Plain.
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
    std::uint8_t success = 0;
    std::uint16_t hw_phase_cnt = 0;
    std::uint32_t srqn_uidx = 0;
    std::uint8_t app = 0;
    std::uint8_t app_op = 0;
    std::uint64_t timestamp = 0;
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
      wire::store64(at + 0x00, wire::put<31, 31>(std::uint32_t{success}),
                    wire::put<31, 16>(std::uint32_t{hw_phase_cnt}));
      wire::store32(at + 0x20, wire::put<23, 0>(std::uint32_t{srqn_uidx}));
      wire::store32(at + 0x28, wire::put<31, 24>(std::uint32_t{app}) |
                                   wire::put<23, 16>(std::uint32_t{app_op}));
      wire::store64(at + 0x30, timestamp);
      wire::store64(at + 0x38, wire::put<23, 0>(std::uint32_t{qpn}),
                    wire::put<31, 16>(std::uint32_t{wqe_counter}) |
                        wire::put<15, 8>(std::uint32_t{signature}) |
                        wire::put<7, 4>(std::uint32_t{static_cast<std::uint8_t>(opcode)}) |
                        wire::put<3, 2>(std::uint32_t{static_cast<std::uint8_t>(format)}) |
                        wire::put<1, 1>(std::uint32_t{se}) | wire::put<0, 0>(std::uint32_t{owner}));
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 13> fields{{
      {"success", 0x00, 31, 31},
      {"hw_phase_cnt", 0x04, 31, 16},
      {"srqn_uidx", 0x20, 23, 0},
      {"app", 0x28, 31, 24},
      {"app_op", 0x28, 23, 16},
      {"timestamp", 0x30, 63, 0},
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
