// The indirect key: a memory key that translates through a list of other keys. Memory windows and
// the mkeys of direct verbs are such keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "objects/memory/block_cipher.hpp"
#include "objects/memory/block_signature.hpp"
#include "objects/memory/memory_region.hpp"
#include "objects/memory/protection_domain.hpp"
#include "objects/object.hpp"

namespace verbatim::emulator {

/// One entry of a translation list: bytes at `addr` of another key.
struct translation_entry {
  std::uint64_t byte_count = 0;
  std::uint32_t key = 0;
  std::uint64_t addr = 0;

  /// The distance in bytes between two repetitions of a strided list.
  std::uint64_t stride = 0;
};

/// A translation list. The entries follow one another in the address space of the key. The whole
/// list is repeated `repeat_count` times.
struct translation {
  std::vector<translation_entry> entries;
  std::uint32_t repeat_count = 1;

  /// Returns the length of one repetition in bytes.
  std::uint64_t bytes_per_repetition() const noexcept {
    std::uint64_t sum = 0;
    for (const translation_entry& one : entries) sum += one.byte_count;
    return sum;
  }
};

enum class indirect_kind : std::uint8_t { window_type_1, window_type_2, mkey };

struct indirect_key : object {
  /// The QP number that means all queue pairs.
  static constexpr std::uint32_t every_queue_pair = 0xffffff;

  indirect_key(context& owner_in, indirect_kind kind_in) noexcept
      : object(owner_in, rank::memory_window), kind(kind_in) {}

  bool is_window() const noexcept { return kind != indirect_kind::mkey; }

  /// Returns true if [addr, addr + bytes) is inside, in the addresses of WQEs. Addresses of a key
  /// with a signature count bytes on the wire.
  bool covers(std::uint64_t addr, std::uint64_t bytes) const noexcept {
    const std::uint64_t all = signature ? signature->all_on_the_wire(length) : length;
    return addr >= start && bytes <= all && addr - start <= all - bytes;
  }

  indirect_kind kind;

  /// The lkey and rkey, which are the same number: index << 8 | variant. A UMR may change the
  /// variant.
  std::uint32_t key = 0;
  reference<protection_domain> pd;

  /// True if the key gives no access: a window that is not bound, or a key that was invalidated.
  bool free = true;

  /// True if a peer may make the key free (SEND with invalidate).
  bool remote_invalidate = false;

  /// True if UMRs may change the key.
  bool umr_enabled = true;

  /// The only queue pair that may use the key, or `every_queue_pair`.
  std::uint32_t qpn = every_queue_pair;

  /// Address of the first byte; 0 for a key whose addresses are offsets.
  std::uint64_t start = 0;
  std::uint64_t length = 0;

  /// Combination of the `access` values.
  std::uint32_t access_flags = 0;

  /// True if local reads are allowed. `access` has no value for this.
  bool local_read = false;
  emulator::translation translation;

  /// The longest list, in units of 16 bytes, and the size of the key's BSF in the same units.
  std::uint32_t most_octowords = 0;
  std::uint32_t most_bsf_octowords = 0;

  /// The signatures of the blocks, if the wire or the memory has signatures.
  std::optional<block_signature> signature;

  /// True if the next wrong block is reported. Only the first one is reported, until a UMR requests
  /// another report.
  bool tells_signature_error = true;

  /// The incomplete unit of `signature` that has arrived from the wire, and its position on the
  /// wire.
  struct {
    std::uint64_t begin = 0;
    std::vector<std::byte> bytes;
  } incoming;

  /// The encryption of the data; null if there is none. Then `signature` has no signatures, and its
  /// unit is that of the cipher.
  std::shared_ptr<const block_cipher> cipher;

  /// Sets the signature, and drops the incomplete unit of the old one.
  void sign(std::optional<block_signature> with) {
    signature = std::move(with);
    incoming.bytes.clear();
  }
};

}  // namespace verbatim::emulator
