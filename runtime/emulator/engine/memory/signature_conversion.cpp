// Makes, checks and converts signatures. A T10-DIF is big-endian. CRCs are little-endian and
// inverted at their end: SPDK, which runs on NICs, inverts them for a caller with other CRC32Cs
// (module/accel/mlx5/accel_mlx5.c). In pyverbs' tests of NICs, zeros after zeros are a wrong CRC32
// with the seed 0.
#include "engine/memory/signature_conversion.hpp"

#include <array>
#include <cstring>
#include <vector>

#include "engine/wire/reflected_crc.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::array<std::uint16_t, 256> t10_table = [] {
  constexpr std::uint16_t polynomial = 0x8bb7;
  std::array<std::uint16_t, 256> table{};
  for (unsigned i = 0; i < table.size(); ++i) {
    unsigned crc = i << 8;
    for (int bit = 0; bit < 8; ++bit) crc = crc & 0x8000 ? crc << 1 ^ polynomial : crc << 1;
    table[i] = static_cast<std::uint16_t>(crc);
  }
  return table;
}();

std::uint16_t t10_crc(std::uint16_t crc, std::span<const std::byte> data) {
  for (const std::byte one : data) {
    crc = static_cast<std::uint16_t>(crc << 8 ^
                                     t10_table[(crc >> 8) ^ std::to_integer<unsigned>(one)]);
  }
  return crc;
}

std::uint16_t ip_checksum(std::uint16_t seed, std::span<const std::byte> data) {
  std::uint64_t sum = seed;
  for (std::size_t i = 0; i < data.size(); ++i) {
    sum += std::to_integer<std::uint64_t>(data[i]) << (i % 2 == 0 ? 8 : 0);
  }
  while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}

constexpr unsigned app_tag_at = 32, guard_at = 48;
constexpr std::uint64_t ref_tag_bits = 0xffffffff;
constexpr std::uint64_t app_tag_bits = std::uint64_t{0xffff} << app_tag_at;
constexpr std::uint64_t guard_bits = std::uint64_t{0xffff} << guard_at;

bool is_big_endian(const signature_domain& of) { return of.kind == signature_kind::t10_dif; }

std::uint64_t load(const signature_domain& of, const std::byte* at) {
  const unsigned bytes = of.signature_bytes();
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    value = value << 8 | std::to_integer<std::uint64_t>(at[is_big_endian(of) ? i : bytes - 1 - i]);
  }
  return value;
}

void store(const signature_domain& of, std::byte* at, std::uint64_t value) {
  const unsigned bytes = of.signature_bytes();
  for (unsigned i = 0; i < bytes; ++i, value >>= 8) {
    at[is_big_endian(of) ? bytes - 1 - i : i] = static_cast<std::byte>(value);
  }
}

/// Turns a mask of bytes into one of bits; its highest bit is for the most significant byte of a
/// signature.
std::uint64_t bits_of(const signature_domain& of, std::uint8_t mask) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < of.signature_bytes(); ++i) {
    bits = bits << 8 | (mask >> (7 - i) & 1 ? 0xffu : 0u);
  }
  return bits;
}

bool is_escaped(const signature_domain& of, std::uint64_t found) {
  if (of.kind != signature_kind::t10_dif) return false;
  const bool app = (found & app_tag_bits) == app_tag_bits;
  return app && (of.app_escape || (of.app_ref_escape && (found & ref_tag_bits) == ref_tag_bits));
}

/// Returns the error in the received signature of a block, if any.
std::optional<signature_error> check_signature(const signature_domain& of, std::uint8_t mask,
                                               std::uint64_t made, std::uint64_t found) {
  const std::uint64_t differs = (made ^ found) & bits_of(of, mask);
  if (differs == 0 || is_escaped(of, found)) return std::nullopt;
  const unsigned unused = 64 - 8 * of.signature_bytes();
  if (of.kind != signature_kind::t10_dif || (differs & guard_bits) != 0) {
    return signature_error{
        .part = signature_part::guard, .expected = found << unused, .actual = made << unused};
  }
  const std::uint64_t app_differs = differs & (std::uint64_t{of.app_mask} << app_tag_at);
  if (app_differs == 0 && (differs & ref_tag_bits) == 0) return std::nullopt;
  return signature_error{
      .part = app_differs != 0 ? signature_part::app_tag : signature_part::ref_tag,
      .expected = made,
      .actual = found};
}

}  // namespace

std::uint64_t make_signature(const signature_domain& of, std::span<const std::byte> data,
                             std::uint64_t index) {
  const std::uint64_t seed = of.begins_with_ones ? ~std::uint64_t{0} : 0;
  switch (of.kind) {
    case signature_kind::none:
      break;
    case signature_kind::crc32:
      return reflected_crc<std::uint32_t, 0xedb88320>(static_cast<std::uint32_t>(seed))
          .add(data)
          .value();
    case signature_kind::crc32c:
      return reflected_crc<std::uint32_t, 0x82f63b78>(static_cast<std::uint32_t>(seed))
          .add(data)
          .value();
    case signature_kind::crc64_xp10:
      return reflected_crc<std::uint64_t, 0x9a6c9329ac4bc9b5>(seed).add(data).value();
    case signature_kind::t10_dif: {
      const auto begin = static_cast<std::uint16_t>(seed);
      const std::uint64_t guard = of.checksum ? ip_checksum(begin, data) : t10_crc(begin, data);
      const auto ref_tag = of.ref_tag + static_cast<std::uint32_t>(of.counts ? index : 0);
      return guard << guard_at | std::uint64_t{of.app_tag} << app_tag_at | ref_tag;
    }
  }
  return 0;
}

std::optional<signature_error> convert_blocks(const block_signature& as,
                                              signature_direction direction,
                                              std::uint64_t data_before,
                                              std::span<const std::byte> in,
                                              std::span<std::byte> out) {
  const bool to_wire = direction == signature_direction::to_wire;
  const signature_domain& from = to_wire ? as.memory : as.wire;
  const signature_domain& to = to_wire ? as.wire : as.memory;
  std::optional<signature_error> error;
  std::vector<std::byte> data;
  std::vector<std::uint64_t> found;
  if (!from.exists()) data.assign(in.begin(), in.end());
  for (std::size_t at = 0; from.exists() && at < in.size();
       at += from.block + from.signature_bytes()) {
    const auto block = in.subspan(at, from.block);
    const std::uint64_t index = (data_before + data.size()) / from.block;
    found.push_back(load(from, block.data() + block.size()));
    if (!error) {
      error =
          check_signature(from, as.check_mask, make_signature(from, block, index), found.back());
      if (error) {
        error->in_memory = to_wire;
        error->offset = from.with_signatures(data_before) + at;
      }
    }
    data.insert(data.end(), block.begin(), block.end());
  }
  if (!to.exists()) {
    std::memcpy(out.data(), data.data(), data.size());
    return error;
  }
  const std::uint64_t copied = bits_of(to, as.copy_mask);
  std::byte* next = out.data();
  for (std::size_t at = 0, i = 0; at < data.size(); at += to.block, ++i) {
    const auto block = std::span(data).subspan(at, to.block);
    const auto made = make_signature(to, block, (data_before + at) / to.block);
    std::memcpy(next, block.data(), block.size());
    store(to, next + to.block, copied != 0 ? (made & ~copied) | (found[i] & copied) : made);
    next += to.block + to.signature_bytes();
  }
  return error;
}

}  // namespace verbatim::emulator
