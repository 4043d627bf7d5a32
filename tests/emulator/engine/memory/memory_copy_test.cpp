// Copies by the memory-to-memory engine: as libmlx5 posts them, and as it would not.
#include <infiniband/mlx5dv.h>

#include "connected_pair.hpp"
#include "raw_send_queue.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/mmo_meta_seg.hpp"

namespace verbatim::testing {
namespace {

class memory_copy_test : public connected_pair_test {
 protected:
  qp_ptr create_copying() const {
    ibv_qp_init_attr_ex attributes{};
    attributes.send_cq = cq.get();
    attributes.recv_cq = cq.get();
    attributes.qp_type = IBV_QPT_RC;
    attributes.pd = pd.get();
    attributes.cap = {8, 8, 1, 1, 0};
    attributes.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
    attributes.send_ops_flags = IBV_QP_EX_WITH_SEND;
    mlx5dv_qp_init_attr direct{};
    direct.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS;
    direct.send_ops_flags = MLX5DV_QP_EX_WITH_MEMCPY;
    return qp_ptr(mlx5dv_create_qp(context.get(), &attributes, &direct));
  }

  mmo_meta_seg result_buffer() const {
    return {.opaque_lkey = remote_mr->lkey,
            .opaque_va = (reinterpret_cast<std::uint64_t>(remote.data()) + 4096) & ~4095ull};
  }
  data_seg from(std::uint32_t bytes) const {
    return {.byte_count = bytes,
            .lkey = local_mr->lkey,
            .addr = reinterpret_cast<std::uint64_t>(local.data())};
  }
  data_seg to(std::uint32_t bytes) const {
    return {.byte_count = bytes,
            .lkey = remote_mr->lkey,
            .addr = reinterpret_cast<std::uint64_t>(remote.data()) + 65536};
  }

  ibv_wc_status copy(const mmo_meta_seg& meta, const data_seg& source,
                     const data_seg& destination) {
    raw_send_queue(qp.get()).begin(opcode::mmo, 1).with(meta).with(source).with(destination).post();
    return next(cq.get()).status;
  }
};

// libmlx5 writes no imm, and a NIC takes what an earlier WQE had there.
TEST_F(memory_copy_test, copies_without_a_peer) {
  qp = create_copying();
  ASSERT_TRUE(qp);
  to_rts(qp.get(), 0);
  raw_send_queue(qp.get()).fill(std::byte{0xee});
  ibv_qp_ex* const ex = ibv_qp_to_qp_ex(qp.get());
  ibv_wr_start(ex);
  ex->wr_id = 4;
  ex->wr_flags = IBV_SEND_SIGNALED;
  mlx5dv_wr_memcpy(mlx5dv_qp_ex_from_ibv_qp_ex(ex), remote_mr->lkey,
                   reinterpret_cast<std::uint64_t>(remote.data()), local_mr->lkey,
                   reinterpret_cast<std::uint64_t>(local.data()), 1000000);
  ASSERT_EQ(ibv_wr_complete(ex), 0);
  const ibv_wc wc = next(cq.get());
  EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.wr_id, 4u);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 1000000, remote.begin()));
  EXPECT_EQ(remote[1000000], 0);
  EXPECT_EQ(reported(), "");
}

TEST_F(memory_copy_test, needs_a_queue_pair_that_is_enabled) {
  connect();
  EXPECT_EQ(copy(result_buffer(), from(8), to(8)), IBV_WC_LOC_QP_OP_ERR);
  expect_words("the queue pair was not enabled for it");
}

TEST_F(memory_copy_test, the_result_buffer_is_the_devices) {
  qp = create_copying();
  to_rts(qp.get(), 0);
  const mmo_meta_seg result = result_buffer();
  const std::size_t at = result.opaque_va - reinterpret_cast<std::uint64_t>(remote.data());
  std::fill_n(remote.begin() + static_cast<std::ptrdiff_t>(at), 65, std::uint8_t{0x5a});
  EXPECT_EQ(copy(result, from(8), to(8)), IBV_WC_SUCCESS);
  EXPECT_EQ(std::count(remote.begin() + static_cast<std::ptrdiff_t>(at),
                       remote.begin() + static_cast<std::ptrdiff_t>(at) + 64, 0),
            64);
  EXPECT_EQ(remote[at + 64], 0x5a);
}

TEST_F(memory_copy_test, needs_a_result_buffer) {
  qp = create_copying();
  to_rts(qp.get(), 0);
  EXPECT_EQ(copy({}, from(8), to(8)), IBV_WC_LOC_PROT_ERR);
  expect_words("the result buffer (opaque_va): no memory region has lkey 0x0");
}

TEST_F(memory_copy_test, needs_an_aligned_result_buffer) {
  qp = create_copying();
  to_rts(qp.get(), 0);
  mmo_meta_seg meta = result_buffer();
  meta.opaque_va += 8;
  EXPECT_EQ(copy(meta, from(8), to(8)), IBV_WC_LOC_QP_OP_ERR);
  expect_words("begins at a multiple of 64");
}

TEST_F(memory_copy_test, takes_as_much_as_it_gives) {
  qp = create_copying();
  to_rts(qp.get(), 0);
  EXPECT_EQ(copy(result_buffer(), from(8), to(16)), IBV_WC_LOC_QP_OP_ERR);
  expect_words("its source has 8 bytes and its destination 16");
}

// A length of 0 is 2 GiB, for which there is no room here.
TEST_F(memory_copy_test, takes_no_bytes_for_two_gib) {
  qp = create_copying();
  to_rts(qp.get(), 0);
  EXPECT_EQ(copy(result_buffer(), from(0), to(0)), IBV_WC_LOC_PROT_ERR);
  expect_words("the source: 2147483648 bytes at");
}

TEST_F(memory_copy_test, is_all_that_the_engine_does) {
  qp = create_copying();
  to_rts(qp.get(), 0);
  raw_send_queue(qp.get())
      .begin(opcode::mmo, 2)
      .with(result_buffer())
      .with(from(8))
      .with(to(8))
      .post();
  EXPECT_EQ(next(cq.get()).status, IBV_WC_LOC_QP_OP_ERR);
  expect_words("its opmod is 0x2 instead of 1, a copy");
}

}  // namespace
}  // namespace verbatim::testing
