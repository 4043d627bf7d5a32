// Generated from specs/cqes/err_cqe.yaml by codegen.
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

/// A completion with error. It takes the place of a cqe64 whose opcode is req_err or resp_err. A view:
/// nothing is copied, and every getter reads the bytes in place.
///
///   at    bits     field
///   0x20  23..0    srqn
///   0x34  31..24   hw_err_synd
///   0x34  23..16   hw_synd_type
///   0x34  15..8    vendor_err_synd
///   0x34  7..0     syndrome
///   0x38  31..24   s_wqe_opcode
///   0x38  23..0    qpn
///   0x3c  31..16   wqe_counter
///   0x3c  15..8    signature
///   0x3c  7..4     opcode
///   0x3c  3..2     format
///   0x3c  1..1     se
///   0x3c  0..0     owner
///
/// Source: mlx5dv.h, struct mlx5_err_cqe; hw_err_synd and hw_synd_type: UCX ib_mlx5.h, uct_ib_mlx5_err_cqe.
class err_cqe {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  explicit err_cqe(const std::byte* at) noexcept : at_(at) {}

  /// User index of the queue; the SRQ number in CQE version 0.
  std::uint32_t srqn() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x20)); }

  /// Hardware error syndrome.
  std::uint8_t hw_err_synd() const noexcept { return wire::load8(at_ + 0x34); }

  /// Unit that raised the hardware error syndrome.
  std::uint8_t hw_synd_type() const noexcept { return wire::load8(at_ + 0x35); }

  /// Vendor error syndrome.
  std::uint8_t vendor_err_synd() const noexcept { return wire::load8(at_ + 0x36); }

  /// Kind of the error.
  verbatim::cqe_syndrome syndrome() const noexcept {
    return static_cast<verbatim::cqe_syndrome>(wire::load8(at_ + 0x37));
  }

  /// Opcode of the failed send WQE.
  verbatim::opcode s_wqe_opcode() const noexcept {
    return static_cast<verbatim::opcode>(wire::load8(at_ + 0x38));
  }

  /// QP number.
  std::uint32_t qpn() const noexcept { return wire::get<23, 0>(wire::load32(at_ + 0x38)); }

  /// wqe_index of the failed WQE.
  std::uint16_t wqe_counter() const noexcept { return wire::load16(at_ + 0x3c); }

  /// XOR over the CQE, if the CQ checks signatures.
  std::uint8_t signature() const noexcept { return wire::load8(at_ + 0x3e); }

  /// Requester error or responder error.
  verbatim::cqe_opcode opcode() const noexcept {
    return static_cast<verbatim::cqe_opcode>(wire::get<7, 4>(wire::load32(at_ + 0x3c)));
  }

  /// Plain in an error.
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
    std::uint32_t srqn = 0;
    std::uint8_t hw_err_synd = 0;
    std::uint8_t hw_synd_type = 0;
    std::uint8_t vendor_err_synd = 0;
    verbatim::cqe_syndrome syndrome = {};
    verbatim::opcode s_wqe_opcode = {};
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
      wire::store32(at + 0x20, wire::put<23, 0>(std::uint32_t{srqn}));
      wire::store32(at + 0x34,
                    wire::put<31, 24>(std::uint32_t{hw_err_synd}) |
                        wire::put<23, 16>(std::uint32_t{hw_synd_type}) |
                        wire::put<15, 8>(std::uint32_t{vendor_err_synd}) |
                        wire::put<7, 0>(std::uint32_t{static_cast<std::uint8_t>(syndrome)}));
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

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 13> fields{{
      {"srqn", 0x20, 23, 0},
      {"hw_err_synd", 0x34, 31, 24},
      {"hw_synd_type", 0x34, 23, 16},
      {"vendor_err_synd", 0x34, 15, 8},
      {"syndrome", 0x34, 7, 0, enumerator_name<verbatim::cqe_syndrome>},
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
