// The memory of a key, in one piece or in several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/memory/signature_conversion.hpp"
#include "objects/memory/indirect_key.hpp"

namespace verbatim::emulator {

/// Records what the device writes to the program's memory at `at`, which it is about to write or has
/// written, for --record.
void record_memory(std::uint32_t key, std::uint64_t offset, const std::byte* at,
                   std::span<const std::byte> bytes);

/// A range of memory that may be accessed, or the reason why it may not.
struct memory_range {
  struct piece {
    std::byte* at = nullptr;  ///< null: no memory
    std::size_t bytes = 0;

    /// The memory region, and the place in it.
    std::uint32_t key = 0;
    std::uint64_t offset = 0;

    /// True if a NIC keeps the pages although the program unmaps them.
    bool pinned = false;
  };

  /// The pieces, in the order of the requested addresses. There are several if the key translates
  /// through a list.
  std::vector<piece> pieces;

  /// For a key with a signature: `pieces` hold the whole units of blocks that overlap the range.
  /// read() and write() convert between them and the bytes on the wire.
  struct blocks {
    indirect_key* key = nullptr;

    /// The start of the range on the wire, counted from the start of the key.
    std::uint64_t wire_begin = 0;

    /// The key's bytes of data before the first unit, and before the end of the last.
    std::uint64_t data_begin = 0;
    std::uint64_t data_end = 0;

    /// Receives the errors that are found.
    std::vector<signature_error>* errors = nullptr;
  };
  std::optional<blocks> converted;

  /// The reason why the range may not be accessed; empty if it may.
  std::string problem;

  /// Returns the start of the range if it is in one piece; else null.
  std::byte* at() const noexcept { return pieces.size() == 1 ? pieces.front().at : nullptr; }

  /// Copies `bytes` bytes from the start of the range, at most its length. Returns false if some of
  /// the memory is not mapped any more. A write to pinned pages that are unmapped is dropped there,
  /// because the program cannot see them.
  bool read(std::byte* to, std::size_t bytes) const;
  bool write(const std::byte* from, std::size_t bytes) const;

 private:
  bool read_pieces(std::byte* to, std::size_t bytes) const noexcept;
  bool write_pieces(const std::byte* from, std::size_t bytes) const;
  bool read_blocks(std::byte* to, std::size_t bytes) const;
  bool write_blocks(const std::byte* from, std::size_t bytes) const;
  void convert(signature_direction direction, std::span<const std::byte> in,
               std::span<std::byte> out) const;
};

}  // namespace verbatim::emulator
