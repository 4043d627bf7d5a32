// Generated from specs/cqes/tm_receive_cqe.yaml by codegen.
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

/// The completion of a message that came to a tag-matching SRQ. It takes the place of a cqe64 whose app is 1.
/// A view: nothing is copied, and every getter reads the bytes in place.
///
///   at    bits     field
///   0x00  31..24   tmh_opcode
///   0x04  31..0    app_ctx
///   0x08  63..0    tag
///   0x20  23..0    srqn_uidx
///   0x24  31..0    imm
///   0x28  31..24   app
///   0x28  23..16   app_op
///   0x28  15..0    app_info
///   0x2c  31..0    byte_cnt
///   0x30  63..0    timestamp
///   0x38  23..0    qpn
///   0x3c  31..16   wqe_counter
///   0x3c  15..8    signature
///   0x3c  7..4     opcode
///   0x3c  3..2     format
///   0x3c  1..1     se
///   0x3c  0..0     owner
///
/// Source: mlx5dv.h, struct mlx5_cqe64; infiniband/tm_types.h, struct ibv_tmh; rdma-core providers/mlx5/cq.c,
/// handle_tag_matching.
class tm_receive_cqe {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  explicit tm_receive_cqe(const std::byte* at) noexcept : at_(at) {}

  /// Kind of a message that matched.
  verbatim::tmh_op tmh_opcode() const noexcept {
    return static_cast<verbatim::tmh_op>(wire::load8(at_ + 0x00));
  }

  /// Value that the sender's application added to a message that matched.
  std::uint32_t app_ctx() const noexcept { return wire::load32(at_ + 0x04); }

  /// Tag of a message that matched.
  std::uint64_t tag() const noexcept { return wire::load64(at_ + 0x08); }

  /// User index of the SRQ.
  std::uint32_t srqn_uidx() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x20)); }

  /// Immediate data, or the key that the peer invalidated.
  std::uint32_t imm() const noexcept { return wire::load32(at_ + 0x24); }

  /// 1 for tag matching.
  std::uint8_t app() const noexcept { return wire::load8(at_ + 0x28); }

  /// Event of tag matching: 3 unexpected, 4 no tag, 10 matched and complete; the others concern rendezvous.
  std::uint8_t app_op() const noexcept { return wire::load8(at_ + 0x29); }

  /// Entry of the list that a message matched.
  std::uint16_t app_info() const noexcept { return wire::load16(at_ + 0x2a); }

  /// Bytes received; without the header, if it matched.
  std::uint32_t byte_cnt() const noexcept { return wire::load32(at_ + 0x2c); }

  /// Device clock, in ticks.
  std::uint64_t timestamp() const noexcept { return wire::load64(at_ + 0x30); }

  /// QP number.
  std::uint32_t qpn() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x38)); }

  /// Index of the receive WQE, if the message took one.
  std::uint16_t wqe_counter() const noexcept { return wire::load16(at_ + 0x3c); }

  /// XOR over the CQE, if the CQ checks signatures.
  std::uint8_t signature() const noexcept { return wire::load8(at_ + 0x3e); }

  /// A message arrived.
  verbatim::cqe_opcode opcode() const noexcept {
    return static_cast<verbatim::cqe_opcode>(wire::get<7, 4>(wire::load32(at_ + 0x3c)));
  }

  /// Plain or inlined data.
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
    verbatim::tmh_op tmh_opcode = {};
    std::uint32_t app_ctx = 0;
    std::uint64_t tag = 0;
    std::uint32_t srqn_uidx = 0;
    std::uint32_t imm = 0;
    std::uint8_t app = 0;
    std::uint8_t app_op = 0;
    std::uint16_t app_info = 0;
    std::uint32_t byte_cnt = 0;
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
      wire::store64(at + 0x00,
                    wire::put<31, 24>(std::uint32_t{static_cast<std::uint8_t>(tmh_opcode)}),
                    app_ctx);
      wire::store64(at + 0x08, tag);
      wire::store64(at + 0x20, wire::put<23, 0>(std::uint32_t{srqn_uidx}), imm);
      wire::store64(at + 0x28,
                    wire::put<31, 24>(std::uint32_t{app}) |
                        wire::put<23, 16>(std::uint32_t{app_op}) |
                        wire::put<15, 0>(std::uint32_t{app_info}),
                    byte_cnt);
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
  static constexpr std::array<wire::field, 17> fields{{
      {"tmh_opcode", 0x00, 31, 24, enumerator_name<verbatim::tmh_op>},
      {"app_ctx", 0x04, 31, 0},
      {"tag", 0x08, 63, 0},
      {"srqn_uidx", 0x20, 23, 0},
      {"imm", 0x24, 31, 0},
      {"app", 0x28, 31, 24},
      {"app_op", 0x28, 23, 16},
      {"app_info", 0x28, 15, 0},
      {"byte_cnt", 0x2c, 31, 0},
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
