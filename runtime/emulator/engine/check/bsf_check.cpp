// bsf_seg, bsf_ext_seg and two bsf_inl_segs; then, or instead, a crypto_bsf_seg.
#include "engine/check/bsf_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "engine/check/reserved_bits.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/segments/bsf_ext_seg.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/generated/segments/crypto_bsf_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t signature_bytes =
    bsf_seg::size + bsf_ext_seg::size + 2 * std::size_t{bsf_inl_seg::size};
constexpr std::size_t wire_at = bsf_seg::size + bsf_ext_seg::size;
constexpr std::size_t memory_at = wire_at + bsf_inl_seg::size;

/// Returns the size of a block in bytes; 0 if there is no such size.
std::uint32_t bytes_of(block_size selector) noexcept {
  switch (selector) {
    case block_size::bytes_512:
      return 512;
    case block_size::bytes_520:
      return 520;
    case block_size::bytes_4096:
      return 4096;
    case block_size::bytes_4160:
      return 4160;
    case block_size::bytes_4048:
      return 4048;
    case block_size::none:
      break;
  }
  return 0;
}

signature_kind kind_of(block_format format) noexcept {
  switch (format) {
    case block_format::crc32:
      return signature_kind::crc32;
    case block_format::crc32c:
      return signature_kind::crc32c;
    case block_format::crc64_xp10:
      return signature_kind::crc64_xp10;
    case block_format::by_inline:
      break;
  }
  return signature_kind::none;
}

finding wrong_size(std::string_view segment, bsf_size size, bsf_size wanted) {
  if (size == wanted) return {};
  return found<check::bsf_layout>("bsf_size of its {} is {} instead of {}, {}", segment,
                                  static_cast<unsigned>(size), static_cast<unsigned>(wanted),
                                  name(wanted));
}

/// Reads the BSF of a signature front to back. Each step returns an error, or nothing.
class signature_reader {
 public:
  signature_reader(std::span<const std::byte> bsf, std::size_t first_octoword)
      : bsf_(bsf), octoword_(first_octoword) {}

  finding read(bsf_size wanted);

  bsf_reading result;

 private:
  finding check_bits() const;
  finding read_place(const char* name, signature_domain& place, block_format format,
                     bool seed_is_zero, const bsf_inl_seg& dif, std::uint32_t block) const;

  std::span<const std::byte> bsf_;
  std::size_t octoword_;
};

finding signature_reader::check_bits() const {
  auto problem = unexpected_field(bsf_seg::fields, "bsf_seg", bsf_.data(), octoword_);
  for (const std::size_t at : {wire_at, memory_at}) {
    if (!problem.empty()) break;
    problem = unexpected_field(bsf_inl_seg::fields, "bsf_inl_seg", bsf_.data() + at,
                               octoword_ + at / octoword);
  }
  const auto transactions = bsf_.subspan(bsf_seg::size, bsf_ext_seg::size);
  if (problem.empty() &&
      std::ranges::any_of(transactions, [](std::byte one) { return one != std::byte{}; })) {
    return found<check::bsf_transactions>(
        "its bsf_ext_seg is not zero: this device has no signatures of whole transactions");
  }
  return problem;
}

finding signature_reader::read_place(const char* name, signature_domain& place, block_format format,
                                     bool seed_is_zero, const bsf_inl_seg& dif,
                                     std::uint32_t block) const {
  place.kind = kind_of(format);
  if (format != block_format::by_inline && !place.exists()) {
    return found<check::bsf_layout>(
        "signatures of format {} are not known, as {} has in its bsf_seg",
        static_cast<unsigned>(format), name);
  }
  place.begins_with_ones = !seed_is_zero;
  if (dif.vld) {
    if (place.exists())
      return found<check::bsf_layout>("it asks for a CRC and a T10-DIF in {}", name);
    if (dif.sig_type != guard_type::crc && dif.sig_type != guard_type::ipcs) {
      return found<check::bsf_layout>(
          "sig_type of the bsf_inl_seg of {} is {}: crc (1) or ipcs (2)", name,
          static_cast<unsigned>(dif.sig_type));
    }
    place = {.kind = signature_kind::t10_dif,
             .begins_with_ones = dif.seed != 0,
             .checksum = dif.sig_type == guard_type::ipcs,
             .app_tag = dif.dif_apptag,
             .app_mask = dif.dif_app_bitmask_check,
             .ref_tag = dif.dif_reftag,
             .counts = dif.inc_reftag != 0,
             .app_escape = dif.apptag_escape != 0,
             .app_ref_escape = dif.appref_escape != 0};
  }
  if (!place.exists()) return {};
  if (block == 0)
    return found<check::bsf_layout>("it gives no block size that exists for {}", name);
  place.block = block;
  return {};
}

