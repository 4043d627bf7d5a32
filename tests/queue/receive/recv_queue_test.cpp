// The promises of a receive queue: bytes, terminators, strides, indexes and errors.
#include <gtest/gtest.h>

#include <memory>

#include "device.hpp"
#include "dice.hpp"

namespace verbatim::test {
namespace {

/// A receive queue of 4 WQEs with `stride` bytes each.
struct recv_memory : queue_pair_memory {
  explicit recv_memory(std::uint32_t stride, std::uint32_t wqes = 4)
      : queue_pair_memory(8, 1, wqes, stride) {}
};

constexpr std::initializer_list<std::uint8_t> terminator{
    0x00, 0x00, 0x00, 0x00,                          // byte_count
    0x00, 0x00, 0x01, 0x00,                          // lkey: ends the list
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // addr
};

TEST(recv_queue, wqe_is_a_list_that_ends_with_a_terminator) {
  recv_memory memory(64);
  recv_queue<int> rq(memory.recv());
  EXPECT_EQ(rq.max_sges(), 4u);
  const auto index = rq.rq_wqe()
                         .sge(0x0123456789abcdef, 0x1000, lkey(0x11223344))
                         .sge(0x3132333435363738, 0x41, lkey(0x51525354))
                         .finish(7);
  EXPECT_EQ(index.wqe_index(), 0);
  auto expected = bytes({
      0x00, 0x00, 0x10, 0x00,                          // byte_count
      0x11, 0x22, 0x33, 0x44,                          // lkey
      0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,  // addr
      0x00, 0x00, 0x00, 0x41,                          // byte_count
      0x51, 0x52, 0x53, 0x54,                          // lkey
      0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38,  // addr
  });
  const auto end = bytes(terminator);
  expected.insert(expected.end(), end.begin(), end.end());
  expected.resize(4 * 64, stale);  // the rest of this WQE, and the others
  EXPECT_TRUE(same(memory.recv_ring(), expected));
}

TEST(recv_queue, every_count_of_sges_in_every_stride) {
  dice random;
  for (const auto stride : {16u, 32u, 64u, 128u, 256u}) {
    recv_memory memory(stride);
    recv_queue<int> rq(memory.recv());
    for (std::uint32_t n = 1; n <= stride / 16; ++n) {
      memory.make_stale();
      byte_string expected(memory.recv_ring().size(), stale);
      std::vector<data_seg> list(n);
      for (auto& sge : list) {
        sge = {1 + random.below((1u << 31) - 1), random.bits32(32), random.bits(64)};
      }
      auto builder = rq.rq_wqe().sge(list[0].addr, list[0].byte_count, lkey(list[0].lkey));
      for (std::uint32_t i = 1; i < n; ++i) {
        builder = std::move(builder).sge(list[i].addr, list[i].byte_count, lkey(list[i].lkey));
      }
      const auto index = std::move(builder).finish(0).wqe_index();

      auto* at = expected.data() + index % 4 * stride;
      for (std::uint32_t i = 0; i < n; ++i) list[i].write(at + i * 16);
      if (n < stride / 16) std::ranges::copy(bytes(terminator), at + n * 16);
      ASSERT_TRUE(same(memory.recv_ring(), expected)) << n << " SGEs of " << stride / 16;
      ASSERT_TRUE(memory.guards_stand());
      rq.retire(index);
    }
  }
}

TEST(recv_queue, sges_of_0_bytes_are_left_out) {
  recv_memory memory(32);
  recv_queue<int> rq(memory.recv());
  EXPECT_TRUE(rq.rq_wqe()
                  .sge(1, 0, lkey(2))
                  .sge(3, 4, lkey(5))
                  .sge(6, 0, lkey(7))
                  .sge(8, 9, lkey(10))
                  .sge(11, 0, lkey(12))
                  .finish(0)
                  .ok());
  EXPECT_EQ(data_seg::read(memory.recv_ring().data()), (data_seg{4, 5, 3}));
  EXPECT_EQ(data_seg::read(memory.recv_ring().data() + 16), (data_seg{9, 10, 8}));

  EXPECT_TRUE(rq.rq_wqe().finish(0).ok()) << "an empty list: for messages of 0 bytes";
  EXPECT_TRUE(same(memory.recv_ring().subspan(32, 16), bytes(terminator)));
}

TEST(recv_queue, too_many_sges_post_nothing) {
  recv_memory memory(32);
  recv_queue<int> rq(memory.recv());
  EXPECT_EQ(rq.rq_wqe().sge(1, 1, lkey(1)).sge(2, 2, lkey(2)).sge(3, 3, lkey(3)).finish(0).error(),
            post_error::too_many_sges);
  EXPECT_EQ(rq.pi(), 0u);
  EXPECT_TRUE(same(memory.recv_ring().subspan(32, 32), byte_string(32, stale)));
}

TEST(recv_queue, can_be_filled_completely_and_then_says_so) {
  recv_memory memory(16);
  recv_queue<int> rq(memory.recv());
  for (int lap = 0; lap < 3; ++lap) {
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(rq.rq_wqe().sge(1, 1, lkey(1)).finish(i).ok());
    EXPECT_EQ(rq.available(), 0u);
    const byte_string before(memory.recv_ring().begin(), memory.recv_ring().end());
    EXPECT_EQ(rq.rq_wqe().sge(2, 2, lkey(2)).finish(9).error(), post_error::queue_full);
    EXPECT_TRUE(same(memory.recv_ring(), before));
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(rq.retire(static_cast<std::uint16_t>(lap * 4 + i)), i);
      EXPECT_EQ(rq.available(), static_cast<std::uint32_t>(i + 1));
    }
  }
}

TEST(recv_queue, producer_index_moves_only_in_finish) {
  recv_memory memory(64);
  recv_queue<int> rq(memory.recv());
  (void)rq.rq_wqe().sge(1, 2, lkey(3));
  EXPECT_EQ(rq.pi(), 0u);
  EXPECT_TRUE(rq.rq_wqe().sge(4, 5, lkey(6)).finish(1).ok());
  EXPECT_EQ(rq.pi(), 1u);
  EXPECT_EQ(data_seg::read(memory.recv_ring().data()), (data_seg{5, 6, 4}));
}

TEST(recv_queue, doorbell_is_the_record_alone) {
  recv_memory memory(64);
  recv_queue<int> rq(memory.recv());
  for (int i = 0; i < 3; ++i) (void)rq.rq_wqe().sge(1, 2, lkey(3)).finish(i);
  EXPECT_EQ(memory.record().rcv_counter, 0);
  rq.ring_doorbell();
  EXPECT_EQ(memory.record().rcv_counter, 3);
  EXPECT_EQ(memory.record().snd_counter, 0) << "that word belongs to the send queue";
  EXPECT_TRUE(same(memory.page.half(0), byte_string(8)));
}

TEST(recv_queue, counter_is_modulo_2_to_16) {
  recv_memory memory(16);
  recv_queue<std::uint32_t> rq(memory.recv());
  for (std::uint32_t i = 0; i < 65536 + 10; ++i) {
    const auto result = rq.rq_wqe().sge(1, 1, lkey(1)).finish(i);
    ASSERT_EQ(result.wqe_index(), i & 0xffff);
    ASSERT_EQ(rq.retire(static_cast<std::uint16_t>(i)), i);
  }
  EXPECT_EQ(rq.pi(), 65536u + 10);
  EXPECT_EQ(rq.ci(), 65536u + 10);
  rq.ring_doorbell();
  EXPECT_EQ(memory.record().rcv_counter, 10);
}

TEST(recv_queue, doorbell_can_wait) {
  recv_memory memory(16);
  recv_queue<int> rq(memory.recv());
  rq.hold();
  for (int i = 0; i < 2; ++i) (void)rq.rq_wqe().sge(1, 2, lkey(3)).finish(i);
  rq.ring_doorbell();
  EXPECT_EQ(memory.record().rcv_counter, 0);
  rq.release();
  EXPECT_EQ(memory.record().rcv_counter, 2);
  (void)rq.rq_wqe().sge(1, 2, lkey(3)).finish(2);
  EXPECT_EQ(memory.record().rcv_counter, 2) << "a doorbell each time, as ever";
  rq.ring_doorbell();
  EXPECT_EQ(memory.record().rcv_counter, 3);

  rq.hold();
  rq.close();
  rq.release();
  (void)rq.rq_wqe().sge(1, 2, lkey(3)).finish(3);
  rq.ring_doorbell();
  EXPECT_EQ(memory.record().rcv_counter, 3) << "the memory may be gone";
}

TEST(recv_queue, entries_may_be_move_only) {
  recv_memory memory(16, 1);
  recv_queue<std::unique_ptr<int>> rq(memory.recv());
  EXPECT_TRUE(rq.rq_wqe().sge(1, 1, lkey(1)).finish(std::make_unique<int>(5)).ok());
  EXPECT_EQ(*rq.retire(0), 5);
}

TEST(recv_queue, a_reset_queue_begins_anew) {
  recv_memory memory(16);
  recv_queue<std::shared_ptr<int>> rq(memory.recv());
  const auto entry = std::make_shared<int>(5);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(rq.rq_wqe().finish(entry).ok());
  rq.retire(0);
  rq.reset();
  EXPECT_EQ(rq.available(), 4u);
  EXPECT_EQ(entry.use_count(), 1) << "entries of the past are let go";
  EXPECT_EQ(rq.rq_wqe().finish(entry).wqe_index(), 0);
  EXPECT_EQ(rq.retire(0), entry);
}

TEST(recv_queue, a_closed_queue_answers_so_and_touches_nothing) {
  recv_memory memory(16);
  recv_queue<int> rq(memory.recv());
  (void)rq.rq_wqe().sge(1, 1, lkey(1)).finish(0);
  rq.close();
  memory.make_stale();
  EXPECT_EQ(rq.rq_wqe().sge(1, 1, lkey(1)).finish(0).error(), post_error::closed);
  rq.ring_doorbell();
  EXPECT_EQ(memory.record().rcv_counter, 0);
  EXPECT_TRUE(same(memory.recv_ring(), byte_string(64, stale)));
}

}  // namespace
}  // namespace verbatim::test
