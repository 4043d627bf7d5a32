// Payloads that come in the CQE get to where the WQE wanted them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "cqe_pen.hpp"
#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"

namespace verbatim::test {
namespace {

constexpr cq_format small{};
constexpr cq_format large{.cqe_size = 128};

std::vector<std::uint8_t> random_payload(dice& random, std::size_t size) {
  std::vector<std::uint8_t> payload(size);
  for (auto& b : payload) b = random.any<std::uint8_t>();
  return payload;
}

std::uint64_t address_of(const void* at) { return reinterpret_cast<std::uintptr_t>(at); }

/// Buffers of random lengths, cut out of one memory that is stale everywhere else.
class buffers {
 public:
  buffers(dice& random, std::size_t total, unsigned most) {
    while (total != 0 && pieces_.size() + 1 < most) {
      const auto size = std::min<std::size_t>(total, random.below(20));
      pieces_.emplace_back(size + 2 * guard, stale);
      total -= size;
    }
    pieces_.emplace_back(total + 2 * guard, stale);
  }

  template <class Builder>
  auto post(Builder&& first) {
    // The first SGE of a READ changes the builder's type, so it is posted by itself.
    auto builder = std::move(first).sge(address_of(pieces_[0].data() + guard), size(0), lkey(5));
    for (std::size_t i = 1; i < pieces_.size(); ++i) {
      builder = std::move(builder).sge(address_of(pieces_[i].data() + guard), size(i), lkey(5));
    }
    return builder;
  }

  /// Returns the address of the only piece.
  std::uint64_t address() const { return address_of(pieces_[0].data() + guard); }

  std::vector<std::uint8_t> content() const {
    std::vector<std::uint8_t> result;
    for (const auto& piece : pieces_) {
      for (std::size_t i = guard; i + guard < piece.size(); ++i) {
        result.push_back(std::to_integer<std::uint8_t>(piece[i]));
      }
    }
    return result;
  }
  bool guards_stand() const {
    return std::ranges::all_of(pieces_, [](const byte_string& piece) {
      for (std::size_t i = 0; i < guard; ++i) {
        if (piece[i] != stale || piece[piece.size() - 1 - i] != stale) return false;
      }
      return true;
    });
  }

