// The same operations through ibv_post_send, ibv_wr_* and our builders leave the same bytes.
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "allowed_differences.hpp"
#include "dice.hpp"
#include "operation.hpp"
#include "send_side.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/wire/units.hpp"
#include "wqe_comparison.hpp"

namespace verbatim::test {
namespace {

template <class Transport, unsigned MaxWqebbs>
void compare_all(std::uint32_t send_wqes, lone_post lone = lone_post::doorbell) {
  wqe_comparison<Transport, MaxWqebbs>(
      {.rings = {.transport = std::is_same_v<Transport, rc> ? IBV_QPT_RC : IBV_QPT_UC,
                 .send_wqes = send_wqes,
                 .send_wqe_bytes = MaxWqebbs * std::uint32_t{wqebb}},
       .lone = lone})
      .run();
}

// Named for the transport, the WQEBBs of the ring, and those of its longest WQE.
TEST(wqe_bytes, rc_4_of_1) { compare_all<rc, 1>(4); }
TEST(wqe_bytes, rc_4_of_2) { compare_all<rc, 2>(2); }
TEST(wqe_bytes, rc_4_of_4) { compare_all<rc, 4>(1); }
TEST(wqe_bytes, rc_16_of_4) { compare_all<rc, 4>(4); }
TEST(wqe_bytes, rc_64_of_4) { compare_all<rc, 4>(16, lone_post::blueflame); }
TEST(wqe_bytes, rc_64_of_8) { compare_all<rc, 8>(8); }
TEST(wqe_bytes, rc_64_of_16) { compare_all<rc, 16>(4); }
TEST(wqe_bytes, rc_4096_of_4) { compare_all<rc, 4>(1024); }
TEST(wqe_bytes, uc_4_of_1) { compare_all<uc, 1>(4); }
TEST(wqe_bytes, uc_4_of_2) { compare_all<uc, 2>(2); }
TEST(wqe_bytes, uc_16_of_4) { compare_all<uc, 4>(4); }
TEST(wqe_bytes, uc_64_of_8) { compare_all<uc, 8>(8, lone_post::blueflame); }
TEST(wqe_bytes, uc_64_of_16) { compare_all<uc, 16>(4); }

operation inline_write(std::uint32_t bytes) {
  operation op;
  op.what = opcode::rdma_write;
  op.inlined = true;
  op.payload.resize(bytes);
  op.sges = {{reinterpret_cast<std::uintptr_t>(op.payload.data()), bytes, 0}};
  return op;
}

TEST(wqe_bytes, a_wqe_of_64_octowords) {
  dice random;
  const shape s{.rings = {.transport = IBV_QPT_UC, .send_wqes = 4, .send_wqe_bytes = 1024}};
  side theirs("ibv_post_send", s, random);
  our_side<uc, ring_end::wrapping, 16> ours("builders", s, random);
  met_differences met;
  for (const std::uint32_t bytes : {972u, 973u}) {
    const auto write = inline_write(bytes);
    ASSERT_LE(bytes, theirs.qp.limits().max_inline_data);
    ASSERT_EQ(post_with_ibv_post_send(theirs.qp.get(), {&write, 1}), 0);
    const auto ds = std::to_integer<unsigned>(theirs.wqe(theirs.pi, 1)[7]);
    EXPECT_EQ(ds, write.octowords());
    theirs.pi += 16;
    const auto posted = post_with_builders(ours.sq(), write);
    EXPECT_EQ(posted.ok(), ds <= 63);
    if (!posted.ok()) {
      EXPECT_EQ(posted.error(), post_error::inline_too_long);
      met.meet(difference::octoword_64);
    }
  }
  EXPECT_EQ(met.count(difference::octoword_64), 1u);
}

// Verbs cannot post a NOP: here the vendor's header is the judge.
TEST(wqe_bytes, nop) {
  dice random;
  const shape s{.rings = {.send_wqes = 16}};
  our_side<rc, ring_end::wrapping, 1> ours("builders", s, random);
  for (std::uint32_t index = 0; index < operations_per_shape; ++index) {
    const bool signaled = random.one_in(2) || index % 16 == 15;
    const bool fenced = random.one_in(2);
    const bool solicited = random.one_in(2);
    operation op;
    op.what = opcode::nop;
    op.id = index;
    op.signaled = signaled;
    const send_flags flags{
        .fence = fenced ? fence_mode::reads_atomics_and_key_changes : fence_mode::none,
        .solicited = solicited};
    ASSERT_TRUE(finish_builder(ours.sq().sq_wqe().nop(flags), op).ok());
    mlx5_wqe_ctrl_seg theirs{};
    mlx5dv_set_ctrl_seg(&theirs, static_cast<std::uint16_t>(index), MLX5_OPCODE_NOP, 0,
                        ours.qp.qpn(),
                        static_cast<std::uint8_t>((signaled ? MLX5_WQE_CTRL_CQ_UPDATE : 0) |
                                                  (fenced ? MLX5_WQE_CTRL_FENCE : 0) |
                                                  (solicited ? MLX5_WQE_CTRL_SOLICITED : 0)),
                        1, 0, 0);
    const auto wqe = ours.wqe(index, 1);
    ASSERT_EQ(std::memcmp(wqe.data(), &theirs, sizeof theirs), 0) << "index " << index;
    if (index % 16 == 15) {
      ours.complete(op, index);
      ASSERT_EQ(ours.poll(), std::vector<std::uint64_t>{index});
    }
  }
}

}  // namespace
}  // namespace verbatim::test
