// Memory windows, bound and invalidated by libmlx5.
#include "connected_pair.hpp"

namespace verbatim::testing {
namespace {

using mw_ptr = std::unique_ptr<ibv_mw, destroyer<ibv_dealloc_mw>>;

/// `peer` binds windows to `remote`; `qp` reaches for them.
class memory_window_test : public connected_pair_test {
 protected:
  void SetUp() override {
    connected_pair_test::SetUp();
    bindable = register_memory(remote, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
    ASSERT_TRUE(bindable);
    connect();
  }

  mw_ptr window(ibv_mw_type type) const { return mw_ptr(ibv_alloc_mw(pd.get(), type)); }

  ibv_mw_bind_info to(std::uint64_t offset, std::uint64_t bytes, unsigned rights) const {
    return {bindable.get(), reinterpret_cast<std::uint64_t>(remote.data()) + offset, bytes, rights};
  }

  /// Binds a window of type 2 on `on`; returns how that ended.
  ibv_wc_status bind(ibv_qp* on, ibv_mw* mw, std::uint32_t rkey, const ibv_mw_bind_info& info) {
    ibv_send_wr wr{};
    wr.wr_id = 7;
    wr.opcode = IBV_WR_BIND_MW;
    wr.send_flags = IBV_SEND_SIGNALED;
    wr.bind_mw = {mw, rkey, info};
    post(on, wr);
    const ibv_wc wc = next(on->send_cq);
    if (wc.status == IBV_WC_SUCCESS) {
      EXPECT_EQ(wc.opcode, IBV_WC_BIND_MW);
      mw->rkey = rkey;
    }
    return wc.status;
  }

  ibv_wc_status bind(ibv_mw* mw, const ibv_mw_bind_info& info) {
    return bind(peer.get(), mw, ibv_inc_rkey(mw->rkey), info);
  }

  ibv_send_wr reach(ibv_wr_opcode opcode, std::uint32_t bytes, std::uint64_t addr,
                    std::uint32_t rkey) {
    ibv_send_wr wr = work(opcode, bytes);
    wr.wr.rdma.remote_addr = addr;
    wr.wr.rdma.rkey = rkey;
    return wr;
  }

  std::uint64_t remote_at(std::uint64_t offset) const {
    return reinterpret_cast<std::uint64_t>(remote.data()) + offset;
  }

  mr_ptr bindable;
};

TEST_F(memory_window_test, gives_access_to_the_part_it_is_bound_to) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  ASSERT_TRUE(mw);
  ASSERT_EQ(bind(mw.get(), to(4096, 100000, IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)),
            IBV_WC_SUCCESS);
  expect(reach(IBV_WR_RDMA_WRITE, 100000, remote_at(4096), mw->rkey), IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 100000, remote.begin() + 4096));
  EXPECT_EQ(remote[4095], 0);
  EXPECT_EQ(remote[104096], 0);
  local.fill(0);
  expect(reach(IBV_WR_RDMA_READ, 1, remote_at(4099), mw->rkey), IBV_WC_SUCCESS);
  EXPECT_EQ(local[0], 3);
  expect(reach(IBV_WR_RDMA_WRITE, 2, remote_at(104095), mw->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("2 bytes at ");
}

TEST_F(memory_window_test, may_begin_at_zero) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  ASSERT_EQ(bind(mw.get(), to(64, 32, IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_ZERO_BASED)),
            IBV_WC_SUCCESS);
  expect(reach(IBV_WR_RDMA_WRITE, 30, 2, mw->rkey), IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 30, remote.begin() + 66));
  EXPECT_EQ(remote[96], 0);
  expect(reach(IBV_WR_RDMA_WRITE, 30, 3, mw->rkey), IBV_WC_REM_ACCESS_ERR);
}

TEST_F(memory_window_test, denies_what_it_was_not_bound_for) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  ASSERT_EQ(bind(mw.get(), to(0, 64, IBV_ACCESS_REMOTE_READ)), IBV_WC_SUCCESS);
  expect(reach(IBV_WR_RDMA_WRITE, 8, remote_at(0), mw->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("does not allow remote write");
}

TEST_F(memory_window_test, gives_atomics) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  ASSERT_EQ(bind(mw.get(), to(0, 64, IBV_ACCESS_REMOTE_ATOMIC)), IBV_WC_SUCCESS);
  ibv_send_wr add = work(IBV_WR_ATOMIC_FETCH_AND_ADD, 8);
  add.wr.atomic.remote_addr = remote_at(8);
  add.wr.atomic.rkey = mw->rkey;
  add.wr.atomic.compare_add = 5;
  expect(add, IBV_WC_SUCCESS);
  EXPECT_EQ(remote[8], 5);
}

TEST_F(memory_window_test, is_no_local_key) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  ASSERT_EQ(bind(qp.get(), mw.get(), ibv_inc_rkey(mw->rkey), to(0, 64, IBV_ACCESS_REMOTE_WRITE)),
            IBV_WC_SUCCESS);
  ibv_send_wr wr = work(IBV_WR_RDMA_WRITE, 8);
  sge = {remote_at(0), 8, mw->rkey};
  expect(wr, IBV_WC_LOC_PROT_ERR);
  expect_words("is that of a memory window, which is for peers");
}

