// Signatures and encryption of a key's blocks, as libmlx5 takes them and as we do.
#pragma once

#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include "dice.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/send/block_signature.hpp"

namespace verbatim::test {

inline constexpr std::array block_sizes{
    block_size::bytes_512, block_size::bytes_520, block_size::bytes_4048, block_size::bytes_4096,
    block_size::bytes_4160};  // as mlx5dv_block_size counts them

/// A place with a signature, as libmlx5 takes it and as we do.
struct random_domain {
  explicit random_domain(dice& random)
      : begins_with_ones(random.one_in(2)), size(random.below(block_sizes.size())) {
    theirs.block_size = static_cast<mlx5dv_block_size>(size);
    if (random.one_in(2)) {
      dif = {.bg_type = random.one_in(2) ? MLX5DV_SIG_T10DIF_CRC : MLX5DV_SIG_T10DIF_CSUM,
             .bg = static_cast<std::uint16_t>(begins_with_ones ? 0xffff : 0),
             .app_tag = static_cast<std::uint16_t>(random.bits32(2)),
             .ref_tag = random.bits32(2),
             .flags = static_cast<std::uint16_t>(random.bits32(3))};
      theirs.sig_type = MLX5DV_SIG_TYPE_T10DIF;
      theirs.sig.dif = &dif;
    } else {
      crc.type = static_cast<mlx5dv_sig_crc_type>(random.below(3));
      if (begins_with_ones) {
        crc.seed = crc.type == MLX5DV_SIG_CRC_TYPE_CRC64_XP10 ? UINT64_MAX : UINT32_MAX;
      }
      theirs.sig_type = MLX5DV_SIG_TYPE_CRC;
      theirs.sig.crc = &crc;
    }
  }

  block_signature::domain ours(std::uint32_t psv) const {
    if (theirs.sig_type == MLX5DV_SIG_TYPE_CRC) {
      constexpr std::array formats{block_format::crc32, block_format::crc32c,
                                   block_format::crc64_xp10};
      return {block_crc{formats[crc.type], begins_with_ones}, block_sizes[size], psv};
    }
    return {
        t10_dif{.guard = dif.bg_type == MLX5DV_SIG_T10DIF_CRC ? guard_type::crc : guard_type::ipcs,
                .begins_with_ones = begins_with_ones,
                .app_tag = dif.app_tag,
                .ref_tag = dif.ref_tag,
                .counts = (dif.flags & MLX5DV_SIG_T10DIF_FLAG_REF_REMAP) != 0,
                .app_escape = (dif.flags & MLX5DV_SIG_T10DIF_FLAG_APP_ESCAPE) != 0,
                .app_ref_escape = (dif.flags & MLX5DV_SIG_T10DIF_FLAG_APP_REF_ESCAPE) != 0},
        block_sizes[size], psv};
  }

  bool begins_with_ones;
  std::uint32_t size;
  mlx5dv_sig_t10dif dif{};
  mlx5dv_sig_crc crc{};
  mlx5dv_sig_block_domain theirs{};
};

/// The two places of a signature, as libmlx5 takes them and as we do.
class random_signature {
 public:
  void draw(dice& random) {
    wire_.emplace(random);
    memory_.emplace(random);
    if (random.one_in(2)) make_alike(random);
    const auto places = random.below(3);
    if (places == 0) wire_.reset();
    if (places == 1) memory_.reset();
    attributes_ = {.mem = memory_ ? &memory_->theirs : nullptr,
                   .wire = wire_ ? &wire_->theirs : nullptr,
                   .flags = 0,
                   .check_mask = static_cast<std::uint8_t>(random.bits32(8)),
                   .copy_mask = static_cast<std::uint8_t>(random.bits32(8)),
                   .comp_mask = 0};
    const bool may_copy =
        wire_ && memory_ && wire_->size == memory_->size &&
        wire_->theirs.sig_type == memory_->theirs.sig_type &&
        (wire_->theirs.sig_type == MLX5DV_SIG_TYPE_T10DIF || wire_->crc.type == memory_->crc.type);
    if (may_copy && random.one_in(2)) attributes_.flags = MLX5DV_SIG_BLOCK_ATTR_FLAG_COPY_MASK;
  }

