// Translates keys to memory.
#include "engine/memory/memory_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "objects/device.hpp"

namespace verbatim::emulator {
namespace {

std::string names_of(std::uint32_t rights) {
  std::string names;
  const auto add = [&](std::uint32_t right, const char* name) {
    if (!(rights & right)) return;
    if (!names.empty()) names += " and ";
    names += name;
  };
  add(access::local_write, "local write");
  add(access::remote_write, "remote write");
  add(access::remote_read, "remote read");
  add(access::remote_atomic, "remote atomic");
  return names;
}

/// The most keys that may refer to each other in a chain.
constexpr unsigned deepest_nesting = 8;

const char* what_is(const indirect_key& key) noexcept {
  switch (key.kind) {
    case indirect_kind::window_type_1:
      return "memory window of type 1";
    case indirect_kind::window_type_2:
      return "memory window of type 2";
    case indirect_kind::mkey:
      break;
  }
  return "mkey";
}

/// One translation from a key to memory. Each step returns the reason for a refusal, or nothing.
struct walk {
  const device& of;
  const protection_domain* pd;

  /// Receives the pieces; null if only the first key is checked.
  memory_range* found;
  std::vector<signature_error>* signature_errors;

  std::string key(const char* key_name, std::uint32_t key, std::uint64_t addr, std::uint64_t bytes,
                  std::uint32_t rights, std::uint32_t qpn, unsigned depth) const;
  std::string region(const char* key_name, const memory_region& region, std::uint64_t addr,
                     std::uint64_t bytes, std::uint32_t rights) const;
  std::string indirect(const char* key_name, indirect_key& key, std::uint64_t addr,
                       std::uint64_t bytes, std::uint32_t rights, std::uint32_t qpn,
                       unsigned depth) const;
  std::string blocks(indirect_key& key, std::uint64_t offset, std::uint64_t bytes,
                     std::uint32_t rights, std::uint32_t below, unsigned depth) const;
  std::string list(const indirect_key& key, std::uint64_t offset, std::uint64_t bytes,
                   std::uint32_t rights, unsigned depth) const;
};

std::string walk::key(const char* key_name, std::uint32_t key, std::uint64_t addr,
                      std::uint64_t bytes, std::uint32_t rights, std::uint32_t qpn,
                      unsigned depth) const {
  if (key == null_key && std::string_view(key_name) != "rkey") {
    if (found) found->pieces.push_back({.at = nullptr, .bytes = bytes});
    return {};
  }
  if (const auto* const found_region = of.find_memory_region(key)) {
    return region(key_name, *found_region, addr, bytes, rights);
  }
  if (auto* const found_key = of.find_indirect_key(key)) {
    return indirect(key_name, *found_key, addr, bytes, rights, qpn, depth);
  }
  if (const auto* const other = of.find_indirect_key_of_index(key >> 8)) {
    return fmt::format("{} {:#x} is not the key of its {} any more, which is {:#x} now", key_name,
                       key, what_is(*other), other->key);
  }
  return fmt::format("no memory region has {} {:#x}", key_name, key);
}

std::string walk::region(const char* key_name, const memory_region& region, std::uint64_t addr,
                         std::uint64_t bytes, std::uint32_t rights) const {
  if (region.pd.get() != pd) {
    return fmt::format("the memory region with {} {:#x} is in another protection domain", key_name,
                       region.key);
  }
  if (!region.covers(addr, bytes)) {
    return fmt::format(
        "{} bytes at {:#x} are not inside the {} bytes at {:#x} of the memory region with {} {:#x}",
        bytes, addr, region.length, region.iova, key_name, region.key);
  }
  if (const std::uint32_t missing = rights & ~region.access_flags) {
    return fmt::format("the memory region with {} {:#x} was registered without {}", key_name,
                       region.key, names_of(missing));
  }
  std::byte* const at = region.at(addr);
  // An on-demand region over the whole address space has no bounds.
  if (at == nullptr && bytes != 0) {
    return fmt::format("address 0 of the memory region with {} {:#x} is never mapped", key_name,
                       region.key);
  }
  if (found)
    found->pieces.push_back(
        {at, bytes, region.key, addr - region.iova, !(region.access_flags & access::on_demand)});
  return {};
}

std::string walk::indirect(const char* key_name, indirect_key& key, std::uint64_t addr,
                           std::uint64_t bytes, std::uint32_t rights, std::uint32_t qpn,
                           unsigned depth) const {
  const char* const what = what_is(key);
  if (depth == deepest_nesting) {
    return fmt::format("more than {} keys lie on top of each other", deepest_nesting);
  }
  if (key.is_window() && std::string_view(key_name) != "rkey") {
    return fmt::format(
        "{} {:#x} is that of a memory window, which is for peers: use the key of the "
        "memory region",
        key_name, key.key);
  }
  if (key.free) {
    return fmt::format("the {} with {} {:#x} is {}", what, key_name, key.key,
                       key.is_window() ? "not bound"
                                       : "free: no UMR has configured it, or it was "
                                         "invalidated");
  }
  if (key.pd.get() != pd) {
    return fmt::format("the {} with {} {:#x} is in another protection domain", what, key_name,
                       key.key);
  }
  if (key.qpn != indirect_key::every_queue_pair && key.qpn != qpn) {
    return fmt::format("the {} with {} {:#x} is for QP {:#x} only, on which it was bound", what,
                       key_name, key.key, key.qpn);
  }
  if (!key.covers(addr, bytes)) {
    return fmt::format(
        "{} bytes at {:#x} are not inside the {} bytes at {:#x} of the {} with {} "
        "{:#x}{}",
        bytes, addr, key.signature ? key.signature->all_on_the_wire(key.length) : key.length,
        key.start, what, key_name, key.key,
        key.signature ? ", as they are on the wire with their signatures" : "");
  }
  if (const std::uint32_t missing = rights & ~key.access_flags) {
    return fmt::format("the {} with {} {:#x} does not allow {}", what, key_name, key.key,
                       names_of(missing));
  }
  if (rights == 0 && !key.local_read) {
    return fmt::format("the {} with {} {:#x} does not allow local read", what, key_name, key.key);
  }
  // The first key has the rights of peers. The keys to which it refers have the rights of the
  // device.
  constexpr std::uint32_t writing =
      access::local_write | access::remote_write | access::remote_atomic;
  const std::uint32_t below = rights & writing ? access::local_write : 0;
  if (key.signature) return blocks(key, addr - key.start, bytes, rights, below, depth);
  return found ? list(key, addr - key.start, bytes, below, depth) : std::string();
}

/// Finds the units of blocks that [offset, offset + bytes) on the wire touches.
std::string walk::blocks(indirect_key& key, std::uint64_t offset, std::uint64_t bytes,
                         std::uint32_t rights, std::uint32_t below, unsigned depth) const {
  const char* const what = key.cipher ? "encryption" : "signatures";
  if (depth != 0) {
    return fmt::format("mkey {:#x} has {}, so no other key may lie on top of it", key.key, what);
  }
  if (rights & access::remote_atomic) {
    return fmt::format("mkey {:#x} has {}, which atomics do not keep", key.key, what);
  }
  const block_signature& as = *key.signature;
  const std::uint64_t all = as.memory.without_signatures(key.length);
  for (const signature_domain* const place : {&as.wire, &as.memory}) {
    if (place->exists() && all % place->block != 0) {
      return fmt::format("the {} bytes of data of mkey {:#x} are no whole blocks of {}", all,
                         key.key, place->block);
    }
  }
  const std::uint64_t unit = as.unit();
  if (all % unit != 0) {
    return fmt::format("the {} bytes of data of mkey {:#x} are no whole units of {}", all, key.key,
                       unit);
  }
  if (found == nullptr) return {};
  const std::uint64_t unit_on_wire = as.wire.with_signatures(unit);
  const std::uint64_t first = offset / unit_on_wire;
  const std::uint64_t last = (offset + bytes + unit_on_wire - 1) / unit_on_wire;
  const std::uint64_t arrived = key.incoming.begin + key.incoming.bytes.size();
  if (below != 0 && offset % unit_on_wire != 0 && arrived != offset) {
    return fmt::format(
        "what is written to mkey {:#x} begins {} bytes into a block of {} with its signature: "
        "signatures belong to whole blocks",
        key.key, offset % unit_on_wire, unit_on_wire);
  }
  found->converted = {.key = &key,
                      .wire_begin = offset,
                      .data_begin = first * unit,
                      .data_end = std::min(all, last * unit),
                      .errors = signature_errors};
  const std::uint64_t begin = as.memory.with_signatures(found->converted->data_begin);
  const std::uint64_t end = as.memory.with_signatures(found->converted->data_end);
  return list(key, begin, end - begin, below, depth);
}

std::string walk::list(const indirect_key& key, std::uint64_t offset, std::uint64_t bytes,
                       std::uint32_t rights, unsigned depth) const {
  const translation& from = key.translation;
  const std::uint64_t per_repetition = from.bytes_per_repetition();
  while (bytes != 0) {
    std::uint64_t repetition = per_repetition ? offset / per_repetition : from.repeat_count;
    if (repetition >= from.repeat_count) {
      return fmt::format("the translation list of the {} {:#x} ends {} bytes too early",
                         what_is(key), key.key, bytes);
    }
    std::uint64_t skip = offset % per_repetition;
    for (std::size_t i = 0; i < from.entries.size() && bytes != 0; ++i) {
      const translation_entry& entry = from.entries[i];
      if (skip >= entry.byte_count) {
        skip -= entry.byte_count;
        continue;
      }
      const std::uint64_t here = std::min(bytes, entry.byte_count - skip);
      const auto problem =
          this->key("key", entry.key, entry.addr + repetition * entry.stride + skip, here, rights,
                    indirect_key::every_queue_pair, depth + 1);
      if (!problem.empty()) {
        return fmt::format("entry {} of the {} {:#x}: {}", i, what_is(key), key.key, problem);
      }
      bytes -= here;
      offset += here;
      skip = 0;
    }
  }
  return {};
}

}  // namespace

void memory_access::put_on_wire(std::uint32_t lkey, std::uint64_t& addr,
                                std::uint32_t& byte_count) const {
  const indirect_key* const key = of_.find_indirect_key(lkey);
  if (key == nullptr || !key->signature || addr < key->start) return;
  addr = key->start + key->signature->on_the_wire(addr - key->start);
  byte_count = static_cast<std::uint32_t>(key->signature->on_the_wire(byte_count));
}

memory_range memory_access::find(const char* key_name, std::uint32_t key,
                                 const protection_domain* pd, std::uint64_t addr,
                                 std::uint64_t bytes, std::uint32_t rights,
                                 std::uint32_t qpn) const {
  memory_range found;
  found.problem =
      walk{of_, pd, &found, &signature_errors_}.key(key_name, key, addr, bytes, rights, qpn, 0);
  if (!found.problem.empty()) found.pieces.clear();
  return found;
}

std::string memory_access::check(const char* key_name, std::uint32_t key,
                                 const protection_domain* pd, std::uint64_t addr,
                                 std::uint64_t bytes, std::uint32_t rights,
                                 std::uint32_t qpn) const {
  return walk{of_, pd, nullptr, nullptr}.key(key_name, key, addr, bytes, rights, qpn, 0);
}

}  // namespace verbatim::emulator
