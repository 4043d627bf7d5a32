// SGEs of 0 bytes, which a WQE leaves out, wherever in its list they are. The expected bytes are those of the
// vendor's functions, without them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

#include "device.hpp"
#include "reference.hpp"

namespace verbatim::test {
namespace {

constexpr std::size_t chained = 6;

/// A WRITE with so many SGEs. Those whose bit of `empty` is set have 0 bytes.
operation write_with(dice& random, std::size_t count, std::uint32_t empty) {
  auto op = with_sges(random_operation(random, verb::write), random, count);
  for (std::size_t i = 0; i < count; ++i) {
    if ((empty >> i & 1) != 0) op.sges[i].byte_count = 0;
  }
  return op;
}

std::size_t not_empty(const operation& op) {
  return static_cast<std::size_t>(std::count_if(
      op.sges.begin(), op.sges.end(), [](const piece& sge) { return sge.byte_count != 0; }));
}

/// A chain whose number of steps the compiler knows, from sq_wqe() or from where that goes on.
template <class Begin>
post_result post_chain(Begin&& begin, const operation& op, int entry) {
  const auto sge = [&op](auto&& list, std::size_t i) {
    return std::forward<decltype(list)>(list).sge(op.sges[i].addr, op.sges[i].byte_count,
                                                  lkey(op.sges[i].lkey));
  };
  auto list = sge(std::forward<Begin>(begin).write(op.flags).rdma(op.raddr, rkey(op.rkey)), 0);
  list = sge(std::move(list), 1);
  list = sge(std::move(list), 2);
  list = sge(std::move(list), 3);
  list = sge(std::move(list), 4);
  return finish(sge(std::move(list), 5), op, entry);
}

/// The device completes everything, so that the queue is empty again.
template <class Queue>
void complete_all(Queue& sq) {
  if (sq.pi() == sq.ci()) return;
  ASSERT_TRUE(sq.post_marker().ok());
  sq.fail(static_cast<std::uint16_t>(sq.pi() - 1), [](int, bool, bool) {});
}

template <ring_end end, class Post>
void expect_left_out(Post post) {
  dice random;
  queue_pair_memory memory(32);
  send_queue<rc, int, end> sq(memory.send());
  // Enough turns that each pattern is built both in the ring and in the spare memory, at the ring's end.
  for (std::uint32_t turn = 0; turn < 40 << chained; ++turn) {
    const auto op = write_with(random, chained, turn % (1u << chained));
    complete_all(sq);
    const auto result = post(sq, op);
    ASSERT_TRUE(result.ok()) << turn;
    const auto expected = reference_wqe(op, result.wqe_index(), memory.qpn());
    ASSERT_TRUE(same(memory.wqe(result.wqe_index(), expected.size()), expected)) << turn;
    ASSERT_EQ(sq.pi() % 65536, (result.wqe_index() + wqebbs_of(expected.size())) % 65536) << turn;
  }
  EXPECT_TRUE(memory.guards_stand());
}

TEST(empty_sges, are_left_out_of_a_chain) {
  const auto chain = [](auto& sq, const operation& op) { return post_chain(sq.sq_wqe(), op, 7); };
  expect_left_out<ring_end::contiguous>(chain);
  expect_left_out<ring_end::wrapping>(chain);
}

TEST(empty_sges, are_left_out_of_a_list_of_any_length) {
  const auto list = [](auto& sq, const operation& op) { return test::post(sq, op, 7); };
  expect_left_out<ring_end::contiguous>(list);
  expect_left_out<ring_end::wrapping>(list);
}

TEST(empty_sges, are_left_out_of_a_batch_for_blueflame) {
  expect_left_out<ring_end::contiguous>([](auto& sq, const operation& op) {
    auto batch = sq.sq_blueflame_wqe();
    const auto result = post_chain(batch.wqe(), op, 7);
    std::move(batch).finish();
    return result;
  });
}

TEST(empty_sges, are_left_out_by_post_all) {
  expect_left_out<ring_end::contiguous>([](auto& sq, const operation& op) {
    auto last = post_result(post_error::queue_full);
    std::array<int, 1> one{7};
    const auto posted = sq.post_all(one, [&](auto&& begin, int entry) {
      return last = post_chain(std::forward<decltype(begin)>(begin), op, entry);
    });
    EXPECT_TRUE(posted.ok());
    return last;
  });
}

TEST(empty_sges, take_no_room) {
  dice random;
  queue_pair_memory memory(32);
  send_queue<rc, int> sq(memory.send());
  constexpr std::size_t most = 14;  // of a WRITE of 4 WQEBBs
  unsigned accepted = 0;
  unsigned refused = 0;
  for (unsigned turn = 0; turn < 3000; ++turn) {
    const auto op =
        write_with(random, 10 + random.below(15), random.bits32(24) & random.bits32(24));
    complete_all(sq);
    const auto before = sq.pi();
    const auto result = post(sq, op, 7);
    if (not_empty(op) > most) {
      ASSERT_EQ(result.error(), post_error::too_many_sges) << turn;
      ASSERT_EQ(sq.pi(), before);
      ++refused;
      continue;
    }
    ASSERT_TRUE(result.ok()) << turn;
    const auto expected = reference_wqe(op, result.wqe_index(), memory.qpn());
    ASSERT_TRUE(same(memory.wqe(result.wqe_index(), expected.size()), expected)) << turn;
    ++accepted;
  }
  EXPECT_GT(accepted, 100u);
  EXPECT_GT(refused, 100u);
  EXPECT_TRUE(memory.guards_stand());
}

/// Inline data may follow, and more SGEs behind it.
TEST(empty_sges, are_left_out_in_front_of_inline_data) {
  dice random;
  queue_pair_memory memory(32);
  send_queue<rc, int> with(memory.send());
  queue_pair_memory other_memory(32);
  send_queue<rc, int> without(other_memory.send());
  const auto payload = random.bytes(20);
  ASSERT_TRUE(with.sq_wqe()
                  .send()
                  .sge(1, 0, lkey(2))
                  .inline_data(payload)
                  .sge(3, 0, lkey(4))
                  .sge(5, 6, lkey(7))
                  .sge(8, 0, lkey(9))
                  .signal(1)
                  .finish()
                  .ok());
  ASSERT_TRUE(
      without.sq_wqe().send().inline_data(payload).sge(5, 6, lkey(7)).signal(1).finish().ok());
  EXPECT_EQ(with.pi(), without.pi());
  EXPECT_TRUE(same(memory.wqe(0, 64), other_memory.wqe(0, 64)));
}

}  // namespace
}  // namespace verbatim::test
