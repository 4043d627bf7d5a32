// WQEs that give mkeys their pieces, and copies by the DMA engine: libmlx5 writes them, and so do we.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "twin_rings.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned operations = 10'000;
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
    attributes.cap.max_inline_data = (most_entries + 1) * 16;  // libmlx5 bounds lists by it
    dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS;
    dv.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE | MLX5DV_QP_EX_WITH_MR_LIST |
                        MLX5DV_QP_EX_WITH_MR_INTERLEAVED | MLX5DV_QP_EX_WITH_MEMCPY;
  }

  mkeys() {
    mlx5dv_mkey_init_attr attributes{.pd = theirs_.context.pd(),
                                     .create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT,
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

  void list(bool fenced, bool by_setters) {
    const auto access = random_access();
    // libmlx5 adds the lengths up in an int, so that keys of 2 GiB and more get a wrong one.
    std::vector<ibv_sge> pieces(random_.below(most_entries) + 1);
    std::uint64_t length = 0;
    for (auto& piece : pieces) {
      piece = {random_.bits(64), random_.bits32(26) | 1u, random_.bits32(32)};
      length += piece.length;
    }
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
    auto chain = twins_.sq()
                     .sq_wqe()
                     .configure_mkey(flags(fenced))
                     .key(mkey_->lkey)
                     .change(mask)
                     .to(properties(access, length))
                     .klm(pieces[0].length, pieces[0].lkey, pieces[0].addr);
    for (const auto& piece : std::span(pieces).subspan(1)) {
      chain = std::move(chain).klm(piece.length, piece.lkey, piece.addr);
    }
    ASSERT_TRUE(std::move(chain).signal(1).finish().ok());
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
