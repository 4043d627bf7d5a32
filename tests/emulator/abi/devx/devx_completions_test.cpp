// CQs made by DevX: the enhanced layout of compressed completions, resizing, moderation and
// overrun. Run with --compress-wait 5000.
#include <gtest/gtest-spi.h>

#include "connected_pair.hpp"
#include "devx_queue_pair.hpp"
#include "long_enough.hpp"
#include "raw_ring.hpp"

namespace verbatim::testing {
namespace {

enum layout : std::uint32_t { basic, enhanced };

/// A CQ in user memory that holds two rings, so that it can move from one to the other.
class devx_cq {
 public:
  static constexpr std::size_t ring_bytes = 8192;
  static constexpr std::size_t dbrec_at = 2 * ring_bytes;
  static constexpr std::size_t bytes = dbrec_at + 4096;

  /// `first` is the first word of the CQ's context.
  devx_cq(ibv_context* context, std::uint32_t log_size, std::uint32_t first,
          std::uint32_t extended_format = 0, std::uint32_t moderation = 0) {
    // A program has to leave the ring like this: nothing is valid in the first lap.
    std::memset(memory_.get(), 0xff, dbrec_at);
    std::memset(memory_.get() + dbrec_at, 0, bytes - dbrec_at);
    uar_ = mlx5dv_devx_alloc_uar(context, MLX5DV_UAR_ALLOC_TYPE_NC);
    umem_ = mlx5dv_devx_umem_reg(context, memory_.get(), bytes, IBV_ACCESS_LOCAL_WRITE);
    if (!uar_ || !umem_) return;
    command in(0x400, 0);
    in.word(0x58, umem_->umem_id);
    in.word(0x10, first);
    in.word(0x14, umem_->umem_id);
    in.word(0x18, extended_format << 2);
    in.word(0x1c, log_size << 24 | uar_->page_id);
    in.word(0x20, moderation);
    std::uint32_t eqn = 0;
    EXPECT_EQ(mlx5dv_devx_query_eqn(context, 0, &eqn), 0);
    in.word(0x24, eqn);
    in.word64(0x48, dbrec_at);
    raw_mailbox<4> out;
    object_ = mlx5dv_devx_obj_create(context, in.bytes.data(), in.bytes.size(), out.bytes.data(),
                                     out.bytes.size());
    cqn_ = out.word(8) & 0xffffff;
  }

  ~devx_cq() {
    if (object_) {
      EXPECT_EQ(mlx5dv_devx_obj_destroy(object_), 0);
    }
    if (umem_) {
      EXPECT_EQ(mlx5dv_devx_umem_dereg(umem_), 0);
    }
    if (uar_) mlx5dv_devx_free_uar(uar_);
  }
  devx_cq(const devx_cq&) = delete;
  devx_cq& operator=(const devx_cq&) = delete;

  bool made() const noexcept { return object_ != nullptr; }
  std::uint32_t cqn() const noexcept { return cqn_; }
  void* ring(std::size_t which = 0) const noexcept { return memory_.get() + which * ring_bytes; }
  void* dbrec() const noexcept { return memory_.get() + dbrec_at; }

  /// MODIFY_CQ to another ring.
  int move(std::size_t which, std::uint32_t log_size, std::uint32_t first) {
    command in(0x403, 1);
    in.word64(0x50, which * ring_bytes);
    in.word(0x58, umem_->umem_id);
    in.word(0x0c, 1);
    in.word(0x10, first);
    in.word(0x1c, log_size << 24);
    return modify(in);
  }

  /// MODIFY_CQ of the fields that `select` names.
  int change(std::uint32_t select, std::uint32_t first, std::uint32_t moderation) {
    command in(0x403, 0);
    in.word(0x0c, select);
    in.word(0x10, first);
    in.word(0x20, moderation);
    return modify(in);
  }

 private:
  struct command : raw_mailbox<68> {
    command(std::uint32_t opcode, std::uint32_t op_mod) {
      word(0, opcode << 16);
      word(4, op_mod);
    }
  };

  int modify(command& what) {
    what.word(8, cqn_);
    raw_mailbox<4> out;
    return mlx5dv_devx_obj_modify(object_, what.bytes.data(), what.bytes.size(), out.bytes.data(),
                                  out.bytes.size());
  }

