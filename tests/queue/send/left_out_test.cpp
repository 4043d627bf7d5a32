// Empty pieces of a list, which a WQE leaves out: its bytes are those of a WQE that was never given them,
// whichever pieces are empty, in a chain as in a loop.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned pieces = 7;

/// One piece of a list: an SGE, or inline data.
struct list_piece {
  bool is_inline = false;
  std::uint64_t addr = 0;
  std::uint32_t length = 0;
  std::uint32_t key = 0;
  byte_string bytes;

  bool empty() const { return is_inline ? bytes.empty() : length == 0; }
};
using list = std::array<list_piece, pieces>;

/// Number 2 and number 5 are inline data, which is all zeros sometimes: like an empty SGE.
list random_list(dice& random, unsigned which_are_empty) {
  list made;
  for (unsigned i = 0; i < pieces; ++i) {
    auto& one = made[i];
    one.is_inline = i == 2 || i == 5;
    one.addr = random.bits(64);
    one.key = random.bits32(32);
    if ((which_are_empty >> i & 1) != 0) continue;
    one.length = random.below(1u << 31) | 1;
    one.bytes = random.bytes(random.below(40) + 1);
    if (random.one_in(2)) std::fill(one.bytes.begin(), one.bytes.end(), std::byte{});
  }
  return made;
}

template <class State>
auto add_sge(State&& state, const list_piece& one) {
  if constexpr (requires { std::move(state).packet(1, 1, lkey(1)); }) {
    return std::move(state).packet(one.addr, one.length, lkey(one.key));
  } else {
    return std::move(state).sge(one.addr, one.length, lkey(one.key));
  }
}
template <class State>
auto add_inline(State&& state, const list_piece& one) {
  if constexpr (requires { std::move(state).inline_packet(byte_view{}); }) {
    return std::move(state).inline_packet(byte_view(one.bytes));
  } else {
    return std::move(state).inline_data(byte_view(one.bytes));
  }
}

/// All pieces in one chain, the empty ones too.
template <unsigned i, class State>
[[gnu::always_inline]] inline auto in_a_chain(State state, const list& given) {
  if constexpr (i == pieces) {
    return state;
  } else if constexpr (i == 2 || i == 5) {
    return in_a_chain<i + 1>(add_inline(std::move(state), given[i]), given);
  } else {
    return in_a_chain<i + 1>(add_sge(std::move(state), given[i]), given);
  }
}

/// The pieces one after the other, in a variable; the empty ones too if `all`. Returns nothing if there were
/// none.
template <class State>
auto in_a_loop(State state, const list& given, bool all) {
  std::optional<decltype(add_sge(std::move(state), given[0]))> made;
  for (const auto& one : given) {
    if (!all && one.empty()) continue;
    if (!made) {
      made.emplace(one.is_inline ? add_inline(std::move(state), one)
                                 : add_sge(std::move(state), one));
    } else {
      *made = one.is_inline ? add_inline(std::move(*made), one) : add_sge(std::move(*made), one);
    }
  }
  return made;
}

/// Queues that are given the same lists: in a chain and in a loop with the empty pieces, and in a loop
/// without.
template <class Transport, auto... Policies>
class three_queues {
  static constexpr std::uint32_t wqebbs = 64;
  std::array<queue_pair_memory, 3> memory_{queue_pair_memory(wqebbs), queue_pair_memory(wqebbs),
                                           queue_pair_memory(wqebbs)};

 public:
  using queue = send_queue<Transport, int, Policies...>;

