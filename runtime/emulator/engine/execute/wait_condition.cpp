// Compares the value of a WAIT with the current value.
#include "engine/execute/wait_condition.hpp"

#include <bit>

namespace verbatim::emulator {
namespace {

/// Returns the distance from `b` to `a`, modulo the width of the mask. It is negative if `a` is
/// before `b`.
std::int64_t ahead(std::uint64_t a, std::uint64_t b, std::uint64_t mask) noexcept {
  const int unused = std::countl_zero(mask);
  return static_cast<std::int64_t>((a - b) << unused);
}

bool compare(wait_operation operation, std::uint64_t value, std::uint64_t there,
             std::uint64_t mask) noexcept {
  switch (operation) {
    case wait_operation::equal:
      return value == there;
    case wait_operation::bigger:
      return value > there;
    case wait_operation::smaller:
      return value < there;
    case wait_operation::cyclic_bigger:
      return ahead(value, there, mask) > 0;
    case wait_operation::cyclic_smaller:
      return ahead(value, there, mask) < 0;
    default:
      return true;
  }
}

}  // namespace

bool holds(const wait_request& what, std::uint64_t there) noexcept {
  return compare(what.operation, what.value & what.mask, there & what.mask, what.mask) !=
         what.invert;
}

bool reached(const wait_request& what, std::uint32_t produced) noexcept {
  constexpr std::uint32_t half = 0x800000;
  return ((produced - what.count) & (2 * half - 1)) < half;
}

}  // namespace verbatim::emulator
