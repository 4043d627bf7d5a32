// The list of tags of a tag-matching SRQ: a message that matches one goes straight to its buffer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace verbatim::emulator {

/// Guarded by device::lock().
struct tag_list {
  struct entry {
    /// The number by which the program and the device name the entry.
    std::uint16_t index = 0;
    std::uint64_t tag = 0;

    /// The bits that have to agree.
    std::uint64_t mask = 0;

    /// The buffer; 0 bytes for none.
    std::uint64_t addr = 0;
    std::uint32_t byte_count = 0;
    std::uint32_t lkey = 0;

    /// True if it was appended before the program had seen all unexpected messages. One of those
    /// may be for it, so it matches nothing before both counters agree.
    bool waits_for_sync = false;
  };

  /// The entries, in the order in which messages look through them.
  std::vector<entry> entries;
  std::size_t most_entries = 0;

  /// The entry that the next tag gets. Each append names the one after it.
  std::uint16_t next_index = 0;

  /// The number of unexpected messages that came, and the number that the program says it has
  /// taken.
  std::uint16_t unexpected = 0;
  std::uint16_t taken = 0;

  bool in_sync() const noexcept { return unexpected == taken; }

  /// Returns the first entry that a message with that tag matches, or the end.
  auto match(std::uint64_t tag) noexcept {
    return std::find_if(entries.begin(), entries.end(), [tag](const entry& one) {
      return !one.waits_for_sync && (one.tag & one.mask) == (tag & one.mask);
    });
  }
};

}  // namespace verbatim::emulator
