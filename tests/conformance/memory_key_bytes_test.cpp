// WQEs that change memory keys: windows, invalidation, mkeys. libmlx5 writes them, and so do we.
#include <gtest/gtest.h>

#include <memory>

#include "twin_rings.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned rounds = 2'000;

constexpr std::array unused_imm{left_as_they_were{12, 16, difference::unused_imm}};

// libmlx5 writes of a window's mkey_ctx_seg what mkey_mask names, and leaves the rest.
constexpr std::array bound{left_as_they_were{0x41, 0x42, difference::key_context},
                           left_as_they_were{0x43, 0x44, difference::key_context},
                           left_as_they_were{0x48, 0x50, difference::key_context},
                           left_as_they_were{0x60, 0x80, difference::key_context}};
constexpr std::array freed{left_as_they_were{0x41, 0x44, difference::key_context},
                           left_as_they_were{0x48, 0x80, difference::key_context}};

class memory_keys : public testing::Test {
 protected:
  memory_keys() {
    memory_.resize(4096);
    for (auto* side : {&theirs_, &ours_}) {
      side->mr.reset(
          made_by("ibv_reg_mr", ibv_reg_mr(side->pair.context.pd(), memory_.data(), memory_.size(),
                                           IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND)));
    }
    for (const auto type : {IBV_MW_TYPE_1, IBV_MW_TYPE_2}) {
      auto& mw = type == IBV_MW_TYPE_1 ? window1_ : window2_;
      mw.reset(made_by("ibv_alloc_mw", ibv_alloc_mw(theirs_.pair.context.pd(), type)));
    }
  }

  static void queue_pair(ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr&) {
    attributes.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_BIND_MW |
                                IBV_QP_EX_WITH_LOCAL_INV | IBV_QP_EX_WITH_RDMA_WRITE;
  }

  struct side {
    lone_queue_pair pair{IBV_QPT_RC, queue_pair};
    owned<ibv_mr, ibv_dereg_mr> mr;
  };

  ibv_qp_ex* qp() { return theirs_.pair.qp.ex(); }
  static std::uint64_t word(dice& random) { return random.any<std::uint64_t>(); }

  void begin(bool fenced) {
    ibv_wr_start(qp());
    qp()->wr_id = 1;
    qp()->wr_flags = IBV_SEND_SIGNALED | (fenced ? unsigned{IBV_SEND_FENCE} : 0u);
  }

  void bind(ibv_mw* window, bool fenced) {
    const auto access = random_.one_in(2) ? IBV_ACCESS_REMOTE_READ | IBV_ACCESS_LOCAL_WRITE
                                          : IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;
    ibv_mw_bind_info info{.mr = theirs_.mr.get(),
                          .addr = word(random_),
                          .length = random_.below(1u << 20) + 1u,
                          .mw_access_flags = static_cast<unsigned>(access)};
    const bool type2 = window == window2_.get();
    const auto window_key = window->rkey;
    const auto rkey = type2 ? random_.any<std::uint32_t>() : ibv_inc_rkey(window_key);
    if (type2) {
      begin(fenced);
      ibv_wr_bind_mw(qp(), window, rkey, &info);
      ASSERT_EQ(ibv_wr_complete(qp()), 0);
    } else {
      // Only this call binds windows of type 1.
      ibv_mw_bind request{
          .wr_id = 1,
          .send_flags = IBV_SEND_SIGNALED | (fenced ? unsigned{IBV_SEND_FENCE} : 0u),
          .bind_info = info};
      ASSERT_EQ(ibv_bind_mw(&qp()->qp_base, window, &request), 0);
    }

    const mkey_ctx_seg region{
        .atomic = (access & IBV_ACCESS_REMOTE_ATOMIC) != 0,
        .remote_write = (access & IBV_ACCESS_REMOTE_WRITE) != 0,
        .remote_read = (access & IBV_ACCESS_REMOTE_READ) != 0,
        .local_write = (access & IBV_ACCESS_LOCAL_WRITE) != 0,
        .qpn = type2 ? qp()->qp_base.qp_num : 0xffffffu,
        .mkey_7_0 = static_cast<std::uint8_t>(rkey),
        .start_addr = info.addr,
        .len = info.length,
    };
    const send_flags flags{.fence = fenced ? fence_mode::reads_atomics_and_key_changes
                                           : fence_mode::none};
    const auto bytes = static_cast<std::uint32_t>(info.length);
    const auto posted = type2 ? twins_.sq()
                                    .sq_wqe()
                                    .bind_mw(flags)
                                    .window(verbatim::rkey(window_key))
                                    .to(region)
                                    .klm(bytes, lkey(info.mr->lkey), info.addr)
                                    .signal(1)
                                    .finish()
                              : twins_.sq()
                                    .sq_wqe()
                                    .bind_mw_type1(flags)
                                    .window(verbatim::rkey(window_key))
                                    .to(region)
                                    .klm(bytes, lkey(info.mr->lkey), info.addr)
                                    .signal(1)
                                    .finish();
    ASSERT_TRUE(posted.ok());
    twins_.compare(type2 ? "bind type 2" : "bind type 1", bound);
  }

