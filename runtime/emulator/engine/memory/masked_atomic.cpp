// Executes masked atomics with a compare-and-swap loop, on 4, 8 or 16 bytes.
#include "engine/memory/masked_atomic.hpp"

#include <algorithm>
#include <array>

#include "engine/memory/memory_access.hpp"
#include "engine/memory/program_bytes.hpp"

namespace verbatim::emulator {
namespace {

/// Applies one operation to a value.
struct computation {
  bool is_swap;
  std::array<wide_value, masked_swap_operands> operands{};

  wide_value after(wide_value before) const noexcept {
    return is_swap ? masked_swap(before, operands[0], operands[1], operands[2], operands[3])
                   : masked_add(before, operands[0], operands[1]);
  }
};

template <class Word>
wide_value update(std::byte* at, const computation& what) noexcept {
  auto* const word = reinterpret_cast<Word*>(at);
  Word before = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(word, &before, static_cast<Word>(what.after(before)), false,
                                      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  return before;
}

/// Writes `after` if the memory holds `before`; otherwise stores the current value in `before`.
bool swap_16(wide_value* at, wide_value& before, wide_value after) noexcept {
#if defined(__x86_64__)
  // The instruction is used directly, because compilers call a library for it: some x86-64
  // processors lack it.
  auto low = static_cast<std::uint64_t>(before);
  auto high = static_cast<std::uint64_t>(before >> 64);
  bool swapped;
  asm volatile("lock cmpxchg16b %1"
               : "=@ccz"(swapped), "+m"(*at), "+a"(low), "+d"(high)
               : "b"(static_cast<std::uint64_t>(after)),
                 "c"(static_cast<std::uint64_t>(after >> 64))
               : "memory");
  before = wide_value{high} << 64 | low;
  return swapped;
#else
  // Atomic only against other work of this device.
  const bool same = *at == before;
  before = *at;
  if (same) *at = after;
  return same;
#endif
}

wide_value update_16(std::byte* at, const computation& what) noexcept {
  auto* const word = reinterpret_cast<wide_value*>(at);
  wide_value before = 0;
  while (!swap_16(word, before, what.after(before))) {
  }
  return before;
}

}  // namespace

wide_value masked_swap(wide_value before, wide_value swap, wide_value compare, wide_value swap_mask,
                       wide_value compare_mask) noexcept {
  if ((before & compare_mask) != (compare & compare_mask)) return before;
  return (before & ~swap_mask) | (swap & swap_mask);
}

wide_value masked_add(wide_value before, wide_value add, wide_value field_boundary) noexcept {
  // Without the highest bits, no carry can leave a field. Afterwards the highest bits are added
  // without a carry.
  const wide_value lower = (before & ~field_boundary) + (add & ~field_boundary);
  return lower ^ ((before ^ add) & field_boundary);
}

std::optional<wide_value> execute_masked_atomic(std::byte* at, std::size_t bytes, bool is_swap,
                                                std::span<const std::byte> operands) noexcept {
  if (!program_bytes::writable(at)) return std::nullopt;
  computation what{.is_swap = is_swap};
  const std::size_t count = is_swap ? masked_swap_operands : masked_add_operands;
  for (std::size_t i = 0; i < count; ++i) {
    what.operands[i] = load_wide(operands.subspan(i * bytes, bytes));
  }
  switch (bytes) {
    case sizeof(std::uint32_t):
      return update<std::uint32_t>(at, what);
    case sizeof(std::uint64_t):
      return update<std::uint64_t>(at, what);
    default:
      return update_16(at, what);
  }
}

wide_value load_wide(std::span<const std::byte> from) noexcept {
  wide_value value = 0;
  for (const std::byte one : from) value = value << 8 | std::to_integer<unsigned>(one);
  return value;
}

void store_wide(std::span<std::byte> to, wide_value value) noexcept {
  for (std::size_t i = to.size(); i-- > 0; value >>= 8) to[i] = static_cast<std::byte>(value);
}

}  // namespace verbatim::emulator
