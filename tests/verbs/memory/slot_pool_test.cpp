// Memory regions in slots: taken, given back, and used for messages.
#include "verbatim/verbs/memory/slot_pool.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstring>
#include <string>

#include "memory_fixture.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

TEST_F(memory, in_slots_is_taken_and_given_back) {
  slot_pool pool(pd, 64, 3);
  EXPECT_EQ(pool.region().length(), 3 * 64u);
  const auto outside = [&] {
    slot_pool::slot first = pool.take(), second = pool.take(), third = pool.take();
    EXPECT_TRUE(first && second && third);
    EXPECT_FALSE(pool.take()) << "there are three";
    EXPECT_EQ(pool.available(), 0u);
    EXPECT_EQ(first.memory().size(), 64u);
    EXPECT_NE(first.slice().addr(), second.slice().addr());
    EXPECT_EQ(first.slice().addr(), reinterpret_cast<std::uintptr_t>(first.memory().data()));
    EXPECT_EQ(first.remote().rkey(), pool.region().rkey());
    second = std::move(third);  // gives the second one back
    EXPECT_EQ(pool.available(), 1u);
    EXPECT_FALSE(third);
    return first;
  };
  {
    const slot_pool::slot kept = outside();
    EXPECT_EQ(pool.available(), 2u);
  }
  EXPECT_EQ(pool.available(), 3u);
  EXPECT_EQ(pool.fewest_available(), 0u);

  slot_pool::slot one = pool.take();
  const std::array<std::byte, 5> hello{std::byte{'h'}, std::byte{'i'}};
  EXPECT_EQ(one.put(hello), one.slice().slice(0, 5));
  EXPECT_EQ(one.memory()[1], std::byte{'i'});
  EXPECT_NE(message_of([&] { one.put(std::array<std::byte, 65>{}); }).find("65 bytes"),
            std::string::npos);
  const auto number = std::move(one).let_go();
  EXPECT_FALSE(one);
  EXPECT_EQ(pool.available(), 2u) << "it is taken still";
  EXPECT_FALSE(pool.take_back(number + 1)) << "nobody let that go";
  EXPECT_FALSE(pool.take_back(99));
  EXPECT_EQ(pool.take_back(number).memory()[1], std::byte{'i'});
  EXPECT_FALSE(pool.take_back(number)) << "once is enough";
  EXPECT_EQ(pool.available(), 3u);

  EXPECT_NE(message_of([&] { slot_pool(pd, 64, 0); }).find("0 slots"), std::string::npos);
  EXPECT_NE(message_of([&] { slot_pool(pd, 0, 1); }).find("slots of 0 bytes"), std::string::npos);
  EXPECT_NE(message_of([&] { slot_pool(pd, SIZE_MAX / 2, 3); }).find("slots of"),
            std::string::npos);
}

TEST_F(memory, in_slots_outlives_its_pool) {
  slot_pool::slot last;
  {
    slot_pool pool(pd, 4096, 2);
    last = pool.take();
  }
  last.memory()[4095] = std::byte{1};
  pd.close();
  last.memory()[4095] = std::byte{2};
}

TEST_F(memory, in_slots_carries_messages) {
  slot_pool sends(pd, 64, 4), receives(pd, 64, 4);
  qp.connect(peer.address());
  peer.connect(qp.address());
  for (int round = 0; round < 10; ++round) {
    slot_pool::slot into = receives.take();
    const auto room = into.slice();
    ASSERT_TRUE(peer.post_recv({room, std::move(into).let_go()}));
    slot_pool::slot from = sends.take();
    const std::array<std::byte, 2> message{std::byte{7}, static_cast<std::byte>(round)};
    const auto piece = from.put(message);
    ASSERT_TRUE(qp.post(request::send(piece).signal(std::move(from).let_go())));
    for (const auto& done : cq.completions(2, std::chrono::seconds(10))) {
      ASSERT_TRUE(done.ok()) << done;
      const slot_pool::slot back = (done.is_receive() ? receives : sends).take_back(done.wr_id());
      ASSERT_TRUE(back);
      EXPECT_EQ(back.memory()[1], message[1]);
    }
    EXPECT_EQ(sends.available(), 4u);
    EXPECT_EQ(receives.available(), 4u);
  }
}

}  // namespace
}  // namespace verbatim
