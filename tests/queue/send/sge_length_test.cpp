// Buffers that are too long for the device: bit 31 of an SGE's length would be the flag of inline data. Built
// with assertions and without.
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <array>

#include "device.hpp"
#include "receive/srq_memory.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/queue/receive/tag_matching.hpp"

namespace verbatim::test {
namespace {

constexpr std::uint32_t longest_sge = 0x7fffffff;
constexpr std::uint32_t longest_klm = 0x80000000;  // rdma-core providers/mlx5/qp.c, set_bind_wr
static_assert((longest_sge & MLX5_INLINE_SEG) == 0 && longest_sge + 1 == MLX5_INLINE_SEG);

/// `post(length)` takes lengths up to `longest`, and leaves no trace of others. Lengths come from memory, so
/// that the compiler does not know them.
template <class Indexes, class Post>
void expect_limit(std::uint32_t longest, Indexes indexes, Post post) {
  for (const volatile std::uint32_t length :
       {std::uint32_t{1}, longest - 1, longest, longest + 1, longest | 0x80000001, ~0u}) {
    const auto before = indexes();
    const post_result result = post(length);
    EXPECT_EQ(result.error(), length <= longest ? post_error::none : post_error::sge_too_long)
        << length;
    if (length <= longest) continue;
    EXPECT_EQ(indexes(), before) << length;
  }
}

template <class Transport, class Chain>
void expect_limit_of_send(std::uint32_t longest, Chain chain) {
  queue_pair_memory memory(64);
  send_queue<Transport, int> sq(memory.send());
  expect_limit(
      longest, [&] { return sq.pi(); },
      [&](std::uint32_t length) { return chain(sq.sq_wqe(), length).finish(); });
  EXPECT_TRUE(memory.guards_stand());
}

TEST(sge_length, of_sends) {
  const auto all = [](auto first) {
    expect_limit_of_send<rc>(
        longest_sge, [=](auto sq, auto n) { return first(std::move(sq)).sge(1, n, lkey(2)); });
    expect_limit_of_send<rc>(longest_sge, [=](auto sq, auto n) {
      return first(std::move(sq))
          .sge(1, 4, lkey(2))
          .sge(1, n, lkey(2))
          .sge(1, 4, lkey(2))
          .signal(7);
    });
  };
  all([](auto sq) { return std::move(sq).send(); });
  all([](auto sq) { return std::move(sq).send().imm(1); });
  all([](auto sq) { return std::move(sq).send().invalidate(rkey(1)); });
  all([](auto sq) { return std::move(sq).write().rdma(1, rkey(2)); });
  all([](auto sq) { return std::move(sq).write().imm(3).rdma(1, rkey(2)); });
  all([](auto sq) { return std::move(sq).read().rdma(1, rkey(2)); });
  expect_limit_of_send<dci>(longest_sge, [](auto sq, auto n) {
    return std::move(sq).av(1, 2, 3).write().rdma(1, rkey(2)).sge(1, n, lkey(2));
  });
  expect_limit_of_send<uc>(longest_sge,
                           [](auto sq, auto n) { return std::move(sq).send().sge(1, n, lkey(2)); });
}

TEST(sge_length, beside_inline_data) {
  const std::array<std::byte, 20> payload{};
  expect_limit_of_send<rc>(longest_sge, [&](auto sq, auto n) {
    return std::move(sq).send().inline_data(payload).sge(1, n, lkey(2)).inline_data(payload);
  });
}

TEST(sge_length, of_packets) {
  const std::array<std::byte, 18> header{};
  expect_limit_of_send<raw_packet>(longest_sge, [&](auto sq, auto n) {
    return std::move(sq).tso().eth(1, 1, 1, header).sge(1, n, lkey(2));
  });
  expect_limit_of_send<raw_packet>(longest_sge, [](auto sq, auto n) {
    return std::move(sq).multi_packet().eth(1, 1, 0).packet(1, n, lkey(2)).packet(1, 4, lkey(2));
  });
  expect_limit_of_send<raw_packet>(
      longest_sge, [](auto sq, auto n) { return std::move(sq).dump().tis(1).sge(1, n, lkey(2)); });
}

TEST(sge_length, of_copies) {
  expect_limit_of_send<rc>(longest_sge, [](auto sq, auto n) {
    return std::move(sq).copy().result(lkey(1), 2).from(3, n, lkey(5)).to(6, 7, lkey(8));
  });
  expect_limit_of_send<rc>(longest_sge, [](auto sq, auto n) {
    return std::move(sq).copy().result(lkey(1), 2).from(3, 4, lkey(5)).to(6, n, lkey(8));
  });
}

TEST(sge_length, of_memory_keys) {
  const mkey_ctx_seg properties{};
  expect_limit_of_send<rc>(longest_klm, [&](auto sq, auto n) {
    return std::move(sq).bind_mw().window(rkey(1)).to(properties).klm(n, lkey(2), 3);
  });
  expect_limit_of_send<rc>(longest_klm, [&](auto sq, auto n) {
    return std::move(sq).bind_mw_type1().window(rkey(1)).to(properties).klm(n, lkey(2), 3);
  });
  expect_limit_of_send<rc>(longest_klm, [&](auto sq, auto n) {
    return std::move(sq)
        .configure_mkey()
        .key(lkey(1))
        .change(2)
        .to(properties)
        .klm(1, lkey(1), 1)
        .klm(n, lkey(2), 3);
  });
}

TEST(sge_length, in_a_batch) {
  queue_pair_memory memory(64);
  send_queue<rc, int> sq(memory.send());
  auto batch = sq.sq_blueflame_wqe();
  expect_limit(
      longest_sge, [&] { return batch.size(); },
      [&](std::uint32_t length) { return batch.wqe().send().sge(1, length, lkey(2)).finish(); });
}

TEST(sge_length, of_receives) {
  queue_pair_memory memory(8, 1, 64);
  recv_queue<int> rq(memory.recv());
  expect_limit(
      longest_sge, [&] { return rq.pi(); },
      [&](std::uint32_t length) { return rq.rq_wqe().sge(1, length, lkey(2)).finish(1); });
  expect_limit(
      longest_sge, [&] { return rq.pi(); },
      [&](std::uint32_t length) {
        return rq.rq_wqe().sge(1, 4, lkey(2)).sge(1, length, lkey(2)).sge(1, 4, lkey(2)).finish(1);
      });
  srq_memory shared(64);
  shared_recv_queue<int> srq(shared.memory());
  expect_limit(
      longest_sge, [&] { return srq.posted(); },
      [&](std::uint32_t length) { return srq.srq_wqe().sge(1, length, lkey(2)).finish(1); });
}

TEST(sge_length, of_tags) {
  queue_pair_memory memory(64);
  tag_matching<int> tags(memory.send(), 63);
  expect_limit(
      longest_sge, [&] { return tags.available(); },
      [&](std::uint32_t length) -> post_result {
        const auto result = tags.append(1, 2, 3, length, lkey(4), 5);
        return result ? post_result(post_error::none) : post_result(result.error());
      });
}

}  // namespace
}  // namespace verbatim::test