TEST_F(memory_window_test, that_is_not_bound_gives_nothing) {
  const mw_ptr mw = window(IBV_MW_TYPE_1);
  expect(reach(IBV_WR_RDMA_WRITE, 8, remote_at(0), mw->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("is not bound");
}

TEST_F(memory_window_test, of_type_2_is_for_the_queue_pair_that_bound_it) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  // Bound on qp, so it lets the peer of qp in, not that of peer.
  ASSERT_EQ(bind(qp.get(), mw.get(), ibv_inc_rkey(mw->rkey), to(0, 64, IBV_ACCESS_REMOTE_WRITE)),
            IBV_WC_SUCCESS);
  expect(reach(IBV_WR_RDMA_WRITE, 8, remote_at(0), mw->rkey), IBV_WC_REM_ACCESS_ERR);
  expect_words("only, on which it was bound");
}

TEST_F(memory_window_test, of_type_1_is_for_all_queue_pairs_and_can_be_bound_anew) {
  const mw_ptr mw = window(IBV_MW_TYPE_1);
  const auto bind_1 = [&](const ibv_mw_bind_info& info) {
    ibv_mw_bind wr{9, IBV_SEND_SIGNALED, info};
    ASSERT_EQ(ibv_bind_mw(qp.get(), mw.get(), &wr), 0);
    EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  };
  bind_1(to(0, 64, IBV_ACCESS_REMOTE_WRITE));
  const std::uint32_t first = mw->rkey;
  expect(reach(IBV_WR_RDMA_WRITE, 8, remote_at(0), first), IBV_WC_SUCCESS);
  bind_1(to(64, 64, IBV_ACCESS_REMOTE_WRITE));
  EXPECT_NE(mw->rkey, first);
  expect(reach(IBV_WR_RDMA_WRITE, 8, remote_at(64), mw->rkey), IBV_WC_SUCCESS);
  expect(reach(IBV_WR_RDMA_WRITE, 8, remote_at(64), first), IBV_WC_REM_ACCESS_ERR);
  expect_words("is not the key of its memory window of type 1 any more");
}

TEST_F(memory_window_test, of_type_2_has_to_be_free_to_be_bound) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  ASSERT_EQ(bind(mw.get(), to(0, 64, IBV_ACCESS_REMOTE_WRITE)), IBV_WC_SUCCESS);
  EXPECT_EQ(bind(mw.get(), to(64, 64, IBV_ACCESS_REMOTE_WRITE)), IBV_WC_MW_BIND_ERR);
  expect_words("is in use, and the UMR asks for a free one");
  EXPECT_EQ(state_of(peer.get()), IBV_QPS_ERR);
}

