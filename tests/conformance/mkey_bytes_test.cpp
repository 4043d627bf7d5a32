// WQEs that give mkeys their pieces, and copies by the DMA engine: libmlx5 writes them, and so do we.
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "mkeys.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned operations = 10'000;
constexpr std::array unused_imm{left_as_they_were{12, 16, difference::unused_imm}};

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
    // The buffer for the result is libmlx5's own, one of each PD: its bytes show where.
    const auto theirs = theirs_.qp.place();
    const auto index = twins_.index() & (theirs.wqebbs - 1);
    const auto meta = mmo_meta_seg::read(theirs.ring + std::size_t{index} * wqebb + ctrl_seg::size);
    const auto count = static_cast<std::uint32_t>(length & 0x7fffffff);
    ASSERT_TRUE(twins_.sq()
                    .sq_wqe()
                    .copy()
                    .result(lkey(meta.opaque_lkey), meta.opaque_va)
                    .from(from, count, lkey(from_key))
                    .to(to, count, lkey(to_key))
                    .signal(1)
                    .finish()
                    .ok());
    twins_.compare("copy", unused_imm);
  }
  twins_.expect_met({difference::unused_imm});
}

}  // namespace
}  // namespace verbatim::test
