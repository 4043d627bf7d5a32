// Masked (extended) atomics: their computation and their execution, which is atomic for the
// program's threads too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace verbatim::emulator {

/// Holds an operand of any size, zero-extended.
__extension__ typedef unsigned __int128 wide_value;

/// The number of operands, one after the other in the WQE and each big-endian: swap, compare,
/// swap_mask, compare_mask; or add, field_boundary.
inline constexpr std::size_t masked_swap_operands = 4;
inline constexpr std::size_t masked_add_operands = 2;

/// Replaces the bits of swap_mask if the bits of compare_mask are equal. Returns the new value.
wide_value masked_swap(wide_value before, wide_value swap, wide_value compare, wide_value swap_mask,
                       wide_value compare_mask) noexcept;

/// Adds field by field: no carry leaves a bit that is set in `field_boundary`.
wide_value masked_add(wide_value before, wide_value add, wide_value field_boundary) noexcept;

/// Executes a masked atomic on the `bytes` bytes (4, 8 or 16) at `at`, which is aligned to `bytes`
/// and holds a number in host order. `operands` are those of the WQE. Returns the previous value,
/// or nothing if the memory is not mapped or cannot be written.
std::optional<wide_value> execute_masked_atomic(std::byte* at, std::size_t bytes, bool is_swap,
                                                std::span<const std::byte> operands) noexcept;

/// These functions read and write a big-endian number in those bytes.
wide_value load_wide(std::span<const std::byte> from) noexcept;
void store_wide(std::span<std::byte> to, wide_value value) noexcept;

}  // namespace verbatim::emulator