TEST_F(memory_window_test, can_be_bound_again_after_it_was_invalidated) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  ASSERT_EQ(bind(mw.get(), to(0, 64, IBV_ACCESS_REMOTE_WRITE)), IBV_WC_SUCCESS);
  ibv_send_wr invalidate{};
  invalidate.wr_id = 8;
  invalidate.opcode = IBV_WR_LOCAL_INV;
  invalidate.send_flags = IBV_SEND_SIGNALED;
  invalidate.invalidate_rkey = mw->rkey;
  post(peer.get(), invalidate);
  const ibv_wc wc = next(peer_cq.get());
  EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.opcode, IBV_WC_LOCAL_INV);
  ASSERT_EQ(bind(mw.get(), to(64, 64, IBV_ACCESS_REMOTE_WRITE)), IBV_WC_SUCCESS);
  expect(reach(IBV_WR_RDMA_WRITE, 8, remote_at(64), mw->rkey), IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

TEST_F(memory_window_test, can_be_invalidated_by_the_peer) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  ASSERT_EQ(bind(mw.get(), to(0, 64, IBV_ACCESS_REMOTE_WRITE)), IBV_WC_SUCCESS);
  post_receive(64);
  ibv_send_wr wr = work(IBV_WR_SEND_WITH_INV, 8);
  wr.invalidate_rkey = mw->rkey;
  expect(wr, IBV_WC_SUCCESS);
  const ibv_wc wc = next(peer_cq.get());
  EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_TRUE(wc.wc_flags & IBV_WC_WITH_INV);
  EXPECT_EQ(wc.invalidated_rkey, mw->rkey);
  expect(reach(IBV_WR_RDMA_WRITE, 8, remote_at(0), mw->rkey), IBV_WC_REM_ACCESS_ERR);
}

TEST_F(memory_window_test, of_type_1_cannot_be_invalidated_by_the_peer) {
  const mw_ptr mw = window(IBV_MW_TYPE_1);
  ibv_mw_bind bind_1{9, IBV_SEND_SIGNALED, to(0, 64, IBV_ACCESS_REMOTE_WRITE)};
  ASSERT_EQ(ibv_bind_mw(peer.get(), mw.get(), &bind_1), 0);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
  post_receive(64);
  ibv_send_wr wr = work(IBV_WR_SEND_WITH_INV, 8);
  wr.invalidate_rkey = mw->rkey;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
  expect_words("a memory window of type 1 cannot be invalidated");
}

TEST_F(memory_window_test, a_region_cannot_be_invalidated_by_the_peer) {
  post_receive(64);
  ibv_send_wr wr = work(IBV_WR_SEND_WITH_INV, 8);
  wr.invalidate_rkey = remote_mr->rkey;
  expect(wr, IBV_WC_REM_ACCESS_ERR);
  expect_words("may not invalidate rkey");
}

TEST_F(memory_window_test, needs_a_region_that_allows_it) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  ibv_mw_bind_info info = to(0, 64, IBV_ACCESS_REMOTE_WRITE);
  info.mr = remote_mr.get();
  EXPECT_EQ(bind(mw.get(), info), IBV_WC_MW_BIND_ERR);
  expect_words("was registered without IBV_ACCESS_MW_BIND");
}

TEST_F(memory_window_test, lies_inside_its_region) {
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  EXPECT_EQ(bind(mw.get(), to(remote.size() - 32, 64, IBV_ACCESS_REMOTE_WRITE)),
            IBV_WC_MW_BIND_ERR);
  expect_words("are not inside the 1048576 bytes");
}

TEST_F(memory_window_test, of_a_region_without_local_write_cannot_be_written) {
  const mr_ptr read_only = register_memory(remote, IBV_ACCESS_MW_BIND);
  const mw_ptr mw = window(IBV_MW_TYPE_2);
  ibv_mw_bind_info info = to(0, 64, IBV_ACCESS_REMOTE_WRITE);
  info.mr = read_only.get();
  EXPECT_EQ(bind(mw.get(), info), IBV_WC_MW_BIND_ERR);
  expect_words("needs a memory region with local write");
}

TEST_F(memory_window_test, of_another_protection_domain_is_not_bound) {
  const pd_ptr other(ibv_alloc_pd(context.get()));
  const mw_ptr mw(ibv_alloc_mw(other.get(), IBV_MW_TYPE_2));
  ibv_send_wr wr{};
  wr.opcode = IBV_WR_BIND_MW;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.bind_mw = {mw.get(), ibv_inc_rkey(mw->rkey), to(0, 64, IBV_ACCESS_REMOTE_WRITE)};
  post(peer.get(), wr);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_MW_BIND_ERR);
  expect_words("is in another protection domain");
}

}  // namespace
}  // namespace verbatim::testing