  struct release {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, release> memory_{
      static_cast<std::byte*>(std::aligned_alloc(4096, bytes))};
  mlx5dv_devx_uar* uar_ = nullptr;
  mlx5dv_devx_umem* umem_ = nullptr;
  mlx5dv_devx_obj* object_ = nullptr;
  std::uint32_t cqn_ = 0;
};

// Fields of the first word of a CQ's context.
constexpr std::uint32_t long_cqes = 1 << 21;
constexpr std::uint32_t overrun_ignore = 1 << 17;

constexpr std::uint32_t compressed(layout how, std::uint32_t format = 0) {
  return 1u << 14 | format << 12 | how;
}

class devx_completions_test : public connected_pair_test {
 protected:
  void SetUp() override {
    connected_pair_test::SetUp();
    ibv_port_attr port{};
    ASSERT_EQ(ibv_query_port(context.get(), 1, &port), 0);
    lid = port.lid;
  }

  /// A queue pair that is its own peer, and its CQ.
  devx_cq& make(std::uint32_t log_size, std::uint32_t first, std::uint32_t extended_format = 0,
                std::uint32_t scatter = 0) {
    TearDown();
    made.emplace(context.get(), log_size, first, extended_format);
    queue.emplace(pd.get(), made->cqn(), 0, scatter);
    EXPECT_NE(queue->qpn(), 0u);
    queue->connect(queue->qpn(), lid);
    return *made;
  }

  void TearDown() override {
    queue.reset();
    made.reset();
  }

  std::uint64_t address(std::size_t at) const {
    return reinterpret_cast<std::uint64_t>(local.data()) + at;
  }

  /// Posts `count` WRITEs with one doorbell.
  void write(int count) {
    for (int i = 0; i < count; ++i) {
      ASSERT_TRUE(queue->sends()
                      .sq_wqe()
                      .write({})
                      .rdma(reinterpret_cast<std::uint64_t>(remote.data()), rkey(remote_mr->rkey))
                      .sge(address(0), 8, lkey(local_mr->lkey))
                      .signal(i)
                      .finish());
    }
    queue->sends().ring_doorbell();
  }

  /// Sends `count` messages of 100, 101, ... bytes. Only their receives complete.
  void send(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      ASSERT_TRUE(
          queue->receiving()
              .rq_wqe()
              .sge(reinterpret_cast<std::uint64_t>(remote.data()), 1000, lkey(remote_mr->lkey))
              .finish(1));
    }
    queue->receiving().ring_doorbell();
    for (std::uint32_t i = 0; i < count; ++i) {
      ASSERT_TRUE(
          queue->sends().sq_wqe().send({}).sge(address(0), 100 + i, lkey(local_mr->lkey)).finish());
    }
    queue->sends().ring_doorbell();
  }

  void expect_writes(raw_ring& ring, std::uint32_t count) {
    const auto got = ring.next(count);
    ASSERT_EQ(got.size(), count);
    for (const raw_completion& one : got) {
      ASSERT_EQ(one.opcode, 0u);
      ASSERT_EQ(one.send_opcode, 0x08u);
      ASSERT_EQ(one.qpn, queue->qpn());
      ASSERT_EQ(one.counter, expected_counter++);
    }
    queue->sends().complete(got.back().counter, [](auto&&...) {});
  }

  std::uint16_t lid = 0;
  std::uint16_t expected_counter = 0;
  std::optional<devx_cq> made;
  std::optional<devx_queue_pair> queue;
};

TEST_F(devx_completions_test, an_enhanced_title_is_a_completion_and_blocks_follow_it) {
  devx_cq& cq = make(5, compressed(enhanced));
  raw_ring ring(cq.ring(), 32, 64, cq.dbrec(), true);
  write(14);
  ASSERT_TRUE(ring.wait());
  while (!ring.owned(8)) std::this_thread::sleep_for(std::chrono::microseconds(20));
  const auto got = ring.next(14);
  ASSERT_EQ(got.size(), 14u);
  const unsigned of[] = {1, 7, 7, 7, 7, 7, 7, 7, 6, 6, 6, 6, 6, 6};
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].of, of[i]) << i;
    EXPECT_EQ(got[i].counter, i);
    EXPECT_EQ(got[i].send_opcode, 0x08u);
    EXPECT_EQ(got[i].qpn, queue->qpn());
  }
  // The title, two blocks, and slots that were not written.
  EXPECT_EQ(ring.slot(0)[62], 0);
  EXPECT_EQ(ring.slot(1)[63], 6 << 4 | 3 << 2);
  EXPECT_EQ(ring.slot(8)[63], 5 << 4 | 3 << 2);
  for (const std::uint32_t hole : {2u, 7u, 9u, 13u, 14u}) {
    EXPECT_EQ(ring.slot(hole)[62], 0xff) << hole;
    EXPECT_EQ(ring.slot(hole)[0], 0xff) << hole;
  }
}

