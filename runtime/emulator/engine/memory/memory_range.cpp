// Copies from and to ranges, and converts between the formats of memory and of the wire.
#include "engine/memory/memory_range.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "engine/memory/program_bytes.hpp"
#include "record/recorder.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

bool memory_range::read(std::byte* to, std::size_t bytes) const {
  return converted ? read_blocks(to, bytes) : read_pieces(to, bytes);
}

bool memory_range::write(const std::byte* from, std::size_t bytes) const {
  return converted ? write_blocks(from, bytes) : write_pieces(from, bytes);
}

bool memory_range::read_pieces(std::byte* to, std::size_t bytes) const noexcept {
  for (const piece& one : pieces) {
    const std::size_t here = std::min(bytes, one.bytes);
    if (one.at == nullptr) {
      std::memset(to, 0, here);
    } else if (here != 0 && !program_bytes::read(to, one.at, here)) {
      return false;
    }
    to += here;
    bytes -= here;
  }
  return bytes == 0;
}

void record_memory(std::uint32_t key, std::uint64_t offset, const std::byte* at,
                   std::span<const std::byte> bytes) {
  if (!recording_here() || bytes.empty()) return;
  std::vector<std::byte> present(bytes.size());
  // A write to memory that is not mapped any more has no effect.
  if (!program_bytes::read(present.data(), at, present.size())) return;
  const bool unchanged = std::equal(present.begin(), present.end(), bytes.begin());
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  recording::memory_body body{key, offset, static_cast<std::uint32_t>(bytes.size())};
  body.checksum = recording::checksum(text);
  if (unchanged) {
    body.flags = recording::memory_body::unchanged;
  } else {
    body.bytes = bytes;
  }
  record(body);
}

namespace {

/// Writes those pages that are mapped. Returns false if one of them cannot be written, or if a NIC could
/// not write the others either.
bool write_what_is_mapped(const memory_range::piece& to, const std::byte* from,
                          std::size_t bytes) noexcept {
  if (!to.pinned || program_bytes::mapped(to.at, bytes)) return false;
  mention_once<check::unmapped_memory>(
      "{} bytes for {} are dropped where the program has unmapped the memory, which is still "
      "registered with key {:#x}. A NIC writes to the pages that it has pinned",
      bytes, static_cast<const void*>(to.at), to.key);
  for (std::size_t done = 0; done < bytes;) {
    std::byte* const at = to.at + done;
    const std::size_t here = std::min(bytes - done, program_bytes::to_end_of_page(at));
    if (program_bytes::mapped(at, here) && !program_bytes::write(at, from + done, here))
      return false;
    done += here;
  }
  return true;
}

}  // namespace

bool memory_range::write_pieces(const std::byte* from, std::size_t bytes) const {
  for (const piece& one : pieces) {
    const std::size_t here = std::min(bytes, one.bytes);
    if (here != 0 && one.at != nullptr) {
      record_memory(one.key, one.offset, one.at, {from, here});
      if (!program_bytes::write(one.at, from, here) && !write_what_is_mapped(one, from, here)) {
        return false;
      }
    }
    from += here;
    bytes -= here;
  }
  return bytes == 0;
}

namespace {

/// Encrypts or decrypts whole data units on their way to `direction`.
void encrypt_or_decrypt(const block_cipher& by, signature_direction direction,
                        std::uint64_t data_before, std::span<std::byte> data) {
  const bool to_wire = direction == signature_direction::to_wire;
  const std::uint64_t units_before = data_before / by.unit_bytes();
  if (to_wire == (by.side() == encrypted_side::wire)) {
    by.encrypt(data, units_before);
  } else {
    by.decrypt(data, units_before);
  }
}

}  // namespace

/// Converts blocks. Records the first error in the key; a UMR allows another one.
void memory_range::convert(signature_direction direction, std::span<const std::byte> in,
                           std::span<std::byte> out) const {
  auto error =
      convert_blocks(*converted->key->signature, direction, converted->data_begin, in, out);
  if (const auto& cipher = converted->key->cipher) {
    encrypt_or_decrypt(*cipher, direction, converted->data_begin, out);
  }
  if (!error || !std::exchange(converted->key->tells_signature_error, false)) return;
  error->key = converted->key->key;
  converted->errors->push_back(*error);
}

bool memory_range::read_blocks(std::byte* to, std::size_t bytes) const {
  const auto& [key, wire_begin, data_begin, data_end, errors] = *converted;
  const block_signature& as = *key->signature;
  std::vector<std::byte> stored(as.memory.with_signatures(data_end - data_begin));
  std::vector<std::byte> sent(as.wire.with_signatures(data_end - data_begin));
  if (!read_pieces(stored.data(), stored.size())) return false;
  convert(signature_direction::to_wire, stored, sent);
  std::memcpy(to, sent.data() + (wire_begin - as.wire.with_signatures(data_begin)), bytes);
  return true;
}

/// Writes whole units of blocks. A part of a unit waits for the rest of the message.
bool memory_range::write_blocks(const std::byte* from, std::size_t bytes) const {
  const auto& [key, wire_begin, data_begin, data_end, errors] = *converted;
  const block_signature& as = *key->signature;
  auto& [begin, arrived] = key->incoming;
  if (begin + arrived.size() != wire_begin) {
    begin = wire_begin;
    arrived.clear();
  }
  arrived.insert(arrived.end(), from, from + bytes);
  const std::uint64_t unit_on_wire = as.wire.with_signatures(as.unit());
  const std::uint64_t all = as.wire.with_signatures(data_end - data_begin);
  const std::uint64_t whole =
      arrived.size() == all ? all : arrived.size() / unit_on_wire * unit_on_wire;
  std::vector<std::byte> stored(as.memory.with_signatures(as.wire.without_signatures(whole)));
  convert(signature_direction::to_memory, std::span(arrived).first(whole), stored);
  arrived.erase(arrived.begin(), arrived.begin() + static_cast<std::ptrdiff_t>(whole));
  begin += whole;
  return write_pieces(stored.data(), stored.size());
}

}  // namespace verbatim::emulator
