// Tests whether the device has written a CQE.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::detail {

/// The offset of op_own in a cqe64: opcode, format, solicited event, owner bit.
inline constexpr std::size_t op_own_at = cqe64::size - 1;

/// The offset of the validity byte, which replaces the owner bit in the enhanced layout.
inline constexpr std::size_t validity_at = cqe64::size - 2;

/// op_own of a CQE that the device has not written.
inline constexpr auto nobodys = std::byte{0xf1};

inline cqe_opcode opcode_of(std::uint8_t op_own) noexcept {
  return static_cast<cqe_opcode>(wire::get<7, 4>(op_own));
}
inline cqe_format format_of(std::uint8_t op_own) noexcept {
  return static_cast<cqe_format>(wire::get<3, 2>(op_own));
}

/// Returns the lowest op_own with this opcode, so that opcodes can be compared without a shift.
constexpr std::uint8_t least(cqe_opcode op) noexcept {
  return wire::put<7, 4>(static_cast<std::uint8_t>(op));
}

// Both classes have these functions. If the device has written the CQE, op_own_of() clears the
// owner bit of op_own, in every lap of the ring.
//
//   lap_of(lap)            returns the owner bit or validity byte of the CQEs of a lap
//   op_own_of(cqe, lap)    returns op_own of a CQE that the device may have written in this lap
//   nothing_there(op_own)  returns true if the device has not written the CQE

/// A bit of op_own that flips with each lap.
struct owner_bit {
  static std::uint8_t lap_of(std::uint32_t lap) noexcept {
    return static_cast<std::uint8_t>(lap & 1);
  }

  static std::uint8_t op_own_of(const std::byte* cqe, std::uint8_t lap) noexcept {
    const auto op_own =
        __atomic_load_n(reinterpret_cast<const std::uint8_t*>(cqe + op_own_at), __ATOMIC_RELAXED);
    return op_own ^ lap;
  }

  static bool nothing_there(std::uint8_t op_own) noexcept {
    return wire::get<0, 0>(op_own) != 0 || op_own >= least(cqe_opcode::invalid);
  }
};

/// A byte that counts the laps.
struct validity_byte {
  static std::uint8_t lap_of(std::uint32_t lap) noexcept {
    return static_cast<std::uint8_t>(lap & 0xff);
  }

  static std::uint8_t op_own_of(const std::byte* cqe, std::uint8_t lap) noexcept {
    std::uint16_t word = __atomic_load_n(reinterpret_cast<const std::uint16_t*>(cqe + validity_at),
                                         __ATOMIC_RELAXED);
    word = wire::big_endian(word);
    return word >> 8 == lap ? static_cast<std::uint8_t>(word & 0xfe) : std::uint8_t{0xff};
  }

  /// A compressed CQE has a count in place of the opcode.
  static bool nothing_there(std::uint8_t op_own) noexcept {
    if (wire::get<0, 0>(op_own) != 0) return true;
    return op_own >= least(cqe_opcode::invalid) && format_of(op_own) != cqe_format::compressed;
  }
};

}  // namespace verbatim::detail
