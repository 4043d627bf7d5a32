// The list of tags of a tag-matching SRQ: a message that matches a tag goes directly to the tag's
// buffer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace verbatim::emulator {

/// The tags and their state. Guarded by device::lock().
struct tag_list {
  struct entry {
    /// The number of the entry, for the program and the device.
    std::uint16_t index = 0;
    std::uint64_t tag = 0;

    /// The bits that have to be equal.
    std::uint64_t mask = 0;

    /// The buffer; 0 bytes for none.
    std::uint64_t addr = 0;
    std::uint32_t byte_count = 0;
    std::uint32_t lkey = 0;

    /// True if it was appended before the program had seen all unexpected messages. One of those
    /// messages may be for this tag, so it matches nothing until both counters are equal.
    bool waits_for_sync = false;
  };

  /// The entries, in the order in which messages are compared with them.
  std::vector<entry> entries;
  std::size_t most_entries = 0;

  /// The entry for the next tag. Each append contains the entry after it.
  std::uint16_t next_index = 0;

  /// The number of unexpected messages that have arrived, and the number that the program has
  /// reported as taken.
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
