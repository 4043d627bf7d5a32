// Generated from specs/cqes/cqe64.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// One completion, as the device writes it. A view: nothing is copied, and every getter reads the bytes in place.
///
///   at    bits     field
///   0x14  15..0    slid
///   0x18  27..24   sl
///   0x18  23..0    rqpn
///   0x20  23..0    srqn_uidx
///   0x24  31..0    imm
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
  /// In bytes.
  static constexpr std::size_t size = 64;

  explicit cqe64(const std::byte* at) noexcept : at_(at) {}

  /// Source LID, on InfiniBand.
  std::uint16_t slid() const noexcept { return wire::get<15, 0>(wire::load32(at_ + 0x14)); }

  /// Service level, on InfiniBand.
  std::uint8_t sl() const noexcept { return wire::get<27, 24>(wire::load32(at_ + 0x18)); }

  /// Remote QP number of a datagram.
  std::uint32_t rqpn() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x18)); }

  /// User index of the queue; the SRQ number in CQE version 0.
  std::uint32_t srqn_uidx() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x20)); }

  /// Immediate data, or the key that the peer invalidated.
  std::uint32_t imm() const noexcept { return wire::load32(at_ + 0x24); }

  /// Bytes received or read.
  std::uint32_t byte_cnt() const noexcept { return wire::load32(at_ + 0x2c); }

  /// Device clock, in ticks.
  std::uint64_t timestamp() const noexcept { return wire::load64(at_ + 0x30); }

  /// Opcode of the completed send WQE.
  verbatim::opcode s_wqe_opcode() const noexcept {
    return static_cast<verbatim::opcode>(wire::get<31, 24>(wire::load32(at_ + 0x38)));
  }

  /// QP number.
  std::uint32_t qpn() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x38)); }

  /// wqe_index of the completed WQE.
  std::uint16_t wqe_counter() const noexcept { return wire::get<31, 16>(wire::load32(at_ + 0x3c)); }

  /// XOR over the CQE, if the CQ checks signatures.
  std::uint8_t signature() const noexcept { return wire::get<15, 8>(wire::load32(at_ + 0x3c)); }

  /// Requester, responder or error.
  verbatim::cqe_opcode opcode() const noexcept {
    return static_cast<verbatim::cqe_opcode>(wire::get<7, 4>(wire::load32(at_ + 0x3c)));
  }

  /// Plain, inlined data or compressed.
  verbatim::cqe_format format() const noexcept {
    return static_cast<verbatim::cqe_format>(wire::get<3, 2>(wire::load32(at_ + 0x3c)));
  }

  /// Solicited event.
  std::uint8_t se() const noexcept { return wire::get<1, 1>(wire::load32(at_ + 0x3c)); }

  /// Flips each time the CQ wraps.
  std::uint8_t owner() const noexcept { return wire::get<0, 0>(wire::load32(at_ + 0x3c)); }

  /// Where the CQE begins.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for who plays the device: an emulator or a test.
  struct values {
    std::uint16_t slid = 0;
    std::uint8_t sl = 0;
    std::uint32_t rqpn = 0;
    std::uint32_t srqn_uidx = 0;
    std::uint32_t imm = 0;
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

    /// Writes all 64 bytes, big-endian. What is not named becomes zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store32(at + 0x14, wire::put<15, 0>(std::uint32_t{slid}));
      wire::store32(at + 0x18,
                    wire::put<27, 24>(std::uint32_t{sl}) | wire::put<23, 0>(std::uint32_t{rqpn}));
      wire::store64(at + 0x20, wire::put<23, 0>(std::uint32_t{srqn_uidx}), imm);
      wire::store32(at + 0x2c, byte_cnt);
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

  /// The same as a table, for tools that print.
  static constexpr std::array<wire::field, 15> fields{{
      {"slid", 0x14, 15, 0},
      {"sl", 0x18, 27, 24},
      {"rqpn", 0x18, 23, 0},
      {"srqn_uidx", 0x20, 23, 0},
      {"imm", 0x24, 31, 0},
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
