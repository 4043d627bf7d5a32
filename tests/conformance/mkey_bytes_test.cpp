// WQEs that give mkeys their pieces and their signatures, and copies by the DMA engine: libmlx5 writes
// them, and so do we.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "twin_rings.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/block_signature.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned operations = 10'000;
constexpr unsigned fewer_operations = 3'000;  // of what was posted in every slot before
constexpr std::uint16_t most_entries = 20;

constexpr std::uint64_t bit(mkey_mask field) { return static_cast<std::uint64_t>(field); }
constexpr auto accesses = bit(mkey_mask::local_write) | bit(mkey_mask::remote_read) |
                          bit(mkey_mask::remote_write) | bit(mkey_mask::atomic);
constexpr auto by_setters_mask =
    bit(mkey_mask::free) | bit(mkey_mask::mkey) | bit(mkey_mask::len) | accesses;
constexpr std::array unused_imm{left_as_they_were{12, 16, difference::unused_imm}};
constexpr auto at_once_mask = by_setters_mask;

struct destroy_mkey {
  void operator()(mlx5dv_mkey* mkey) const noexcept { mlx5dv_destroy_mkey(mkey); }
};

class mkeys : public testing::Test {
 protected:
  static void queue_pair(ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr& dv) {
    attributes.send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE;
    attributes.cap.max_inline_data =
        (most_entries + 1) * 16 + 128;  // libmlx5 bounds lists and BSFs by it
    dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS;
    dv.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE | MLX5DV_QP_EX_WITH_MR_LIST |
                        MLX5DV_QP_EX_WITH_MR_INTERLEAVED | MLX5DV_QP_EX_WITH_MEMCPY;
  }

  explicit mkeys(std::uint32_t more_flags = 0) {
    mlx5dv_mkey_init_attr attributes{
        .pd = theirs_.context.pd(),
        .create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT | more_flags,
        .max_entries = most_entries};
    mkey_.reset(made_by("mlx5dv_create_mkey", mlx5dv_create_mkey(&attributes)));
  }

  mlx5dv_qp_ex* dv() { return theirs_.qp.dv(); }

  void begin(bool fenced) {
    ibv_wr_start(theirs_.qp.ex());
    theirs_.qp.ex()->wr_id = 1;
    theirs_.qp.ex()->wr_flags =
        IBV_SEND_SIGNALED | IBV_SEND_INLINE | (fenced ? unsigned{IBV_SEND_FENCE} : 0u);
  }

  unsigned random_access() {
    unsigned access = 0;
    for (const auto flag : {IBV_ACCESS_LOCAL_WRITE, IBV_ACCESS_REMOTE_WRITE, IBV_ACCESS_REMOTE_READ,
                            IBV_ACCESS_REMOTE_ATOMIC}) {
      if (random_.one_in(2)) access |= static_cast<unsigned>(flag);
    }
    return access;
  }

  /// What a key of this length and access consists of, as our builders take it.
  mkey_ctx_seg properties(unsigned access, std::uint64_t length) const {
    return {.atomic = (access & IBV_ACCESS_REMOTE_ATOMIC) != 0,
            .remote_write = (access & IBV_ACCESS_REMOTE_WRITE) != 0,
            .remote_read = (access & IBV_ACCESS_REMOTE_READ) != 0,
            .local_write = (access & IBV_ACCESS_LOCAL_WRITE) != 0,
            .qpn = 0xffffff,
            .mkey_7_0 = static_cast<std::uint8_t>(mkey_->lkey),
            .len = length};
  }

  static send_flags flags(bool fenced) {
    return {.fence = fenced ? fence_mode::fence_and_small : fence_mode::none};
  }

  /// libmlx5 adds the lengths up in an int, so that keys of 2 GiB and more get a wrong one.
  std::vector<ibv_sge> random_pieces() {
    std::vector<ibv_sge> pieces(random_.below(most_entries) + 1);
    for (auto& piece : pieces) {
      piece = {random_.bits(64), random_.bits32(26) | 1u, random_.bits32(32)};
    }
    return pieces;
  }

  static std::uint64_t length_of(const std::vector<ibv_sge>& pieces) {
    return std::accumulate(
        pieces.begin(), pieces.end(), std::uint64_t{0},
        [](std::uint64_t sum, const ibv_sge& piece) { return sum + piece.length; });
  }

