// The words in host memory from which the device reads producer and consumer indexes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/words.hpp"

namespace verbatim::mmio {

/// A doorbell record: one big-endian word that the program writes and the device reads. Layouts:
/// specs/doorbells/.
class doorbell_record {
 public:
  /// `word` is 4-byte aligned and must outlive the record.
  explicit doorbell_record(std::byte* word) noexcept
      : word_(reinterpret_cast<std::uint32_t*>(word)) {}

  /// Publishes a host-order value in one store. Call the barrier that the queue needs first.
  void publish(std::uint32_t value) const noexcept {
    __atomic_store_n(word_, wire::big_endian(value), __ATOMIC_RELAXED);
  }

  /// Publishes the lower 16 bits of a counter that has its word to itself. The upper half of the
  /// word keeps its first value, 0. Callers need not mask the counter.
  void publish16(std::uint32_t counter) const noexcept {
    __atomic_store_n(lower_half(), wire::big_endian(static_cast<std::uint16_t>(counter)),
                     __ATOMIC_RELAXED);
  }

  /// Returns the value that publish16() published last.
  std::uint16_t published16() const noexcept {
    return wire::big_endian(__atomic_load_n(lower_half(), __ATOMIC_RELAXED));
  }

 private:
  std::uint16_t* lower_half() const noexcept { return reinterpret_cast<std::uint16_t*>(word_) + 1; }

  std::uint32_t* word_;
};

}  // namespace verbatim::mmio
