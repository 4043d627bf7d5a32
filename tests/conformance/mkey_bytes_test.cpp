// WQEs that give mkeys their pieces and their signatures, and copies by the DMA engine: libmlx5 writes
// them, and so do we.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "twin_rings.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/send/block_signature.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned operations = 10'000;
constexpr unsigned fewer_operations = 3'000;  // of what was posted in every slot before
constexpr std::uint16_t most_entries = 20;

constexpr std::uint64_t bit(mkey_mask field) { return static_cast<std::uint64_t>(field); }
constexpr auto accesses = bit(mkey_mask::local_write) | bit(mkey_mask::remote_read) |
                          bit(mkey_mask::remote_write) | bit(mkey_mask::atomic);
constexpr std::array unused_imm{left_as_they_were{12, 16, difference::unused_imm}};

struct destroy_mkey {
  void operator()(mlx5dv_mkey* mkey) const noexcept { mlx5dv_destroy_mkey(mkey); }
};

/// The place of a key's memory: as before, in one piece behind the other, or in pieces between
/// which it takes turns.
struct key_layout {
  std::vector<ibv_sge> pieces;
  std::vector<mlx5dv_mr_interleaved> turns;
  std::uint32_t repeats = 0;

  bool kept() const { return pieces.empty() && turns.empty(); }
  const char* name() const {
    return kept() ? "as it lies" : pieces.empty() ? "strided" : "with a list";
  }

  std::uint32_t bytes_of_a_turn() const {
    return std::accumulate(turns.begin(), turns.end(), 0u,
                           [](auto sum, const auto& one) { return sum + one.bytes_count; });
  }
  std::uint64_t length() const {
    const auto turned = std::uint64_t{bytes_of_a_turn()} * repeats;
    return std::accumulate(pieces.begin(), pieces.end(), turned,
                           [](auto sum, const auto& one) { return sum + one.length; });
  }

  /// Returns the WQEBBs that the WQE has for it, a block of its own in front of the turns.
  std::size_t wqebbs() const {
    const auto entries = pieces.size() + (turns.empty() ? 0 : turns.size() + 1);
    return (entries + 3) / 4;
  }
};

class mkeys : public testing::Test {
 protected:
  static void queue_pair(ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr& dv) {
    attributes.send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE;
    attributes.cap.max_inline_data =
        (most_entries + 1) * 16 + 192;  // libmlx5 bounds lists and BSFs by it
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

  /// Returns the properties of a key of this length and access, as our builders take them.
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
    return {.fence = fenced ? fence_mode::reads_atomics_and_key_changes : fence_mode::none};
  }

  /// libmlx5 adds the lengths up in an int, so that keys of 2 GiB and more get a wrong one.
  key_layout random_list() {
    key_layout made;
    made.pieces.resize(random_.below(most_entries) + 1);
    for (auto& piece : made.pieces) {
      piece = {random_.bits(64), random_.bits32(26) | 1u, random_.bits32(32)};
    }
    return made;
  }

  key_layout random_turns() {
    key_layout made;
    made.repeats = random_.below(1000) + 1;
    made.turns.resize(random_.below(most_entries - 1) + 1);
    for (auto& turn : made.turns) {
      turn = {random_.bits(64), random_.bits32(15) | 1u, random_.bits32(15), random_.bits32(32)};
    }
    return made;
  }

  key_layout random_layout() {
    const auto kind = random_.below(3);
    if (kind == 0) return {};
    return kind == 1 ? random_list() : random_turns();
  }

  /// Sets the layout of the mkey that libmlx5 configures.
  void set_layout(const key_layout& layout) {
    const auto count = static_cast<std::uint16_t>(layout.pieces.size() + layout.turns.size());
    if (!layout.pieces.empty()) mlx5dv_wr_set_mkey_layout_list(dv(), count, layout.pieces.data());
    if (!layout.turns.empty()) {
      mlx5dv_wr_set_mkey_layout_interleaved(dv(), layout.repeats, count, layout.turns.data());
    }
  }