  /// A WQE of ours that gives the key these pieces, as far as its list.
  auto configured(std::uint64_t mask, const mkey_ctx_seg& properties,
                  std::span<const ibv_sge> pieces, bool fenced) {
    auto chain = twins_.sq()
                     .sq_wqe()
                     .configure_mkey(flags(fenced))
                     .key(mkey_->lkey)
                     .change(mask)
                     .to(properties)
                     .klm(pieces[0].length, pieces[0].lkey, pieces[0].addr);
    for (const auto& piece : pieces.subspan(1)) {
      chain = std::move(chain).klm(piece.length, piece.lkey, piece.addr);
    }
    return chain;
  }

  void list(bool fenced, bool by_setters) {
    const auto access = random_access();
    auto pieces = random_pieces();
    const auto length = length_of(pieces);
    const auto count = static_cast<std::uint16_t>(pieces.size());
    begin(fenced);
    if (by_setters) {
      mlx5dv_mkey_conf_attr configuration{};
      mlx5dv_wr_mkey_configure(dv(), mkey_.get(), 2, &configuration);
      mlx5dv_wr_set_mkey_access_flags(dv(), access);
      mlx5dv_wr_set_mkey_layout_list(dv(), count, pieces.data());
    } else {
      mlx5dv_wr_mr_list(dv(), mkey_.get(), access, count, pieces.data());
    }
    ASSERT_EQ(ibv_wr_complete(theirs_.qp.ex()), 0);

    const auto mask = by_setters ? by_setters_mask : at_once_mask;
    ASSERT_TRUE(
        configured(mask, properties(access, length), pieces, fenced).signal(1).finish().ok());
    twins_.compare(by_setters ? "list by setters" : "list at once");
  }

  void strided(bool fenced, bool by_setters) {
    const auto access = random_access();
    std::vector<mlx5dv_mr_interleaved> pieces(random_.below(most_entries - 1) + 1);
    std::uint32_t bytes = 0;
    for (auto& piece : pieces) {
      piece = {random_.bits(64), random_.bits32(15) | 1u, random_.bits32(15), random_.bits32(32)};
      bytes += piece.bytes_count;
    }
    const auto count = static_cast<std::uint16_t>(pieces.size());
    const auto repeats = random_.below(1000) + 1;
    begin(fenced);
    if (by_setters) {
      mlx5dv_mkey_conf_attr configuration{};
      mlx5dv_wr_mkey_configure(dv(), mkey_.get(), 2, &configuration);
      mlx5dv_wr_set_mkey_access_flags(dv(), access);
      mlx5dv_wr_set_mkey_layout_interleaved(dv(), repeats, count, pieces.data());
    } else {
      mlx5dv_wr_mr_interleaved(dv(), mkey_.get(), access, repeats, count, pieces.data());
    }
    ASSERT_EQ(ibv_wr_complete(theirs_.qp.ex()), 0);

    const auto mask = by_setters ? by_setters_mask : at_once_mask;
    const auto entry = [](auto&& state, const mlx5dv_mr_interleaved& piece) {
      return std::move(state).strided(
          static_cast<std::uint16_t>(piece.bytes_count + piece.bytes_skip),
          static_cast<std::uint16_t>(piece.bytes_count), piece.lkey, piece.addr);
    };
    auto chain = entry(twins_.sq()
                           .sq_wqe()
                           .configure_mkey_strided(flags(fenced))
                           .key(mkey_->lkey)
                           .change(mask)
                           .to(properties(access, std::uint64_t{bytes} * repeats))
                           .repeat(bytes, repeats),
                       pieces[0]);
    for (const auto& piece : std::span(pieces).subspan(1)) chain = entry(std::move(chain), piece);
    ASSERT_TRUE(std::move(chain).signal(1).finish().ok());
    twins_.compare(by_setters ? "strided by setters" : "strided at once");
  }

  dice random_;
  lone_queue_pair theirs_{IBV_QPT_RC, queue_pair};
  lone_queue_pair ours_{IBV_QPT_RC, queue_pair};
  std::unique_ptr<mlx5dv_mkey, destroy_mkey> mkey_;
  twin_rings<rc> twins_{theirs_.cq, theirs_.qp.place(), ours_.cq, ours_.qp.place(), random_};
};

TEST_F(mkeys, lists_and_strided_lists_of_every_length) {
  unsigned posted = 0;
  while ((posted < operations || !twins_.every_slot(4)) && !HasFatalFailure()) {
    const bool fenced = random_.one_in(4);
    const bool by_setters = random_.one_in(2);
    random_.one_in(2) ? list(fenced, by_setters) : strided(fenced, by_setters);
    ++posted;
  }
  twins_.expect_met({});
}