  void unbind(bool fenced) {
    ibv_mw_bind_info info{.mr = theirs_.mr.get(), .addr = 0, .length = 0, .mw_access_flags = 0};
    const auto rkey = random_.any<std::uint32_t>();
    begin(fenced);
    ibv_wr_bind_mw(qp(), window2_.get(), rkey, &info);
    ASSERT_EQ(ibv_wr_complete(qp()), 0);
    const send_flags flags{.fence = fenced ? fence_mode::reads_atomics_and_key_changes
                                           : fence_mode::none};
    ASSERT_TRUE(twins_.sq()
                    .sq_wqe()
                    .unbind_mw(flags)
                    .window(verbatim::rkey(window2_->rkey))
                    .as(static_cast<std::uint8_t>(rkey))
                    .signal(1)
                    .finish()
                    .ok());
    twins_.compare("unbind", freed);
  }

  void invalidate(bool fenced) {
    const auto rkey = random_.any<std::uint32_t>();
    begin(fenced);
    ibv_wr_local_inv(qp(), rkey);
    ASSERT_EQ(ibv_wr_complete(qp()), 0);
    const send_flags flags{.fence = fenced ? fence_mode::reads_atomics_and_key_changes
                                           : fence_mode::none};
    ASSERT_TRUE(twins_.sq()
                    .sq_wqe()
                    .local_invalidate(flags)
                    .key(verbatim::rkey(rkey))
                    .signal(1)
                    .finish()
                    .ok());
    twins_.compare("local invalidate", freed);
  }

  void send(bool fenced) {
    begin(fenced);
    ibv_wr_send(qp());
    ibv_wr_set_sge(qp(), 1, 2, 3);
    ASSERT_EQ(ibv_wr_complete(qp()), 0);
    const send_flags flags{.fence = fenced ? fence_mode::reads_atomics_and_key_changes
                                           : fence_mode::none};
    ASSERT_TRUE(twins_.sq().sq_wqe().send(flags).sge(2, 3, lkey(1)).signal(1).finish().ok());
    twins_.compare("send", unused_imm);
  }

  dice random_;
  std::vector<std::byte> memory_;
  side theirs_;
  side ours_;
  owned<ibv_mw, ibv_dealloc_mw> window1_;
  owned<ibv_mw, ibv_dealloc_mw> window2_;
  twin_rings<rc> twins_{theirs_.pair.cq, theirs_.pair.qp.place(), ours_.pair.cq,
                        ours_.pair.qp.place(), random_};
};

TEST_F(memory_keys, windows_and_invalidation_in_any_order_with_the_fence_that_follows) {
  for (unsigned round = 0; (round < rounds || !twins_.every_slot(5)) && !HasFatalFailure();
       ++round) {
    ASSERT_LT(round, 50 * rounds) << "some slot is never reached";
    const bool fenced = random_.one_in(4);
    switch (random_.below(5)) {
      case 0:
        bind(window1_.get(), fenced);
        break;
      case 1:
        bind(window2_.get(), fenced);
        break;
      case 2:
        unbind(fenced);
        break;
      case 3:
        invalidate(fenced);
        break;
      default:
        send(fenced);
    }
  }
  twins_.expect_met({difference::unused_imm, difference::key_context});
}

}  // namespace
}  // namespace verbatim::test
