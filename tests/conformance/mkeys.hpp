// An mkey that libmlx5 configures, and WQEs of ours that do the same.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "any_queue_pair.hpp"
#include "dice.hpp"
#include "plain_verbs.hpp"
#include "twin_rings.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::test {

inline constexpr std::uint16_t most_entries = 20;

inline constexpr std::uint64_t bit(mkey_mask field) { return static_cast<std::uint64_t>(field); }
inline constexpr auto accesses = bit(mkey_mask::local_write) | bit(mkey_mask::remote_read) |
                                 bit(mkey_mask::remote_write) | bit(mkey_mask::atomic);
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
        (most_entries + 1) * std::uint32_t{octoword} + 192;  // libmlx5 bounds lists and BSFs by it
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
      return std::move(begun).key(lkey(mkey_->lkey)).change(mask).to(properties);
    };
    if (layout.kept()) return use(key(twins_.sq().sq_wqe().update_mkey(flags(fenced))));
    if (layout.turns.empty()) {
      const auto add = [](auto state, const ibv_sge& piece) {
        return std::move(state).klm(piece.length, lkey(piece.lkey), piece.addr);
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
          static_cast<std::uint16_t>(turn.bytes_count), lkey(turn.lkey), turn.addr);
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

}  // namespace verbatim::test