TEST_F(devx_completions_test, enhanced_receives_count_on_from_block_to_block) {
  devx_cq& cq = make(5, compressed(enhanced, 1));
  raw_ring ring(cq.ring(), 32, 64, cq.dbrec(), true);
  send(8);
  const auto got = ring.next(8);
  ASSERT_EQ(got.size(), 8u);
  for (std::uint32_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].opcode, 2u);
    EXPECT_EQ(got[i].counter, i);
    EXPECT_EQ(got[i].byte_count, 100 + i);
    EXPECT_EQ(got[i].of, i == 0 ? 1u : 7u);
  }
}

// Later releases of UCX give the slots of a block byte 62 of the title, so that all have to be in one lap.
TEST_F(devx_completions_test, a_title_and_its_blocks_end_where_the_ring_ends) {
  devx_cq& cq = make(3, compressed(enhanced));
  raw_ring ring(cq.ring(), 8, 64, cq.dbrec(), true);
  write(6);
  expect_writes(ring, 6);
  write(5);
  const auto got = ring.next(5);
  ASSERT_EQ(got.size(), 5u);
  // A title and a block of one; in the next lap a title of its own and a block of two.
  const unsigned of[] = {1, 1, 1, 2, 2};
  const bool block[] = {false, true, false, true};
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i].of, of[i]) << i;
  for (std::uint32_t i = 0; i < std::size(block); ++i) {
    EXPECT_EQ((ring.slot(6 + i)[63] >> 2 & 3) == 3, block[i]) << i;
  }
}

// Byte 62 has eight bits: the ring goes round more often than that, in blocks of every length.
TEST_F(devx_completions_test, laps_are_counted_modulo_256) {
  devx_cq& cq = make(3, compressed(enhanced));
  raw_ring ring(cq.ring(), 8, 64, cq.dbrec(), true);
  for (std::uint32_t round = 0; ring.consumed() < 8 * 260; ++round) {
    const std::uint32_t count = 1 + round % 7;
    write(static_cast<int>(count));
    expect_writes(ring, count);
    if (HasFatalFailure()) return;
  }
}

TEST_F(devx_completions_test, long_cqes_have_blocks_and_payload) {
  devx_cq& cq = make(5, compressed(enhanced) | long_cqes, 0, 0x2202);
  raw_ring ring(cq.ring(), 32, 128, cq.dbrec(), true);
  write(5);
  expect_writes(ring, 5);
  // A READ's data goes before the CQE, which is never compressed.
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(
        queue->sends()
            .sq_wqe()
            .read({})
            .rdma(address(3), rkey(local_mr->rkey))
            .sge(reinterpret_cast<std::uint64_t>(remote.data()) + 512, 40, lkey(remote_mr->lkey))
            .signal(1)
            .finish());
  }
  queue->sends().ring_doorbell();
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(ring.wait());
    const std::uint8_t* const before = ring.slot(ring.consumed()) - 64;
    const raw_completion one = ring.next();
    EXPECT_EQ(one.send_opcode, 0x10u);
    EXPECT_EQ(one.byte_count, 40u);
    EXPECT_EQ(one.format, 2u);
    EXPECT_TRUE(std::equal(before, before + 40, local.begin() + 3));
  }
  EXPECT_EQ(remote[512], 0);
}

