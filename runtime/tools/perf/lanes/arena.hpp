// The memory of one thread: what its queue pairs send, and where messages arrive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tools/perf/parameters.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::tools::perf {

/// Each queue pair has slots to send from and as many to receive into. Both ends have the same
/// layout, because it follows from the parameters.
class arena {
 public:
  arena(const verbatim::pd& pd, const parameters& what);

  const verbatim::mr& region() const noexcept { return mr_; }
  std::uint32_t slots() const noexcept { return slots_; }

  /// Returns the length of a receive.
  std::uint32_t slot_bytes() const noexcept { return stride_; }

  /// These functions return the offset of a slot from the beginning of the region.
  std::uint64_t out_at(std::uint32_t qp, std::uint64_t message) const noexcept {
    return (std::uint64_t{qp} * 2 * slots_ + message % slots_) * stride_;
  }
  std::uint64_t in_at(std::uint32_t qp, std::uint64_t message) const noexcept {
    return ((std::uint64_t{qp} * 2 + 1) * slots_ + message % slots_) * stride_;
  }
  std::byte* at(std::uint64_t offset) const noexcept { return memory_ + offset; }

  /// Puts the bytes of a round into all slots to send from, and other bytes where they arrive.
  void prepare(std::uint32_t seed, std::uint32_t size) const;

  /// Writes the words that atomics change.
  void set_words(std::uint64_t value) const;
  std::uint64_t word(std::uint32_t qp) const noexcept;

  /// Returns the number of a queue pair's slots in which a message of the round has arrived, behind
  /// `skip` bytes. The last `but` bytes are not looked at.
  std::uint32_t arrived(std::uint32_t qp, std::uint32_t seed, std::uint32_t size,
                        std::uint32_t skip = 0, std::uint32_t but = 0) const noexcept;

 private:
  std::uint32_t queue_pairs_;
  std::uint32_t stride_;
  std::uint32_t slots_;
  verbatim::mr mr_;
  std::byte* memory_;
};

}  // namespace verbatim::tools::perf
