// Settings for the signatures of a memory key's blocks, and the segments made from them.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string_view>

#include "verbatim/generated/cqes/sigerr_cqe.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"

namespace verbatim {

/// The T10-DIF after each block, 8 bytes: guard, application tag, reference tag (T10 SBC-3).
struct t10_dif {
  guard_type guard = guard_type::crc;  ///< the checksum over the data of a block
  bool begins_with_ones = false;       ///< the guard is seeded with ones instead of 0
  std::uint16_t app_tag = 0;           ///< the application tag of each block
  std::uint32_t ref_tag = 0;           ///< the tag of the first block
  bool counts = false;                 ///< the reference tag is incremented for each block
  bool app_escape = false;             ///< blocks with an application tag of 0xffff are not checked
  bool app_ref_escape = false;         ///< the same, but only if the reference tag is 0xffffffff
                                       ///< too
};

/// The CRC after each block, 4 or 8 bytes.
struct block_crc {
  block_format format = block_format::crc32;  ///< one of the CRC formats
  bool begins_with_ones = true;               ///< the CRC is seeded with ones instead of 0
};

struct block_signature;
struct signature_error;

namespace detail {

/// The format of the blocks on one side: on the wire, or in memory. A default-constructed domain
/// means data without signatures.
class block_domain {
 public:
  constexpr block_domain() noexcept = default;

  /// Describes data blocks of `size`, each with a signature after it. `psv` is the number of this
  /// side's PSV, which was created with the memory key.
  constexpr block_domain(const t10_dif& dif, block_size size, std::uint32_t psv) noexcept
      : size_(size), psv_(psv), dif_(dif), present_(true) {}
  constexpr block_domain(const block_crc& crc, block_size size, std::uint32_t psv) noexcept
      : size_(size), psv_(psv), crc_(crc), present_(true) {
    assert(crc.format != block_format::by_inline);
  }

  /// Returns true if blocks have signatures on this side.
  constexpr bool present() const noexcept { return present_; }

  /// Returns the number of this side's PSV.
  constexpr std::uint32_t psv() const noexcept { return psv_; }

  /// Returns the value for set_psv(), which sets the PSV before the key is used: the first guard
  /// and tags, or the first CRC.
  constexpr std::uint64_t transient_signature() const noexcept {
    if (!present_) return 0;
    if (is_dif()) {
      const std::uint64_t guard = dif_.begins_with_ones ? 0xffff : 0;
      return guard << 48 | std::uint64_t{dif_.app_tag} << 32 | dif_.ref_tag;
    }
    if (!crc_.begins_with_ones) return 0;
    return crc_.format == block_format::crc64_xp10 ? ~std::uint64_t{0} : ~std::uint64_t{0} << 32;
  }

  /// Returns the segment for a T10-DIF; an empty segment for other signatures.
  constexpr bsf_inl_seg inline_segment() const noexcept {
    if (!present_ || !is_dif()) return {};
    return {.vld = 1,
            .refresh = 1,
            .dif_apptag = dif_.app_tag,
            .dif_reftag = dif_.ref_tag,
            .sig_type = dif_.guard,
            .repeat_block = 1,
            .seed = dif_.begins_with_ones,
            .inc_reftag = dif_.counts,
            .appref_escape = dif_.app_ref_escape,
            .apptag_escape = dif_.app_escape && !dif_.app_ref_escape,
            .dif_app_bitmask_check = 0xffff};
  }

 private:
  friend struct verbatim::block_signature;
  friend struct verbatim::signature_error;

  constexpr bool is_dif() const noexcept { return crc_.format == block_format::by_inline; }

  /// These functions compare two sides. same_structure() returns true if signatures can be copied
  /// from the other side. same_bytes() returns the mask of the bytes that are copied by default.
  constexpr bool same_structure(const block_domain& other) const noexcept {
    return present_ && other.present_ && size_ == other.size_ && crc_.format == other.crc_.format;
  }
  constexpr std::uint8_t same_bytes(const block_domain& other) const noexcept {
    if (crc_.format == block_format::crc64_xp10) return 0xff;
    if (!is_dif()) return 0xf0;
    const bool same_guard =
        dif_.guard == other.dif_.guard && dif_.begins_with_ones == other.dif_.begins_with_ones;
    return static_cast<std::uint8_t>((same_guard ? 0xc0 : 0) |
                                     (dif_.app_tag == other.dif_.app_tag ? 0x30 : 0) |
                                     (dif_.ref_tag == other.dif_.ref_tag ? 0x0f : 0));
  }

  block_size size_ = block_size::none;
  std::uint32_t psv_ = 0;
  t10_dif dif_;
  block_crc crc_{.format = block_format::by_inline};
  bool present_ = false;
};

}  // namespace detail

/// The signature settings of a memory key, on the wire and in memory. The device checks incoming
/// signatures. It strips them if only the source has signatures, generates them if only the
/// destination has them, and copies the bytes that have the same settings on both sides.
///
///   const block_signature protection{
///       .wire = {t10_dif{.ref_tag = lba, .counts = true}, block_size::bytes_512, psv},
///       .check_mask = t10_dif_bytes};
///   qp.sq_wqe().configure_mkey().key(lkey).change(…).to({…, .bsf_en = 1})
///       .klm(mr.slice(0, length))
///       .sig_block(protection.bsf(), protection.wire.inline_segment(),
///                  protection.memory.inline_segment()).finish();
///   qp.sq_wqe().set_psv()
///       .psv(protection.wire.psv(), protection.wire.transient_signature()).finish();
///
/// Afterwards, the length of an SGE with the key counts data bytes if only one side has signatures,
/// and bytes in memory if both sides have them.
struct block_signature {
  using domain = detail::block_domain;

