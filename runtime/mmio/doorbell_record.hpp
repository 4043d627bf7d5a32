// The words in host memory from which the device reads producer and consumer indexes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/words.hpp"

namespace verbatim::mmio {

/// One big-endian word that the program writes and the device reads. Layouts: specs/doorbells/.
class doorbell_record {
 public:
  /// `word` is 4-byte aligned and outlives the record.
  explicit doorbell_record(std::byte* word) noexcept
      : word_(reinterpret_cast<std::uint32_t*>(word)) {}

  /// Publishes a host-order value in one store. Put the barrier that the queue needs in front.
  void publish(std::uint32_t value) const noexcept {
    __atomic_store_n(word_, wire::big_endian(value), __ATOMIC_RELAXED);
  }

 private:
  std::uint32_t* word_;
};

}  // namespace verbatim::mmio