  /// `begin` builds the WQE up to its list.
  template <class Begin>
  void post(const list& given, Begin begin) {
    const auto first = queues_[2].pi();
    std::array<post_result, 3> results{post_error::none, post_error::none, post_error::none};
    results[0] = in_a_chain<0>(begin(queues_[0].sq_wqe()), given).signal(1).finish();
    results[1] = std::move(*in_a_loop(begin(queues_[1].sq_wqe()), given, true)).signal(1).finish();
    if (auto some = in_a_loop(begin(queues_[2].sq_wqe()), given, false)) {
      results[2] = std::move(*some).signal(1).finish();
    } else if constexpr (requires { begin(queues_[2].sq_wqe()).no_data(); }) {
      results[2] = begin(queues_[2].sq_wqe()).no_data().signal(1).finish();
    } else {
      results[2] = add_sge(begin(queues_[2].sq_wqe()), list_piece{}).signal(1).finish();
    }
    for (std::size_t i = 0; i < 2; ++i) {
      ASSERT_EQ(results[i].error(), results[2].error());
      ASSERT_EQ(queues_[i].pi(), queues_[2].pi());
      ASSERT_TRUE(memory_[i].guards_stand());
      for (auto at = first; at != queues_[2].pi();) {
        const auto ctrl = ctrl_seg::read(memory_[2].wqe(at, ctrl_seg::size).data());
        const std::size_t size = ctrl.opcode == opcode::nop ? ctrl_seg::size : ctrl.ds * octoword;
        ASSERT_TRUE(same(memory_[i].wqe(at, size), memory_[2].wqe(at, size)))
            << (i == 0 ? "in a chain" : "in a loop");
        at += (ctrl.ds + 3u) / 4u;
      }
    }
    refused_ += results[2].ok() ? 0 : 1;
    if (!results[2].ok()) return;
    for (auto& sq : queues_)
      ASSERT_TRUE(sq.complete(results[2].wqe_index(), [](int, bool, bool) {}));
  }

  unsigned refused() const { return refused_; }

 private:
  std::array<queue, 3> queues_{queue(memory_[0].send()), queue(memory_[1].send()),
                               queue(memory_[2].send())};
  unsigned refused_ = 0;
};

/// All patterns of empty pieces, several times: the ring's end comes at each of its places.
template <class Queues, class Begin>
void expect_same(Begin begin) {
  dice random;
  Queues queues;
  for (unsigned round = 0; round < 4; ++round) {
    for (unsigned pattern = 0; pattern < 1u << pieces; ++pattern) {
      queues.post(random_list(random, pattern), begin);
      if (testing::Test::HasFatalFailure())
        FAIL() << "with the pieces of pattern " << pattern << " left out";
    }
  }
  EXPECT_EQ(queues.refused(), 0u);
}

TEST(left_out, of_a_write) {
  const auto begin = [](auto wqe) { return std::move(wqe).write().rdma(1, rkey(2)); };
  expect_same<three_queues<rc>>(begin);
  expect_same<three_queues<rc, ring_end::wrapping>>(begin);
}

TEST(left_out, of_a_send) {
  expect_same<three_queues<rc>>([](auto wqe) { return std::move(wqe).send(); });
  expect_same<three_queues<rc, counting::counters::kept>>(
      [](auto wqe) { return std::move(wqe).send().imm(7); });
}

TEST(left_out, of_packets) {
  expect_same<three_queues<raw_packet>>(
      [](auto wqe) { return std::move(wqe).multi_packet().eth(1, 1, 0); });
}