finding signature_reader::read(bsf_size wanted) {
  if (auto problem = check_bits(); !problem.empty()) return problem;
  const auto basic = bsf_seg::read(bsf_.data());
  if (auto problem = wrong_size("bsf_seg", basic.bsf_size, wanted); !problem.empty())
    return problem;
  block_signature as;
  const std::uint32_t memory_block = bytes_of(basic.m_bs_selector);
  const std::uint32_t wire_block =
      basic.sbs ? memory_block : bytes_of(static_cast<block_size>(basic.w_bs_selector));
  auto problem = read_place("memory", as.memory, basic.m_bfs, basic.m_seed != 0,
                            bsf_inl_seg::read(bsf_.data() + memory_at), memory_block);
  if (problem.empty()) {
    problem = read_place("the wire", as.wire, basic.w_bfs, basic.w_seed != 0,
                         bsf_inl_seg::read(bsf_.data() + wire_at), wire_block);
  }
  if (!problem.empty()) return problem;
  if (basic.sbs && as.wire.kind != as.memory.kind) {
    return found<check::bsf_layout>(
        "sbs of its bsf_seg is 1, but the signatures of wire and memory differ");
  }
  as.check_mask = basic.check_byte_mask;
  as.copy_mask = basic.sbs ? basic.w_bs_selector : 0;
  if (as.memory.exists()) result.memory_psv = basic.m_psv;
  if (as.wire.exists()) result.wire_psv = basic.w_psv;
  if (as.memory.exists() || as.wire.exists()) result.protection = as;
  return {};
}

/// Reads a crypto_bsf_seg, whose fixed values are right.
std::variant<bsf_reading, finding> read_encryption(std::span<const std::byte> bsf) {
  const auto from = crypto_bsf_seg::read(bsf.data());
  encryption_request as;
  as.unit_bytes = bytes_of(from.bs_pointer);
  if (as.unit_bytes == 0 || as.unit_bytes % aes::block_bytes != 0) {
    return found<check::bsf_layout>(
        "data units of {} bytes, as bs_pointer of its crypto_bsf_seg says, cannot be encrypted",
        as.unit_bytes);
  }
  const bool on_wire = from.enc_order == enc_order::encrypted_wire_signature ||
                       from.enc_order == enc_order::encrypted_raw_wire;
  as.side = on_wire ? encrypted_side::wire : encrypted_side::memory;
  // The segment has it big-endian.
  std::transform(from.xts_init_tweak.rbegin(), from.xts_init_tweak.rend(), as.first_unit.begin(),
                 [](std::byte one) { return std::to_integer<std::uint8_t>(one); });
  bsf_reading only;
  only.protection = as;
  only.dek = from.dek_ptr;
  return only;
}

}  // namespace

std::variant<bsf_reading, finding> read_bsf(std::span<const std::byte> bytes,
                                            std::size_t first_octoword) {
  if (bytes.size() != signature_bytes && bytes.size() != crypto_bsf_seg::size &&
      bytes.size() != signature_bytes + crypto_bsf_seg::size) {
    return found<check::bsf_layout>(
        "its bsf_octowords is {}: 4 for a signature or encryption, 8 for both",
        bytes.size() / octoword);
  }
  const auto last = bytes.last(crypto_bsf_seg::size);
  const bool encrypts = std::ranges::none_of(crypto_bsf_seg::fields, [&](const wire::field& field) {
    return field.always && !field.as_expected(last.data());
  });
  if (bytes.size() != last.size() && !encrypts)
    return found<check::bsf_layout>("its second BSF is no crypto_bsf_seg");
  const auto signature = bytes.first(bytes.size() - (encrypts ? last.size() : 0));
  const auto wanted =
      encrypts && !signature.empty() ? bsf_size::sig_and_crypto : bsf_size::with_inline;
  if (encrypts) {
    const auto problem =
        wrong_size("crypto_bsf_seg", crypto_bsf_seg::read(last.data()).bsf_size, wanted);
    if (!problem.empty()) return problem;
  }
  if (signature.empty()) return read_encryption(last);
  signature_reader reader(signature, first_octoword);
  if (auto problem = reader.read(wanted); !problem.empty()) return problem;
  if (encrypts) {
    return found<check::bsf_transactions>(
        "it asks for a signature and encryption of one key, which this device does not execute");
  }
  return reader.result;
}

}  // namespace verbatim::emulator