  /// Calls use() with a WQE of ours that changes the key, as far as its layout.
  template <class Use>
  void configured(const key_layout& layout, std::uint64_t mask, const mkey_ctx_seg& properties,
                  bool fenced, Use use) {
    const auto key = [&](auto begun) {
      return std::move(begun).key(mkey_->lkey).change(mask).to(properties);
    };
    if (layout.kept()) return use(key(twins_.sq().sq_wqe().update_mkey(flags(fenced))));
    if (layout.turns.empty()) {
      const auto add = [](auto state, const ibv_sge& piece) {
        return std::move(state).klm(piece.length, piece.lkey, piece.addr);
      };
      auto chain = add(key(twins_.sq().sq_wqe().configure_mkey(flags(fenced))), layout.pieces[0]);
      for (const auto& piece : std::span(layout.pieces).subspan(1)) {
        chain = add(std::move(chain), piece);
      }
      return use(std::move(chain));
    }
    const auto add = [](auto state, const mlx5dv_mr_interleaved& turn) {
      return std::move(state).strided(
          static_cast<std::uint16_t>(turn.bytes_count + turn.bytes_skip),
          static_cast<std::uint16_t>(turn.bytes_count), turn.lkey, turn.addr);
    };
    auto chain = add(key(twins_.sq().sq_wqe().configure_mkey_strided(flags(fenced)))
                         .repeat(layout.bytes_of_a_turn(), layout.repeats),
                     layout.turns[0]);
    for (const auto& turn : std::span(layout.turns).subspan(1)) chain = add(std::move(chain), turn);
    use(std::move(chain));
  }

