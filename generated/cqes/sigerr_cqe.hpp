// Generated from specs/cqes/sigerr_cqe.yaml by codegen.
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

/// Data did not have the signature that a key asks for. It belongs to no WQE and takes the place of a cqe64
/// whose opcode is sig_err. A view: nothing is copied, and every getter reads the bytes in place.
///
///   at    bits     field
///   0x10  31..0    expected_trans_sig
///   0x14  31..0    actual_trans_sig
///   0x18  31..0    expected_reftag
///   0x1c  31..0    actual_reftag
///   0x20  29..29   guard_err
///   0x20  28..28   apptag_err
///   0x20  27..27   reftag_err
///   0x20  10..8    sig_type
///   0x20  2..0     domain
///   0x24  31..0    mkey
///   0x28  63..0    sig_err_offset
///   0x3c  15..8    signature
///   0x3c  7..4     opcode
///   0x3c  3..2     format
///   0x3c  0..0     owner
///
/// Source: Linux include/linux/mlx5/device.h, struct mlx5_sig_err_cqe; rdma-core providers/mlx5/cq.c,
/// mlx5_sigerr_cqe.
class sigerr_cqe {
 public:
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  explicit sigerr_cqe(const std::byte* at) noexcept : at_(at) {}

  /// Transaction signature that was expected: guard in the upper half and application tag in the lower.
  std::uint32_t expected_trans_sig() const noexcept { return wire::load32(at_ + 0x10); }

  /// Transaction signature that was found.
  std::uint32_t actual_trans_sig() const noexcept { return wire::load32(at_ + 0x14); }

  /// Reference tag that was expected.
  std::uint32_t expected_reftag() const noexcept { return wire::load32(at_ + 0x18); }

  /// Reference tag that was found.
  std::uint32_t actual_reftag() const noexcept { return wire::load32(at_ + 0x1c); }

  /// 1 if the guard is wrong.
  std::uint8_t guard_err() const noexcept { return wire::get<29, 29>(wire::load32(at_ + 0x20)); }

  /// 1 if the application tag is wrong.
  std::uint8_t apptag_err() const noexcept { return wire::get<28, 28>(wire::load32(at_ + 0x20)); }

  /// 1 if the reference tag is wrong.
  std::uint8_t reftag_err() const noexcept { return wire::get<27, 27>(wire::load32(at_ + 0x20)); }

  /// 0 for a block, 1 for a transaction.
  std::uint8_t sig_type() const noexcept { return wire::get<10, 8>(wire::load32(at_ + 0x20)); }

  /// 0 for the wire, 1 for memory.
  std::uint8_t domain() const noexcept { return wire::get<2, 0>(wire::load32(at_ + 0x20)); }

  /// The key.
  std::uint32_t mkey() const noexcept { return wire::load32(at_ + 0x24); }

  /// Byte offset of the first error.
  std::uint64_t sig_err_offset() const noexcept { return wire::load64(at_ + 0x28); }

  /// XOR over the CQE, if the CQ checks signatures.
  std::uint8_t signature() const noexcept { return wire::load8(at_ + 0x3e); }

  /// sig_err.
  verbatim::cqe_opcode opcode() const noexcept {
    return static_cast<verbatim::cqe_opcode>(wire::get<7, 4>(wire::load32(at_ + 0x3c)));
  }

  /// Plain.
  verbatim::cqe_format format() const noexcept {
    return static_cast<verbatim::cqe_format>(wire::get<3, 2>(wire::load32(at_ + 0x3c)));
  }

  /// Flips each time the CQ wraps.
  std::uint8_t owner() const noexcept { return wire::get<0, 0>(wire::load32(at_ + 0x3c)); }

  /// Returns the address of the CQE's first byte.
  const std::byte* bytes() const noexcept { return at_; }

  /// The fields as values, for an emulator or a test that plays the device.
  struct values {
    std::uint32_t expected_trans_sig = 0;
    std::uint32_t actual_trans_sig = 0;
    std::uint32_t expected_reftag = 0;
    std::uint32_t actual_reftag = 0;
    std::uint8_t guard_err = 0;
    std::uint8_t apptag_err = 0;
    std::uint8_t reftag_err = 0;
    std::uint8_t sig_type = 0;
    std::uint8_t domain = 0;
    std::uint32_t mkey = 0;
    std::uint64_t sig_err_offset = 0;
    std::uint8_t signature = 0;
    verbatim::cqe_opcode opcode = {};
    verbatim::cqe_format format = {};
    std::uint8_t owner = 0;

    /// Writes all 64 bytes, big-endian. Bits without a name become zero.
    void write(std::byte* at) const noexcept {
      std::memset(at, 0, size);
      wire::store64(at + 0x10, expected_trans_sig, actual_trans_sig);
      wire::store64(at + 0x18, expected_reftag, actual_reftag);
      wire::store64(at + 0x20,
                    wire::put<29, 29>(std::uint32_t{guard_err}) |
                        wire::put<28, 28>(std::uint32_t{apptag_err}) |
                        wire::put<27, 27>(std::uint32_t{reftag_err}) |
                        wire::put<10, 8>(std::uint32_t{sig_type}) |
                        wire::put<2, 0>(std::uint32_t{domain}),
                    mkey);
      wire::store64(at + 0x28, sig_err_offset);
      wire::store32(at + 0x3c,
                    wire::put<15, 8>(std::uint32_t{signature}) |
                        wire::put<7, 4>(std::uint32_t{static_cast<std::uint8_t>(opcode)}) |
                        wire::put<3, 2>(std::uint32_t{static_cast<std::uint8_t>(format)}) |
                        wire::put<0, 0>(std::uint32_t{owner}));
    }
  };

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 15> fields{{
      {"expected_trans_sig", 0x10, 31, 0},
      {"actual_trans_sig", 0x14, 31, 0},
      {"expected_reftag", 0x18, 31, 0},
      {"actual_reftag", 0x1c, 31, 0},
      {"guard_err", 0x20, 29, 29},
      {"apptag_err", 0x20, 28, 28},
      {"reftag_err", 0x20, 27, 27},
      {"sig_type", 0x20, 10, 8},
      {"domain", 0x20, 2, 0},
      {"mkey", 0x24, 31, 0},
      {"sig_err_offset", 0x28, 63, 0},
      {"signature", 0x3c, 15, 8},
      {"opcode", 0x3c, 7, 4, enumerator_name<verbatim::cqe_opcode>},
      {"format", 0x3c, 3, 2, enumerator_name<verbatim::cqe_format>},
      {"owner", 0x3c, 0, 0},
  }};

 private:
  const std::byte* at_;
};

}  // namespace verbatim
