// WQEs that give mkeys signatures and encryption: libmlx5 writes them, and so do we.
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "mkeys.hpp"
#include "random_protection.hpp"
#include "verbatim/queue/send/block_signature.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned fewer_operations = 3'000;  // of what was posted in every slot before

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

}  // namespace
}  // namespace verbatim::test
