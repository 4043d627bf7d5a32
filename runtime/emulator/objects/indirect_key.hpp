// The indirect key: a memory key that translates through a list of other keys. Memory windows are
// such keys, and so are the mkeys of direct verbs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "objects/block_signature.hpp"
#include "objects/memory_region.hpp"
#include "objects/object.hpp"
#include "objects/protection_domain.hpp"

namespace verbatim::emulator {

/// One stretch of a translation list: bytes that another key reaches at `addr`.
struct translation_entry {
  std::uint64_t byte_count = 0;
  std::uint32_t key = 0;
  std::uint64_t addr = 0;

  /// From one repetition of a strided list to the next, in bytes.
  std::uint64_t stride = 0;
};

/// The entries lie one after the other in the address space of the key, all of them `repeat_count`
/// times.
struct translation {
  std::vector<translation_entry> entries;
  std::uint32_t repeat_count = 1;

  /// Bytes of all entries, once.
  std::uint64_t bytes_per_repetition() const noexcept {
    std::uint64_t sum = 0;
    for (const translation_entry& one : entries) sum += one.byte_count;
    return sum;
  }
};

enum class indirect_kind : std::uint8_t { window_type_1, window_type_2, mkey };

struct indirect_key : object {
  /// As a QP number: the key is for all queue pairs.
  static constexpr std::uint32_t every_queue_pair = 0xffffff;

  indirect_key(context& owner_in, indirect_kind kind_in) noexcept
      : object(owner_in, rank::memory_window), kind(kind_in) {}

  bool is_window() const noexcept { return kind != indirect_kind::mkey; }

  /// True if [addr, addr + bytes) lies inside, in the addresses that WQEs use. Those of a key with a signature count bytes on the wire.
  bool covers(std::uint64_t addr, std::uint64_t bytes) const noexcept {
    const std::uint64_t all = signature ? signature->all_on_the_wire(length) : length;
    return addr >= start && bytes <= all && addr - start <= all - bytes;
  }

  indirect_kind kind;

  /// lkey and rkey, which are the same number: index << 8 | variant. A UMR may change the variant.
  std::uint32_t key = 0;
  reference<protection_domain> pd;

  /// A free key gives no access: a window that is not bound, a key that was invalidated.
  bool free = true;

  /// A peer may make the key free (SEND with invalidate).
  bool remote_invalidate = false;

  /// UMRs may change the key.
  bool umr_enabled = true;

  /// The only queue pair that may use it, or `every_queue_pair`.
  std::uint32_t qpn = every_queue_pair;

  /// Address of the first byte; 0 for a key whose addresses are offsets.
  std::uint64_t start = 0;
  std::uint64_t length = 0;

  /// Combination of the `access` values.
  std::uint32_t access_flags = 0;

  /// Reading as a local key, for which `access` has no value.
  bool local_read = false;
  emulator::translation translation;

  /// Longest list, in units of 16 bytes; and how much of a BSF it was created for.
  std::uint32_t most_octowords = 0;
  std::uint32_t most_bsf_octowords = 0;

  /// Bytes come from the wire and go to it with signatures, or memory has them.
  std::optional<block_signature> signature;

  /// A block that is wrong is told; only the first, until a UMR asks for the next.
  bool tells_signature_error = true;

  /// What has come from the wire of a unit of `signature` that is not whole, and where on the wire
  /// that begins.
  struct {
    std::uint64_t begin = 0;
    std::vector<std::byte> bytes;
  } incoming;

  /// Ends what was begun with the signature as it was.
  void sign(std::optional<block_signature> with) {
    signature = std::move(with);
    incoming.bytes.clear();
  }
};

}  // namespace verbatim::emulator