 private:
  static constexpr std::size_t guard = 8;
  std::uint32_t size(std::size_t i) const {
    return static_cast<std::uint32_t>(pieces_[i].size() - 2 * guard);
  }
  std::vector<byte_string> pieces_;
};

template <class With>
class inline_scatter_test : public testing::Test {};
template <cq_format Format>
struct with {
  static constexpr cq_format format = Format;
};
using formats = testing::Types<with<small>, with<large>>;
TYPED_TEST_SUITE(inline_scatter_test, formats);

template <cq_format Format>
std::uint8_t format_for(std::size_t size) {
  return size <= 32 ? 1 : 2;
}
template <cq_format Format>
constexpr std::uint32_t most = Format.cqe_size == 128 ? 64 : 32;

TYPED_TEST(inline_scatter_test, messages) {
  constexpr auto format = TypeParam::format;
  using test_endpoint = endpoint<send_queue<rc, int>>;
  dice random;
  queue_pair_memory memory(8, 0x100, 8, 128);
  test_endpoint qp(memory);
  cqe_pen pen(format, 16);
  completion_queue<with_format<format>, test_endpoint> cq(pen.memory());
  cq.attach(0x100, qp);
  for (int round = 0; round < 2000; ++round) {
    const auto payload = random_payload(random, random.below(most<format> + 1));
    buffers to(random, payload.size() + random.below(10), 8);
    const auto posted = to.post(qp.rq.rq_wqe()).finish(round);
    ASSERT_TRUE(posted);
    completion_fields cqe{.opcode = 2,
                          .qpn = 0x100,
                          .wqe_counter = posted.wqe_index(),
                          .byte_cnt = static_cast<std::uint32_t>(payload.size()),
                          .format = format_for<format>(payload.size()),
                          .payload = payload};
    pen.plain(cqe);
    int calls = 0;
    cq.poll(overloaded{[](send_completion<int>) { FAIL(); },
                       [&](recv_completion<int> done) {
                         ++calls;
                         EXPECT_EQ(done.entry, round);
                         EXPECT_EQ(done.byte_count(), payload.size());
                         auto there = to.content();
                         there.resize(payload.size());
                         EXPECT_EQ(there, payload) << "before the callback";
                       }});
    ASSERT_EQ(calls, 1) << message(cq.last_dropped().why);
    ASSERT_TRUE(to.guards_stand());
  }
}

TYPED_TEST(inline_scatter_test, messages_to_a_shared_queue_out_of_order) {
  constexpr auto format = TypeParam::format;
  struct behind_srq {
    shared_recv_queue<int>& rq;
  };
  dice random;
  byte_string ring(8 * 64);
  alignas(4) std::array<std::byte, 4> record{};
  shared_recv_queue<int> srq({ring.data(), 8, 64, record.data(), 1});
  behind_srq qp{srq};
  cqe_pen pen(format, 16);
  completion_queue<with_format<format>, behind_srq> cq(pen.memory());
  cq.attach(0x100, qp);
  std::map<std::uint16_t, buffers> waiting;
  for (int round = 0; round < 2000; ++round) {
    if (srq.available() != 0) {
      buffers to(random, most<format>, 3);
      const auto posted = to.post(srq.srq_wqe()).finish(round);
      ASSERT_TRUE(posted);
      waiting.emplace(posted.wqe_index(), std::move(to));
    }
    if (!random.one_in(2)) continue;
    const auto it = std::next(waiting.begin(), random.below(std::uint32_t(waiting.size())));
    const auto payload = random_payload(random, random.below(most<format> + 1));
    pen.plain({.opcode = 2,
               .qpn = 0x100,
               .wqe_counter = it->first,
               .byte_cnt = static_cast<std::uint32_t>(payload.size()),
               .format = format_for<format>(payload.size()),
               .payload = payload});
    int calls = 0;
    cq.poll([&](auto&&) {
      ++calls;
      auto there = it->second.content();
      there.resize(payload.size());
      EXPECT_EQ(there, payload);
    });
    ASSERT_EQ(calls, 1) << message(cq.last_dropped().why);
    ASSERT_TRUE(it->second.guards_stand());
    waiting.erase(it);
  }
}

/// Also of WQEs that go on at the ring's start.
TYPED_TEST(inline_scatter_test, reads_and_atomics) {
  constexpr auto format = TypeParam::format;
  using test_endpoint = endpoint<send_queue<rc, int, ring_end::wrapping>>;
  dice random;
  queue_pair_memory memory(8, 0x100);
  test_endpoint qp(memory);
  cqe_pen pen(format, 16);
  completion_queue<with_format<format>, test_endpoint> cq(pen.memory());
  cq.attach(0x100, qp);
  for (int round = 0; round < 4000; ++round) {
    std::optional<post_result> posted;
    std::vector<std::uint8_t> payload;
    std::optional<buffers> to;
    std::uint8_t opcode = 0x10;
    switch (random.below(4)) {
      case 0:
        payload = random_payload(random, 8);
        to.emplace(random, 8, 1);
        posted = qp.sq.sq_wqe()
                     .fetch_add()
                     .rdma(1, rkey(2))
                     .operands(3)
                     .sge(to->address(), lkey(5))
                     .signal(round)
                     .finish();
        opcode = 0x12;
        break;
      case 1:
        payload = random_payload(random, 4);
        to.emplace(random, 4, 1);
        posted = qp.sq.sq_wqe()
                     .fetch_add32()
                     .rdma(1, rkey(2))
                     .operands(3)
                     .sge(to->address(), lkey(5))
                     .signal(round)
                     .finish();
        opcode = 0x15;
        break;
      default:
        payload = random_payload(random, random.below(most<format> + 1));
        to.emplace(random, payload.size() + random.below(5), 14);
        posted = to->post(qp.sq.sq_wqe().read().rdma(1, rkey(2))).signal(round).finish();
    }
    ASSERT_TRUE(*posted) << message(posted->error());
    auto in_cqe = payload;
    if (opcode != 0x10) in_cqe.resize(8);
    pen.plain({.opcode = 0,
               .send_opcode = opcode,
               .qpn = 0x100,
               .wqe_counter = posted->wqe_index(),
               .byte_cnt = static_cast<std::uint32_t>(in_cqe.size()),
               .format = format_for<format>(payload.size()),
               .payload = in_cqe});
    int calls = 0;
    cq.poll([&](auto&& done) {
      ++calls;
      EXPECT_EQ(done.entry, round);
      auto there = to->content();
      there.resize(payload.size());
      // A result of 8 bytes is big-endian in the CQE, and in host order in memory.
      if (opcode == 0x12) std::ranges::reverse(there);
      EXPECT_EQ(there, payload);
    });
    ASSERT_EQ(calls, 1) << message(cq.last_dropped().why);
    ASSERT_TRUE(to->guards_stand());
  }
}

/// The null memory region takes its part of the payload, and keeps nothing, like that of mlx5
/// devices.
TEST(inline_scatter, what_goes_to_the_null_memory_region_is_left_out) {
  constexpr lkey null_lkey(0x300);
  queue_pair_memory memory(8, 0x100);
  auto send = memory.send();
  auto recv = memory.recv();
  send.null_lkey = recv.null_lkey = null_lkey;
  struct null_endpoint {
    send_queue<rc, int> sq;
    recv_queue<int> rq;
  } parts{send_queue<rc, int>(send), recv_queue<int>(recv)};
  cqe_pen pen(small, 16);
  completion_queue<null_endpoint> cq(pen.memory());
  cq.attach(0x100, parts);
  std::array<std::byte, 4> buffer{};
  const auto expect_the_rest = [&] {
    EXPECT_EQ(cq.poll([](auto&&) {}), 1u);
    EXPECT_EQ(cq.dropped(), 0u) << message(cq.last_dropped().why);
    EXPECT_TRUE(same(buffer, bytes({1, 2, 5, 6})));
    buffer = {};
  };
  const auto first = address_of(buffer.data());
  (void)parts.rq.rq_wqe()
      .sge(first, 2, lkey(5))
      .sge(0, 2, null_lkey)
      .sge(first + 2, 2, lkey(5))
      .finish(1);
  pen.plain({.opcode = 2, .qpn = 0x100, .byte_cnt = 6, .format = 1, .payload = {1, 2, 3, 4, 5, 6}});
  expect_the_rest();
  (void)parts.sq.sq_wqe()
      .read()
      .rdma(1, rkey(2))
      .sge(first, 2, lkey(5))
      .sge(0, 2, null_lkey)
      .sge(first + 2, 2, lkey(5))
      .signal(1)
      .finish();
  pen.plain({.opcode = 0,
             .send_opcode = 0x10,
             .qpn = 0x100,
             .byte_cnt = 6,
             .format = 1,
             .payload = {1, 2, 3, 4, 5, 6}});
  expect_the_rest();
}

TEST(inline_scatter, a_message_longer_than_its_buffers_is_no_completion) {
  using test_endpoint = endpoint<send_queue<rc, int>>;
  queue_pair_memory memory(8, 0x100);
  test_endpoint qp(memory);
  cqe_pen pen(small, 16);
  completion_queue<test_endpoint> cq(pen.memory());
  cq.attach(0x100, qp);
  std::array<std::byte, 8> buffer{};
  (void)qp.rq.rq_wqe().sge(address_of(buffer.data()), 4, lkey(5)).finish(1);
  pen.plain({.opcode = 2, .qpn = 0x100, .byte_cnt = 5, .format = 1, .payload = {1, 2, 3, 4, 5}});
  EXPECT_EQ(cq.poll([](auto&&) { FAIL(); }), 1u);
  EXPECT_EQ(cq.last_dropped().why, cqe_problem::inline_data_without_buffer);
  EXPECT_EQ(buffer[4], std::byte{}) << "nothing is written behind a buffer";
}

}  // namespace
}  // namespace verbatim::test