  domain wire = {};    ///< the blocks on the wire
  domain memory = {};  ///< the blocks in memory

  /// A mask of the bytes of incoming signatures that are checked. The highest bit is for the most
  /// significant byte. See the constants below.
  std::uint8_t check_mask = 0;

  /// A mask of the bytes that are copied instead of generated. By default, these are the bytes
  /// whose settings are the same on both sides. Set it only if both sides have blocks of the same
  /// size with signatures of the same kind.
  std::optional<std::uint8_t> copy_mask = {};

  /// True for a key whose data is encrypted too: crypto() follows sig_block().
  bool encrypted = false;

  /// Returns the segment for sig_block(). Asserts that `copy_mask` is set only if the blocks allow
  /// it.
  constexpr bsf_seg bsf() const noexcept {
    const bool copies = wire.same_structure(memory);
    assert(!copy_mask || copies);
    return {.bsf_size = encrypted ? bsf_size::sig_and_crypto : bsf_size::with_inline,
            .sbs = copies,
            .check_byte_mask = wire.present() || memory.present() ? check_mask : std::uint8_t{0},
            .w_bs_selector = copies ? copy_mask.value_or(wire.same_bytes(memory))
                                    : static_cast<std::uint8_t>(wire.size_),
            .m_bs_selector = memory.size_,
            .raw_data_size = ~std::uint32_t{0},
            .w_bfs = wire.crc_.format,
            .w_repeat = wire.present() && !wire.is_dif(),
            .w_seed = wire.present() && !wire.is_dif() && !wire.crc_.begins_with_ones,
            .w_psv = wire.psv_,
            .m_bfs = memory.crc_.format,
            .m_repeat = memory.present() && !memory.is_dif(),
            .m_seed = memory.present() && !memory.is_dif() && !memory.crc_.begins_with_ones,
            .m_psv = memory.psv_};
  }
};

// Values of check_mask and copy_mask: a whole signature, or the parts of a T10-DIF.
/// The bits of check_mask and copy_mask for the guard of a T10-DIF.
inline constexpr std::uint8_t dif_guard_bytes = 0xc0;
/// The bits of check_mask and copy_mask for the application tag of a T10-DIF.
inline constexpr std::uint8_t dif_app_tag_bytes = 0x30;
/// The bits of check_mask and copy_mask for the reference tag of a T10-DIF.
inline constexpr std::uint8_t dif_ref_tag_bytes = 0x0f;
/// The bits of check_mask and copy_mask for a whole T10-DIF.
inline constexpr std::uint8_t t10_dif_bytes = 0xff;
/// The bits of check_mask and copy_mask for a CRC32 or a CRC32C.
inline constexpr std::uint8_t crc32_bytes = 0xf0;
/// The bits of check_mask and copy_mask for a CRC64.
inline constexpr std::uint8_t crc64_bytes = 0xff;

namespace detail {

/// The part of a signature that was wrong.
enum class signature_part : std::uint8_t { guard, app_tag, ref_tag };

/// Returns `guard`, `application tag` or `reference tag`.
constexpr std::string_view name(signature_part part) noexcept {
  switch (part) {
    case signature_part::app_tag:
      return "application tag";
    case signature_part::ref_tag:
      return "reference tag";
    case signature_part::guard:
      break;
  }
  return "guard";
}

}  // namespace detail

/// The first block of a key that had a wrong signature, from a CQE of opcode sig_err. The transfer
/// succeeds nevertheless, and its completion follows this CQE. This CQE is not a completion: a poll
/// reports it as dropped.
///
///   const auto& dropped = cq.last_dropped();
///   if (dropped.why == cqe_problem::signature_error)
///     signature_error wrong(sigerr_cqe(dropped.bytes.data()), protection);
///
/// The device reports another error of the key only after a UMR with sig_err in its mkey_mask.
struct signature_error {
  using part_type = detail::signature_part;

  std::uint32_t mkey;      ///< the memory key in the CQE
  bool in_memory;          ///< true: in memory; false: on the wire
  part_type part;          ///< `guard` for a CRC
  std::uint64_t expected;  ///< the correct value of the part, in host order
  std::uint64_t actual;    ///< the value that was found, in host order
  std::uint64_t offset;    ///< offset of the block in the transfer, in bytes

  /// `of` is the signature configuration of the key.
  signature_error(const sigerr_cqe& cqe, const block_signature& of) noexcept
      : mkey(cqe.mkey()),
        in_memory(cqe.domain() != 0),
        part(cqe.reftag_err()   ? part_type::ref_tag
             : cqe.apptag_err() ? part_type::app_tag
                                : part_type::guard),
        offset(cqe.sig_err_offset()) {
    const block_signature::domain& place = in_memory ? of.memory : of.wire;
    const auto taken = [&](std::uint32_t high, std::uint32_t low) -> std::uint64_t {
      if (part == part_type::ref_tag) return low;
      if (part == part_type::app_tag) return high & 0xffff;
      if (place.is_dif()) return high >> 16;
      const bool long_one = place.crc_.format == block_format::crc64_xp10;
      return long_one ? std::uint64_t{high} << 32 | low : high;
    };
    expected = taken(cqe.expected_trans_sig(), cqe.expected_reftag());
    actual = taken(cqe.actual_trans_sig(), cqe.actual_reftag());
  }
};

}  // namespace verbatim