constexpr std::array block_sizes{block_size::bytes_512, block_size::bytes_520,
                                 block_size::bytes_4048, block_size::bytes_4096,
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

  block_domain ours(std::uint32_t psv) const {
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

/// Mkeys with signatures: with a new one, with that from before, and without one, and each with a new
/// layout or with that from before.
class signed_mkeys : public mkeys {
 protected:
  signed_mkeys() : mkeys(MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE) {}

  enum class signature { made, kept, taken_away };

  void configure(signature how, bool with_list, bool fenced) {
    const bool with_access = random_.one_in(2);
    const auto access = with_access ? random_access() : 0;
    auto pieces = random_pieces();
    draw_signature();
    mlx5dv_mkey_conf_attr configuration{};
    if (how == signature::taken_away)
      configuration.conf_flags = MLX5DV_MKEY_CONF_FLAG_RESET_SIG_ATTR;
    begin(fenced);
    mlx5dv_wr_mkey_configure(
        dv(), mkey_.get(),
        static_cast<std::uint8_t>(with_access + with_list + (how == signature::made)),
        &configuration);
    if (with_access) mlx5dv_wr_set_mkey_access_flags(dv(), access);
    if (with_list) {
      mlx5dv_wr_set_mkey_layout_list(dv(), static_cast<std::uint16_t>(pieces.size()),
                                     pieces.data());
    }
    if (how == signature::made) mlx5dv_wr_set_mkey_sig_block(dv(), &attributes_);
    ASSERT_EQ(ibv_wr_complete(theirs_.qp.ex()), 0);

    is_signed_ = how == signature::made || (is_signed_ && how == signature::kept);
    auto properties = this->properties(access, with_list ? length_of(pieces) : 0);
    auto mask = bit(mkey_mask::free) | bit(mkey_mask::mkey);
    if (with_access) mask |= accesses;
    if (with_list) mask |= bit(mkey_mask::len);
    if (how == signature::made || !is_signed_) mask |= bit(mkey_mask::bsf_enable);
    properties.bsf_en = how == signature::made;
    if (std::exchange(counts_errors_, true) == false) {
      mask |= bit(mkey_mask::sig_err);
      properties.sig_err_cnt = 1;
    }
    if (with_list) {
      post(configured(mask, properties, pieces, fenced), how, pieces.size(), fenced);
    } else {
      post(twins_.sq()
               .sq_wqe()
               .update_mkey(flags(fenced))
               .key(mkey_->lkey)
               .change(mask)
               .to(properties),
           how, 0, fenced);
    }
    constexpr std::array unused{left_as_they_were{12, 16, difference::unused_imm, opcode::set_psv}};
    twins_.compare(with_list ? "with a list" : "as it lies", unused);
  }

  dice& random() { return random_; }

 private:
  void draw_signature() {
    wire_.emplace(random_);
    memory_.emplace(random_);
    if (random_.one_in(2)) {
      // Else few would have the same structure.
      *memory_ = *wire_;
      memory_->theirs.sig = {memory_->theirs.sig_type == MLX5DV_SIG_TYPE_CRC ? nullptr
                                                                             : &memory_->dif};
      if (memory_->theirs.sig_type == MLX5DV_SIG_TYPE_CRC) memory_->theirs.sig.crc = &memory_->crc;
      if (random_.one_in(2)) memory_->dif.app_tag ^= 1;
      if (random_.one_in(2)) memory_->dif.ref_tag ^= 1;
    }
    const auto places = random_.below(3);
    if (places == 0) wire_.reset();
    if (places == 1) memory_.reset();
    attributes_ = {.mem = memory_ ? &memory_->theirs : nullptr,
                   .wire = wire_ ? &wire_->theirs : nullptr,
                   .flags = 0,
                   .check_mask = static_cast<std::uint8_t>(random_.bits32(8)),
                   .copy_mask = static_cast<std::uint8_t>(random_.bits32(8)),
                   .comp_mask = 0};
    const bool may_copy =
        wire_ && memory_ && wire_->size == memory_->size &&
        wire_->theirs.sig_type == memory_->theirs.sig_type &&
        (wire_->theirs.sig_type == MLX5DV_SIG_TYPE_T10DIF || wire_->crc.type == memory_->crc.type);
    if (may_copy && random_.one_in(2)) attributes_.flags = MLX5DV_SIG_BLOCK_ATTR_FLAG_COPY_MASK;
  }

  /// The PSVs are libmlx5's own: what it wrote tells which.
  bsf_seg their_bsf(std::size_t entries) {
    const auto theirs = theirs_.qp.place();
    const auto at = twins_.index() + 2 + (entries + 3) / 4;
    return bsf_seg::read(theirs.ring + (at & (theirs.wqebbs - 1)) * wqebb);
  }

  template <class Chain>
  void post(Chain chain, signature how, std::size_t entries, bool fenced) {
    if (how != signature::made) {
      ASSERT_TRUE(std::move(chain).signal(1).finish().ok());
      return;
    }
    const auto theirs = their_bsf(entries);
    block_signature ours{.check_mask = attributes_.check_mask};
    if (wire_) ours.wire = wire_->ours(theirs.w_psv);
    if (memory_) ours.memory = memory_->ours(theirs.m_psv);
    if (attributes_.flags != 0) ours.copy_mask = attributes_.copy_mask;
    ASSERT_TRUE(std::move(chain)
                    .sig_block(ours.bsf(), ours.wire.inline_segment(), ours.memory.inline_segment())
                    .finish()
                    .ok());
    for (const auto* place : {&ours.memory, &ours.wire}) {
      if (!place->present()) continue;
      auto psv = twins_.sq()
                     .sq_wqe()
                     .set_psv(flags(fenced))
                     .psv(place->psv(), place->transient_signature());
      const bool last = place == &ours.wire || !wire_;
      ASSERT_TRUE(last ? std::move(psv).signal(1).finish().ok() : std::move(psv).finish().ok());
    }
  }

  std::optional<random_domain> wire_;
  std::optional<random_domain> memory_;
  mlx5dv_sig_block_attr attributes_{};
  bool is_signed_ = false;
  bool counts_errors_ = false;
};

TEST_F(signed_mkeys, with_signatures_made_kept_and_taken_away) {
  for (unsigned posted = 0;
       (posted < fewer_operations || !twins_.every_slot(2)) && !HasFatalFailure(); ++posted) {
    const auto kind = random().below(4);
    configure(kind == 0   ? signature::kept
              : kind == 1 ? signature::taken_away
                          : signature::made,
              random().one_in(2), random().one_in(4));
  }
  twins_.expect_met({difference::unused_imm});
}

struct destroy_dek {
  void operator()(mlx5dv_dek* dek) const noexcept { mlx5dv_dek_destroy(dek); }
};

/// Mkeys that encrypt, with a layout and without.
class encrypted_mkeys : public mkeys {
 protected:
  encrypted_mkeys() : mkeys(MLX5DV_MKEY_INIT_ATTR_FLAGS_CRYPTO) {
    mlx5dv_dek_init_attr attributes{};
    attributes.key_size = MLX5DV_CRYPTO_KEY_SIZE_128;
    attributes.key_purpose = MLX5DV_CRYPTO_KEY_PURPOSE_AES_XTS;
    attributes.comp_mask = MLX5DV_DEK_INIT_ATTR_CRYPTO_LOGIN;
    attributes.pd = theirs_.context.pd();
    dek_.reset(made_by("mlx5dv_dek_create", mlx5dv_dek_create(theirs_.context.get(), &attributes)));
  }

  void configure(bool with_list, bool fenced) {
    constexpr std::array orders{
        std::array{enc_order::encrypted_memory_signature, enc_order::encrypted_wire_signature},
        std::array{enc_order::encrypted_raw_memory, enc_order::encrypted_raw_wire}};
    const auto size = random_.below(block_sizes.size());
    const bool on_tx = random_.one_in(2), signature_first = random_.one_in(2);
    mlx5dv_crypto_attr attributes{};
    attributes.crypto_standard = MLX5DV_CRYPTO_STANDARD_AES_XTS;
    attributes.encrypt_on_tx = on_tx;
    attributes.signature_crypto_order =
        signature_first ? MLX5DV_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX
                        : MLX5DV_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX;
    attributes.data_unit_size = static_cast<mlx5dv_block_size>(size);
    attributes.dek = dek_.get();
    for (char& one : attributes.initial_tweak) one = static_cast<char>(random_.bits32(8));
    for (char& one : attributes.keytag) one = static_cast<char>(random_.bits32(8));
    auto pieces = random_pieces();
    mlx5dv_mkey_conf_attr configuration{};
    begin(fenced);
    mlx5dv_wr_mkey_configure(dv(), mkey_.get(), with_list ? 2 : 1, &configuration);
    if (with_list) {
      mlx5dv_wr_set_mkey_layout_list(dv(), static_cast<std::uint16_t>(pieces.size()),
                                     pieces.data());
    }
    mlx5dv_wr_set_mkey_crypto(dv(), &attributes);
    ASSERT_EQ(ibv_wr_complete(theirs_.qp.ex()), 0);

    // Which order is which depends on who encrypts: what is raw has its signature on the other side.
    const bool raw = on_tx != signature_first;
    crypto_bsf_seg ours{.enc_order = orders[raw][on_tx],
                        .raw_data_size = ~std::uint32_t{0},
                        .bs_pointer = block_sizes[size],
                        .dek_ptr = dek_of_theirs(with_list ? pieces.size() : 0)};
    // libmlx5 takes it little-endian.
    std::memcpy(ours.xts_init_tweak.data(), attributes.initial_tweak, ours.xts_init_tweak.size());
    std::ranges::reverse(ours.xts_init_tweak);
    std::memcpy(ours.keytag.data(), attributes.keytag, ours.keytag.size());
    auto properties = this->properties(0, with_list ? length_of(pieces) : 0);
    properties.bsf_en = 1;
    auto mask = bit(mkey_mask::free) | bit(mkey_mask::mkey) | bit(mkey_mask::bsf_enable);
    if (with_list) mask |= bit(mkey_mask::len);
    if (with_list) {
      ASSERT_TRUE(
          configured(mask, properties, pieces, fenced).crypto(ours).signal(1).finish().ok());
    } else {
      ASSERT_TRUE(twins_.sq()
                      .sq_wqe()
                      .update_mkey(flags(fenced))
                      .key(mkey_->lkey)
                      .change(mask)
                      .to(properties)
                      .crypto(ours)
                      .signal(1)
                      .finish()
                      .ok());
    }
    twins_.compare(with_list ? "with a list" : "as it lies");
  }

  dice& random() { return random_; }

 private:
  /// libmlx5 keeps the number to itself.
  std::uint32_t dek_of_theirs(std::size_t entries) {
    const auto theirs = theirs_.qp.place();
    const auto at = twins_.index() + 2 + (entries + 3) / 4;
    return crypto_bsf_seg::read(theirs.ring + (at & (theirs.wqebbs - 1)) * wqebb).dek_ptr;
  }

  std::unique_ptr<mlx5dv_dek, destroy_dek> dek_;
};

TEST_F(encrypted_mkeys, with_lists_and_as_they_lie) {
  for (unsigned posted = 0;
       (posted < fewer_operations || !twins_.every_slot(2)) && !HasFatalFailure(); ++posted) {
    configure(random().one_in(2), random().one_in(4));
  }
  twins_.expect_met({});
}

TEST_F(mkeys, copies) {
  while (!twins_.every_slot(1) && !HasFatalFailure()) {
    const auto to = random_.bits(64), from = random_.bits(64);
    const auto to_key = random_.bits32(32), from_key = random_.bits32(32);
    const std::size_t length = random_.one_in(8) ? std::size_t{1} << 31 : random_.bits32(20) | 1u;
    ibv_wr_start(theirs_.qp.ex());
    theirs_.qp.ex()->wr_id = 1;
    theirs_.qp.ex()->wr_flags = IBV_SEND_SIGNALED;
    mlx5dv_wr_memcpy(dv(), to_key, to, from_key, from, length);
    ASSERT_EQ(ibv_wr_complete(theirs_.qp.ex()), 0);
    // The buffer for the result is libmlx5's own, one of each PD: what it wrote tells where.
    const auto theirs = theirs_.qp.place();
    const auto index = twins_.index() & (theirs.wqebbs - 1);
    const auto meta = mmo_meta_seg::read(theirs.ring + std::size_t{index} * wqebb + 16);
    const auto count = static_cast<std::uint32_t>(length & 0x7fffffff);
    ASSERT_TRUE(twins_.sq()
                    .sq_wqe()
                    .copy()
                    .result(meta.opaque_lkey, meta.opaque_va)
                    .from(from, count, from_key)
                    .to(to, count, to_key)
                    .signal(1)
                    .finish()
                    .ok());
    twins_.compare("copy", unused_imm);
  }
  twins_.expect_met({difference::unused_imm});
}

}  // namespace
}  // namespace verbatim::test
