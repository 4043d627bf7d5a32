// The way from memory keys to the program's memory: who may touch what, and the touching.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/signature_conversion.hpp"
#include "objects/indirect_key.hpp"
#include "objects/memory_region.hpp"

namespace verbatim::emulator {

class device;

/// A range of memory that may be touched, or why it may not.
struct memory_range {
  struct piece {
    std::byte* at = nullptr;  ///< null: nowhere
    std::size_t bytes = 0;
  };

  /// In the order of the addresses asked for; several, if the key translates through a list.
  std::vector<piece> pieces;

  /// Of a key with a signature: `pieces` hold the whole units of blocks that the range touches, and
  /// read() and write() convert between them and what is on the wire.
  struct blocks {
    indirect_key* key = nullptr;

    /// Where the range begins on the wire, from the key's beginning on.
    std::uint64_t wire_begin = 0;

    /// Data of the key before the first unit, and behind the last.
    std::uint64_t data_begin = 0;
    std::uint64_t data_end = 0;

    /// Gets what is found to be wrong.
    std::vector<signature_error>* errors = nullptr;
  };
  std::optional<blocks> converted;

  /// Empty if it may.
  std::string problem;

  /// Where it begins, if it is in one piece; else null.
  std::byte* at() const noexcept { return pieces.size() == 1 ? pieces.front().at : nullptr; }

  /// Copies `bytes` bytes, which is its whole length or less, from its beginning. False if some of
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

/// Nothing here ends the process, whatever the program did to memory it had registered: copying
/// from or to a page that is gone fails.
class memory_access {
 public:
  explicit memory_access(const device& of) noexcept : of_(of) {}

  /// Finds `bytes` bytes at `addr` of the key, if queue pair `qpn` in `pd` may have `rights` (a
  /// combination of `access` values; none is reading) to them. `key_name` is "lkey" or "rkey".
  memory_range find(const char* key_name, std::uint32_t key, const protection_domain* pd,
                    std::uint64_t addr, std::uint64_t bytes, std::uint32_t rights,
                    std::uint32_t qpn = indirect_key::every_queue_pair) const;

  /// What `find` would say of the key itself, in words, or nothing: the keys that its list names
  /// are looked at when the memory is touched.
  std::string check(const char* key_name, std::uint32_t key, const protection_domain* pd,
                    std::uint64_t addr, std::uint64_t bytes, std::uint32_t rights,
                    std::uint32_t qpn = indirect_key::every_queue_pair) const;

  /// An SGE of a key with a signature counts bytes of data: makes of its address and length what
  /// lies on the wire, as `find` and `check` count. Others stay as they are.
  void put_on_wire(std::uint32_t lkey, std::uint64_t& addr, std::uint32_t& byte_count) const;

  /// What reading and writing through keys with signatures has found since this was last asked.
  std::vector<signature_error> take_signature_errors() const {
    return std::exchange(signature_errors_, {});
  }

  /// Copies out of and into the program's memory. False if some of it is not there any more.
  static bool read(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;
  static bool write(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;

  /// True if the word at `at` can be written: what touches it directly has to ask first, because
  /// otherwise it would be a signal.
  static bool writable(std::byte* at) noexcept;

  /// Atomic for the program's threads too. `at` must be aligned to 8 bytes. Both return what was
  /// there before, in host order, or nothing if the memory is not there or cannot be written.
  static std::optional<std::uint64_t> compare_and_swap(std::byte* at, std::uint64_t compare,
                                                       std::uint64_t swap) noexcept;
  static std::optional<std::uint64_t> fetch_and_add(std::byte* at, std::uint64_t add) noexcept;

 private:
  const device& of_;
  mutable std::vector<signature_error> signature_errors_;
};

}  // namespace verbatim::emulator