TEST_F(devx_completions_test, formats_beyond_those_of_verbs) {
  // Flow tag and stride: of a queue pair, whose CQEs have its number where a flow tag would be.
  devx_cq& tagged = make(5, compressed(basic, 2));
  raw_ring tags(tagged.ring(), 32, 64, tagged.dbrec(), false);
  send(3);
  ASSERT_TRUE(tags.wait());
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::uint8_t* const mini = tags.slot(1) + 8 * i;
    EXPECT_EQ(mini[0] << 16 | mini[1] << 8 | mini[4], static_cast<int>(queue->qpn()));
    EXPECT_EQ(mini[2] << 8 | mini[3], static_cast<int>(i));
    EXPECT_EQ(mini[5] << 16 | mini[6] << 8 | mini[7], static_cast<int>(100 + i));
  }
  // L3 and L4 header types: 0 of what is no Ethernet frame.
  devx_cq& typed = make(5, compressed(basic), 1);
  raw_ring types(typed.ring(), 32, 64, typed.dbrec(), false);
  send(3);
  const auto got = types.next(3);
  ASSERT_EQ(got.size(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(got[i].mini, i);
}

TEST_F(devx_completions_test, what_is_no_layout_is_refused) {
  EXPECT_FALSE(devx_cq(context.get(), 5, compressed(enhanced) | 2).made());
  expect_words("CREATE_CQ with cqe_compression_layout 3");
  EXPECT_FALSE(devx_cq(context.get(), 5, compressed(basic, 1), 1).made());
  expect_words("response format 5");
}

TEST_F(devx_completions_test, payload_of_64_bytes_needs_long_cqes) {
  made.emplace(context.get(), 5, 0u);
  EXPECT_NONFATAL_FAILURE(queue.emplace(pd.get(), made->cqn(), 0, 0x0002), "object_");
  expect_words("cs_req or cs_res 2 and CQEs of 64 bytes");
}

TEST_F(devx_completions_test, the_ring_can_be_moved) {
  devx_cq& cq = make(3, compressed(enhanced));
  raw_ring ring(cq.ring(), 8, 64, cq.dbrec(), true);
  write(3);
  expect_writes(ring, 3);
  ASSERT_EQ(cq.move(1, 4, 0), 0);
  const raw_completion end = ring.next();
  EXPECT_EQ(end.opcode, 5u);
  // Indexes count on: the fifth completion goes to the fifth slot of the new ring.
  write(2);
  raw_ring moved(cq.ring(1), 16, 64, cq.dbrec(), true);
  while (!moved.owned(4)) std::this_thread::sleep_for(std::chrono::microseconds(20));
  EXPECT_EQ(moved.slot(4)[60] << 8 | moved.slot(4)[61], 3);
  EXPECT_EQ(moved.slot(5)[63], 0 << 4 | 3 << 2);
}

TEST_F(devx_completions_test, a_ring_that_is_too_short_is_refused) {
  devx_cq& cq = make(4, 0);
  raw_ring ring(cq.ring(), 16, 64, cq.dbrec(), false);
  write(5);
  while (!ring.owned(4)) std::this_thread::sleep_for(std::chrono::microseconds(20));
  EXPECT_NE(cq.move(1, 2, 0), 0);
  expect_words("cannot be resized to 4 CQEs");
  EXPECT_EQ(cq.move(1, 3, 0), 0);
}

TEST_F(devx_completions_test, overrun_can_be_ignored_from_some_time_on) {
  devx_cq& cq = make(2, 0);
  raw_ring ring(cq.ring(), 4, 64, cq.dbrec(), false);
  EXPECT_EQ(cq.change(4, overrun_ignore, 0), 0);
  write(7);
  // Nothing was read: the ring now has the fourth to the seventh.
  const auto counter = [&](std::uint32_t slot) {
    return ring.slot(slot)[60] << 8 | ring.slot(slot)[61];
  };
  const auto end = std::chrono::steady_clock::now() + long_enough;
  while (counter(2) != 6 && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  EXPECT_EQ(counter(2), 6);
  EXPECT_EQ(counter(3), 3);
  EXPECT_EQ(reported(), "");
  EXPECT_NE(cq.change(8, 0, 0), 0);
  expect_words("fields 0x8");
}

}  // namespace
}  // namespace verbatim::testing