  void configure(key_layout layout, bool fenced, bool by_setters) {
    const auto access = random_access();
    begin(fenced);
    if (by_setters) {
      mlx5dv_mkey_conf_attr configuration{};
      mlx5dv_wr_mkey_configure(dv(), mkey_.get(), 2, &configuration);
      mlx5dv_wr_set_mkey_access_flags(dv(), access);
      set_layout(layout);
    } else if (layout.turns.empty()) {
      mlx5dv_wr_mr_list(dv(), mkey_.get(), access, static_cast<std::uint16_t>(layout.pieces.size()),
                        layout.pieces.data());
    } else {
      mlx5dv_wr_mr_interleaved(dv(), mkey_.get(), access, layout.repeats,
                               static_cast<std::uint16_t>(layout.turns.size()),
                               layout.turns.data());
    }
    ASSERT_EQ(ibv_wr_complete(theirs_.qp.ex()), 0);
    constexpr auto mask =
        bit(mkey_mask::free) | bit(mkey_mask::mkey) | bit(mkey_mask::len) | accesses;
    configured(layout, mask, properties(access, layout.length()), fenced,
               [](auto chain) { ASSERT_TRUE(std::move(chain).signal(1).finish().ok()); });
    twins_.compare(std::string(layout.name()).append(by_setters ? ", by setters" : ", at once"));
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
    configure(random_.one_in(2) ? random_list() : random_turns(), fenced, by_setters);
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

  /// The PSVs are libmlx5's own: what it wrote tells which.
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

/// How data is encrypted, as libmlx5 takes it and as we do.
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

  /// libmlx5 keeps the number of the key to itself: what it wrote tells.
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

struct destroy_dek {
  void operator()(mlx5dv_dek* dek) const noexcept { mlx5dv_dek_destroy(dek); }
};

/// Mkeys with signatures, with encryption, and with both: with new ones, with those from before, and
/// with signatures taken away; and each with any layout.
class protected_mkeys : public mkeys {
 protected:
  enum class signature { made, kept, taken_away };
  static constexpr std::size_t layouts = 3;

  explicit protected_mkeys(std::uint32_t flags)
      : mkeys(flags),
        encrypts_too_(flags == (MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE |
                                MLX5DV_MKEY_INIT_ATTR_FLAGS_CRYPTO)) {}

  mlx5dv_dek* dek() {
    if (dek_) return dek_.get();
    mlx5dv_dek_init_attr attributes{};
    attributes.key_size = MLX5DV_CRYPTO_KEY_SIZE_128;
    attributes.key_purpose = MLX5DV_CRYPTO_KEY_PURPOSE_AES_XTS;
    attributes.comp_mask = MLX5DV_DEK_INIT_ATTR_CRYPTO_LOGIN;
    attributes.pd = theirs_.context.pd();
    dek_.reset(made_by("mlx5dv_dek_create", mlx5dv_dek_create(theirs_.context.get(), &attributes)));
    return dek_.get();
  }

  signature random_fate() {
    const auto kind = random_.below(4);
    if (kind == 0) return signature::kept;
    return kind == 1 ? signature::taken_away : signature::made;
  }

  /// Signs, if at all, as `how` says, and encrypts anew or leaves encryption as it was.
  void configure(std::optional<signature> how, bool encrypts) {
    const bool fenced = random_.one_in(4), with_access = random_.one_in(2);
    const bool signs = how == signature::made;
    const auto access = with_access ? random_access() : 0;
    const auto layout = random_layout();
    if (how == signature::taken_away) signature_.reset();
    do {
      if (signs) signature_.emplace().draw(random_);
      if (encrypts) encryption_.emplace().draw(random_, dek());
    } while (refused_by_libmlx5());
    mlx5dv_mkey_conf_attr configuration{};
    if (how == signature::taken_away)
      configuration.conf_flags = MLX5DV_MKEY_CONF_FLAG_RESET_SIG_ATTR;
    begin(fenced);
    mlx5dv_wr_mkey_configure(
        dv(), mkey_.get(),
        static_cast<std::uint8_t>(with_access + !layout.kept() + signs + encrypts), &configuration);
    if (with_access) mlx5dv_wr_set_mkey_access_flags(dv(), access);
    set_layout(layout);
    if (signs) mlx5dv_wr_set_mkey_sig_block(dv(), signature_->theirs());
    if (encrypts) mlx5dv_wr_set_mkey_crypto(dv(), encryption_->theirs());
    ASSERT_EQ(ibv_wr_complete(theirs_.qp.ex()), 0);

    auto properties = this->properties(access, layout.length());
    auto mask = bit(mkey_mask::free) | bit(mkey_mask::mkey);
    if (with_access) mask |= accesses;
    if (!layout.kept()) mask |= bit(mkey_mask::len);
    const auto bsfs = bsfs_for(how, encrypts);
    properties.bsf_en = bsfs.signature || bsfs.crypto;
    if (properties.bsf_en || (how && !encrypts_too_ && !signature_)) {
      mask |= bit(mkey_mask::bsf_enable);
    }
    if (how && !std::exchange(counts_errors_, true)) {
      mask |= bit(mkey_mask::sig_err);
      properties.sig_err_cnt = 1;
    }
    configured(layout, mask, properties, fenced,
               [&](auto chain) { post(std::move(chain), layout, bsfs, signs, fenced); });
    constexpr std::array unused{left_as_they_were{12, 16, difference::unused_imm, opcode::set_psv}};
    twins_.compare(std::string(layout.name()).append(properties.bsf_en != 0 ? ", with BSFs" : ""),
                   unused);
  }

  /// Until each of so many kinds has been in every slot.
  template <class Once>
  void many_times(std::size_t kinds, Once once) {
    for (unsigned posted = 0;
         (posted < fewer_operations || !twins_.every_slot(kinds)) && !HasFatalFailure(); ++posted) {
      once();
    }
  }

 private:
  struct bsfs {
    bool signature;
    bool crypto;
  };

  /// Data that is encrypted without its signature has one in one place only.
  bool refused_by_libmlx5() const {
    return signature_ && signature_->in_both_places() && encryption_ && encryption_->raw();
  }

  /// A key that can have both has them written together, also if one of them has not changed.
  bsfs bsfs_for(std::optional<signature> how, bool encrypts) const {
    if (!encrypts_too_) return {how == signature::made, encrypts};
    const bool changes = how != signature::kept || encrypts;
    return {changes, changes && encryption_};
  }

  template <class Chain>
  void post(Chain chain, const key_layout& layout, bsfs written, bool signs, bool fenced) {
    constexpr std::size_t in_front = 2, of_signature = 1;  // WQEBBs
    const auto at = in_front + layout.wqebbs();
    const auto crypto = [&] {
      return encryption_->ours(
          theirs_at<crypto_bsf_seg>(at + (written.signature ? of_signature : 0)),
          written.signature);
    };
    const auto finish = [signs](auto state) {
      ASSERT_TRUE(signs ? std::move(state).finish().ok()
                        : std::move(state).signal(1).finish().ok());
    };
    if (!written.signature) {
      written.crypto ? finish(std::move(chain).crypto(crypto())) : finish(std::move(chain));
      return;
    }
    const auto theirs = theirs_at<bsf_seg>(at);
    const auto ours = signature_ ? signature_->ours(theirs, written.crypto)
                                 : block_signature{.encrypted = written.crypto};
    auto state = std::move(chain).sig_block(ours.bsf(), ours.wire.inline_segment(),
                                            ours.memory.inline_segment());
    written.crypto ? finish(std::move(state).crypto(crypto())) : finish(std::move(state));
    if (signs) set_psvs(ours, fenced);
  }

  void set_psvs(const block_signature& ours, bool fenced) {
    for (const auto* place : {&ours.memory, &ours.wire}) {
      if (!place->present()) continue;
      auto psv = twins_.sq()
                     .sq_wqe()
                     .set_psv(flags(fenced))
                     .psv(place->psv(), place->transient_signature());
      const bool last = place == &ours.wire || !ours.wire.present();
      ASSERT_TRUE(last ? std::move(psv).signal(1).finish().ok() : std::move(psv).finish().ok());
    }
  }

  /// Part of the WQE that libmlx5 wrote last.
  template <class Segment>
  Segment theirs_at(std::size_t wqebbs) {
    const auto theirs = theirs_.qp.place();
    const auto at = (twins_.index() + wqebbs) & (theirs.wqebbs - 1);
    return Segment::read(theirs.ring + at * wqebb);
  }

  std::optional<random_signature> signature_;  // as libmlx5 keeps them with the key
  std::optional<random_encryption> encryption_;
  std::unique_ptr<mlx5dv_dek, destroy_dek> dek_;
  bool encrypts_too_;
  bool counts_errors_ = false;
};

class signed_mkeys : public protected_mkeys {
 protected:
  signed_mkeys() : protected_mkeys(MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE) {}
};

TEST_F(signed_mkeys, with_signatures_made_kept_and_taken_away) {
  many_times(2 * layouts, [this] { configure(random_fate(), false); });
  twins_.expect_met({difference::unused_imm});
}

class encrypted_mkeys : public protected_mkeys {
 protected:
  encrypted_mkeys() : protected_mkeys(MLX5DV_MKEY_INIT_ATTR_FLAGS_CRYPTO) {}
};

TEST_F(encrypted_mkeys, with_every_layout) {
  many_times(layouts, [this] { configure(std::nullopt, true); });
  twins_.expect_met({});
}

class signed_and_encrypted_mkeys : public protected_mkeys {
 protected:
  signed_and_encrypted_mkeys()
      : protected_mkeys(MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE |
                        MLX5DV_MKEY_INIT_ATTR_FLAGS_CRYPTO) {}
};

TEST_F(signed_and_encrypted_mkeys, before_they_encrypt) {
  many_times(2 * layouts, [this] { configure(random_fate(), false); });
  twins_.expect_met({difference::unused_imm});
}

TEST_F(signed_and_encrypted_mkeys, with_either_and_both) {
  many_times(2 * layouts, [this] { configure(random_fate(), random_.one_in(2)); });
  twins_.expect_met({difference::unused_imm});
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
