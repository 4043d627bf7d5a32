// The way from memory keys to the program's memory: checks of rights, reads and writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/memory/signature_conversion.hpp"
#include "objects/memory/indirect_key.hpp"
#include "objects/memory/memory_region.hpp"

namespace verbatim::emulator {

class device;

/// A range of memory that may be accessed, or the reason why it may not.
struct memory_range {
  struct piece {
    std::byte* at = nullptr;  ///< null: nowhere
    std::size_t bytes = 0;
  };

  /// The pieces, in the order of the addresses asked for; several, if the key translates through a
  /// list.
  std::vector<piece> pieces;

  /// For a key with a signature: `pieces` hold the whole units of blocks that the range touches.
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
  /// it is not there any more.
  bool read(std::byte* to, std::size_t bytes) const;
  bool write(const std::byte* from, std::size_t bytes) const;

 private:
  bool read_pieces(std::byte* to, std::size_t bytes) const noexcept;
  bool write_pieces(const std::byte* from, std::size_t bytes) const noexcept;
  bool read_blocks(std::byte* to, std::size_t bytes) const;
  bool write_blocks(const std::byte* from, std::size_t bytes) const;
  void convert(signature_direction direction, std::span<const std::byte> in,
               std::span<std::byte> out) const;
};

/// Access to the program's memory that never ends the process, whatever the program did to memory
/// it had registered: copying from or to a page that is gone fails.
class memory_access {
 public:
  explicit memory_access(const device& of) noexcept : of_(of) {}

  /// Finds `bytes` bytes at `addr` of the key, if queue pair `qpn` in `pd` may have `rights` (a
  /// combination of `access` values; none is reading) to them. `key_name` is "lkey" or "rkey".
  memory_range find(const char* key_name, std::uint32_t key, const protection_domain* pd,
                    std::uint64_t addr, std::uint64_t bytes, std::uint32_t rights,
                    std::uint32_t qpn = indirect_key::every_queue_pair) const;

  /// Returns the error that `find` would report for the key itself, in words, or nothing. The keys
  /// that its list names are checked when the memory is accessed.
  std::string check(const char* key_name, std::uint32_t key, const protection_domain* pd,
                    std::uint64_t addr, std::uint64_t bytes, std::uint32_t rights,
                    std::uint32_t qpn = indirect_key::every_queue_pair) const;

  /// Converts the address and length of an SGE with a signature's key, which count bytes of data,
  /// into the bytes on the wire that `find` and `check` count. Other SGEs stay as they are.
  void put_on_wire(std::uint32_t lkey, std::uint64_t& addr, std::uint32_t& byte_count) const;

  /// Returns the errors that reads and writes through keys with signatures have found since the
  /// last call.
  std::vector<signature_error> take_signature_errors() const {
    return std::exchange(signature_errors_, {});
  }

  /// Copy out of and into the program's memory. Return false if some of it is not there any more.
  static bool read(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;
  static bool write(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;

  /// True if the word at `at` can be written. Code that touches it directly has to ask first, or it
  /// could get a signal.
  static bool writable(std::byte* at) noexcept;

  /// Execute atomics that are atomic for the program's threads too. `at` must be aligned to 8
  /// bytes. Both return the value before, in host order, or nothing if the memory is not there or
  /// cannot be written.
  static std::optional<std::uint64_t> compare_and_swap(std::byte* at, std::uint64_t compare,
                                                       std::uint64_t swap) noexcept;
  static std::optional<std::uint64_t> fetch_and_add(std::byte* at, std::uint64_t add) noexcept;

 private:
  const device& of_;
  mutable std::vector<signature_error> signature_errors_;
};

}  // namespace verbatim::emulator