  const mlx5dv_sig_block_attr* theirs() const { return &attributes_; }
  bool in_both_places() const { return wire_ && memory_; }

  /// The PSVs are libmlx5's own: its bytes show which.
  block_signature ours(const bsf_seg& theirs, bool encrypted) const {
    block_signature made{.check_mask = attributes_.check_mask, .encrypted = encrypted};
    if (wire_) made.wire = wire_->ours(theirs.w_psv);
    if (memory_) made.memory = memory_->ours(theirs.m_psv);
    if (attributes_.flags != 0) made.copy_mask = attributes_.copy_mask;
    return made;
  }

 private:
  /// Else few would have the same structure.
  void make_alike(dice& random) {
    *memory_ = *wire_;
    if (memory_->theirs.sig_type == MLX5DV_SIG_TYPE_CRC) {
      memory_->theirs.sig.crc = &memory_->crc;
    } else {
      memory_->theirs.sig.dif = &memory_->dif;
    }
    if (random.one_in(2)) memory_->dif.app_tag ^= 1;
    if (random.one_in(2)) memory_->dif.ref_tag ^= 1;
  }

  std::optional<random_domain> wire_;
  std::optional<random_domain> memory_;
  mlx5dv_sig_block_attr attributes_{};
};

/// Settings of encryption, in libmlx5's form and in ours.
class random_encryption {
 public:
  void draw(dice& random, mlx5dv_dek* dek) {
    const auto size = random.below(block_sizes.size());
    const bool on_tx = random.one_in(2), signature_first = random.one_in(2);
    theirs_ = {};
    theirs_.crypto_standard = MLX5DV_CRYPTO_STANDARD_AES_XTS;
    theirs_.encrypt_on_tx = on_tx;
    theirs_.signature_crypto_order =
        signature_first ? MLX5DV_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX
                        : MLX5DV_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX;
    theirs_.data_unit_size = static_cast<mlx5dv_block_size>(size);
    theirs_.dek = dek;
    for (char& one : theirs_.initial_tweak) one = static_cast<char>(random.bits32(8));
    for (char& one : theirs_.keytag) one = static_cast<char>(random.bits32(8));

    // The side that encrypts decides which order is which: raw data has its signature on the other
    // side.
    constexpr std::array orders{
        std::array{enc_order::encrypted_memory_signature, enc_order::encrypted_wire_signature},
        std::array{enc_order::encrypted_raw_memory, enc_order::encrypted_raw_wire}};
    ours_ = {.bsf_size = bsf_size::with_inline,
             .enc_order = orders[on_tx != signature_first][on_tx],
             .raw_data_size = ~std::uint32_t{0},
             .bs_pointer = block_sizes[size]};
    // libmlx5 takes it little-endian.
    std::memcpy(ours_.xts_init_tweak.data(), theirs_.initial_tweak, ours_.xts_init_tweak.size());
    std::ranges::reverse(ours_.xts_init_tweak);
    std::memcpy(ours_.keytag.data(), theirs_.keytag, ours_.keytag.size());
  }

  const mlx5dv_crypto_attr* theirs() const { return &theirs_; }
  bool raw() const {
    return ours_.enc_order == enc_order::encrypted_raw_memory ||
           ours_.enc_order == enc_order::encrypted_raw_wire;
  }

  /// libmlx5 keeps the number of the key to itself: its bytes show it.
  crypto_bsf_seg ours(const crypto_bsf_seg& theirs, bool behind_signature) const {
    auto made = ours_;
    if (behind_signature) made.bsf_size = bsf_size::sig_and_crypto;
    made.dek_ptr = theirs.dek_ptr;
    return made;
  }

 private:
  mlx5dv_crypto_attr theirs_{};
  crypto_bsf_seg ours_;
};

}  // namespace verbatim::test