/// The WQEs of a callback of post_all() are those of a loop, also where the ring's end comes between.
TEST(left_out, of_wqes_by_a_callback) {
  queue_pair_memory at_once_memory(64), each_memory(64);
  send_queue<rc, int> at_once(at_once_memory.send()), each(each_memory.send());
  std::array<std::array<std::uint32_t, 5>, 12> all{};
  const auto begin = [](auto&& wqe, const std::array<std::uint32_t, 5>& lengths) {
    return std::move(wqe).send().sge(1, lengths[0], lkey(2)).sge(3, lengths[1], lkey(4));
  };
  const auto end = [](auto&& list, const std::array<std::uint32_t, 5>& lengths) {
    return std::move(list)
        .sge(5, lengths[2], lkey(6))
        .sge(7, lengths[3], lkey(8))
        .sge(9, lengths[4], lkey(10))
        .signal(1)
        .finish();
  };
  const auto chain = [&](auto&& wqe, const std::array<std::uint32_t, 5>& lengths) {
    return end(begin(std::move(wqe), lengths), lengths);
  };
  for (std::uint32_t pattern = 0; pattern < 64 * all.size(); ++pattern) {
    auto& lengths = all[pattern % all.size()];
    for (std::uint32_t i = 0; i < lengths.size(); ++i) lengths[i] = (pattern >> i & 1) * (i + 1);
    if (pattern % all.size() != all.size() - 1) continue;
    const auto first = each.pi();
    ASSERT_EQ(at_once.post_all(all, chain).accepted, all.size());
    std::uint16_t last = 0;
    for (const auto& one : all) {
      auto list = each.sq_wqe().send().sge(0, 0, lkey(0));
      for (std::uint32_t i = 0; i < one.size(); ++i)
        list = std::move(list).sge(2 * i + 1, one[i], lkey(2 * i + 2));
      const auto posted = std::move(list).signal(1).finish();
      ASSERT_TRUE(posted);
      last = posted.wqe_index();
    }
    ASSERT_EQ(at_once.pi(), each.pi());
    for (auto at = first; at != each.pi();) {
      const auto ctrl = ctrl_seg::read(each_memory.wqe(at, ctrl_seg::size).data());
      const std::size_t size = ctrl.opcode == opcode::nop ? ctrl_seg::size : ctrl.ds * octoword;
      ASSERT_TRUE(same(at_once_memory.wqe(at, size), each_memory.wqe(at, size)));
      at += (ctrl.ds + 3u) / 4u;
    }
    for (auto* sq : {&at_once, &each}) ASSERT_TRUE(sq->complete(last, [](int, bool, bool) {}));
  }
  EXPECT_TRUE(at_once_memory.guards_stand());
}

/// A batch has room for 4 WQEBBs. The first WQE has 3 of them, and the second would have 2 with its empty
/// pieces.
TEST(left_out, of_a_wqe_that_just_fits_into_a_batch) {
  queue_pair_memory memory(64);
  send_queue<rc, int> sq(memory.send());
  const volatile std::uint32_t none = 0;
  const byte_string payload(170);
  auto batch = sq.sq_blueflame_wqe();
  ASSERT_TRUE(batch.wqe().send().inline_data(byte_view(payload)).finish());
  ASSERT_EQ(sq.pi(), 3u);
  ASSERT_TRUE(batch.wqe()
                  .send()
                  .sge(1, none, lkey(1))
                  .sge(2, none, lkey(2))
                  .sge(3, none, lkey(3))
                  .sge(4, 5, lkey(6))
                  .finish());
  ASSERT_EQ(sq.pi(), 4u);
  EXPECT_EQ(batch.wqe().send().sge(1, none, lkey(1)).finish().error(), post_error::blueflame_full);
  std::move(batch).finish();
  EXPECT_EQ(ctrl_seg::read(memory.wqe(3, ctrl_seg::size).data()).ds, 2);
}

/// The longest list, and more empty pieces than a WQE has places.
TEST(left_out, of_a_list_that_just_fits) {
  queue_pair_memory memory(64);
  send_queue<rc, int> sq(memory.send());
  for (const std::uint32_t count : {15u, 16u}) {  // a SEND has 15 octowords behind its ctrl_seg
    auto some = sq.sq_wqe().send().sge(1, 1, lkey(1));
    for (std::uint32_t i = 1; i < count; ++i) {
      for (int empty = 0; empty < 3; ++empty) some = std::move(some).sge(i, 0, lkey(i));
      some = std::move(some).sge(i, 1, lkey(i));
    }
    EXPECT_EQ(std::move(some).finish().error(),
              count == 15 ? post_error::none : post_error::too_many_sges);
  }
  EXPECT_EQ(sq.pi(), 4u);
  EXPECT_EQ(ctrl_seg::read(memory.wqe(0, ctrl_seg::size).data()).ds, 16);
  EXPECT_TRUE(memory.guards_stand());
}

}  // namespace
}  // namespace verbatim::test
