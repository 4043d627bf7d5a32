// Channels of messages, on queue pairs that are posted to directly and through verbs.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "allocations.hpp"
#include "device_under_test.hpp"
#include "engines.hpp"
#include "long_enough.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::stream_options;
using stream::stream_status;
using stream::task;

using bytes_of_message = std::vector<std::byte>;

/// Bytes that identify their message.
bytes_of_message numbered(std::size_t length, std::uint32_t number) {
  bytes_of_message made(length);
  for (std::size_t i = 0; i < length; ++i) made[i] = static_cast<std::byte>(number * 31 + i);
  return made;
}

template <class Message>
bytes_of_message copied(const Message& from) {
  bytes_of_message made(from.size());
  EXPECT_EQ(from.copy_to(made), made.size());
  return made;
}

template <class Engine>
class messages : public ::testing::Test {
 protected:
  using end = stream::message_channel<Engine>;
  using message = stream::message<Engine>;

  void open(const stream_options& first = {}, const stream_options& second = {}) {
    a.emplace(engine, domain, first);
    b.emplace(engine, domain, second);
    const auto address = a->address();
    a->connect(b->address());
    b->connect(address);
  }

  static task<> send_all(end& to, const std::vector<bytes_of_message>& all) {
    for (const auto& one : all) {
      const auto put = co_await to.send(one);
      EXPECT_EQ(put, stream_status::ok) << name(put);
      if (put != stream_status::ok) co_return;
    }
    to.shutdown_send();
  }

  /// Receives to the end. Holds up to `most_held` messages, and releases them in a random order.
  static task<std::vector<bytes_of_message>> receive_all(end& from, std::uint32_t seed,
                                                         std::size_t most_held) {
    std::mt19937 dice(seed);
    std::vector<bytes_of_message> all;
    std::deque<message> held;
    for (;;) {
      auto got = co_await from.receive();
      if (!got) {
        EXPECT_EQ(got.status(), stream_status::end) << name(got.status());
        co_return all;
      }
      all.push_back(copied(got));
      held.push_back(std::move(got));
      while (held.size() > most_held) {
        std::swap(held.front(), held[dice() % held.size()]);
        held.pop_front();
      }
    }
  }

  static task<stream_status> status_of_send(end& to, std::span<const std::byte> what) {
    const auto put = co_await to.send(what);
    co_return put;
  }

  void close() {
    a->shutdown_send();
    b->shutdown_send();
    EXPECT_TRUE(a->close(long_enough));
    EXPECT_TRUE(b->close(long_enough));
  }

  context device = testing::device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 1024}};
  std::optional<end> a, b;
};

TYPED_TEST_SUITE(messages, testing::engines);

TYPED_TEST(messages, arrive_whole_and_in_order_whatever_their_lengths) {
  const std::array options{stream_options{}, stream_options{.window = 1, .slot_bytes = 64},
                           stream_options{.window = 3, .slot_bytes = 100},
                           stream_options{.window = 16, .slot_bytes = 1024}};
  std::uint32_t seed = 7;
  for (const auto& how : options) {
    this->open(how, how);
    std::mt19937 dice(++seed);
    std::vector<bytes_of_message> all;
    const auto longest = this->a->longest_message();
    EXPECT_EQ(longest, std::size_t{how.window} * how.slot_bytes);
    // Two messages that are held must leave room for the next.
    const auto held = how.window < 16 ? std::size_t{0} : std::size_t{2};
    for (std::uint32_t i = 0; i < 300; ++i) {
      const auto most = dice() % 8 != 0 ? std::min<std::size_t>(longest, 300)
                        : held == 0     ? longest
                                        : longest / 4;
      all.push_back(numbered(1 + dice() % most, i));
    }
    if (held == 0) all.push_back(numbered(longest, 1000));
    auto sends = this->send_all(*this->a, all);
    sends.start();
    const auto got = this->engine.run(this->receive_all(*this->b, seed, held));
    ASSERT_EQ(got.size(), all.size());
    EXPECT_TRUE(got == all);
    EXPECT_TRUE(sends.is_done());
    EXPECT_EQ(this->a->statistics().not_ready, 0u);
    this->close();
  }
}

TYPED_TEST(messages, of_one_slot_are_read_in_place) {
  this->open();
  const auto sent = numbered(1000, 3);
  ASSERT_EQ(this->a->try_send(sent), stream_status::ok);
  auto got = this->b->receive(long_enough);
  ASSERT_TRUE(got);
  const auto piece = got.first_piece();
  EXPECT_TRUE(std::equal(piece.begin(), piece.end(), sent.begin(), sent.end()));
  int pieces = 0;
  got.pieces([&](std::span<const std::byte> one) {
    ++pieces;
    EXPECT_EQ(one.data(), piece.data());
  });
  EXPECT_EQ(pieces, 1);
  std::array<std::byte, 10> few;
  EXPECT_EQ(got.copy_to(few), 10u);
  got.release();
  EXPECT_EQ(got.copy_to(few), 0u);
  this->close();
}

TYPED_TEST(messages, that_are_not_released_stop_their_sender) {
  this->open({.window = 4}, {.window = 4});
  const auto one = numbered(4096, 1);
  std::deque<stream::message<TypeParam>> held;
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(this->a->send(one, long_enough), stream_status::ok);
    held.push_back(this->b->receive(long_enough));
    ASSERT_TRUE(held.back());
  }
  EXPECT_EQ(this->a->try_send(one), stream_status::would_block);
  EXPECT_EQ(this->b->try_receive().status(), stream_status::would_block);
  auto waits = this->status_of_send(*this->a, one);
  waits.start();
  (void)this->engine.run_until([] { return false; }, 50ms);
  EXPECT_FALSE(waits.is_done());
  EXPECT_EQ(this->a->try_send(one), stream_status::busy);
  held.erase(held.begin() + 2);
  EXPECT_TRUE(this->engine.run_until([&] { return waits.is_done(); }, long_enough));
  EXPECT_EQ(waits.take(), stream_status::ok);
  held.clear();
  EXPECT_TRUE(this->b->receive(long_enough));
  this->close();
}

// The limit comes without a completion, and so without a word to a sender that never waits.
TYPED_TEST(messages, go_on_if_their_sender_only_tries) {
  this->open({.window = 4}, {.window = 4});
  const auto one = numbered(64, 1);
  const auto turns = [&] {
    const auto until = std::chrono::steady_clock::now() + 20ms;
    while (std::chrono::steady_clock::now() < until) this->engine.poll();
  };
  for (int round = 0; round < 3; ++round) {
    const auto until = std::chrono::steady_clock::now() + long_enough;
    for (int sent = 0; sent < 4; this->engine.poll()) {
      ASSERT_LT(std::chrono::steady_clock::now(), until) << "in round " << round;
      if (this->a->try_send(one) == stream_status::ok) ++sent;
    }
    EXPECT_EQ(this->a->try_send(one), stream_status::would_block);
    turns();  // now the sender has all of its completions
    for (int got = 0; got < 4; ++got) EXPECT_EQ(copied(this->b->try_receive()), one);
    turns();
  }
  this->close();
}

/// Lengths of messages that share slots, and of others between them.
std::vector<bytes_of_message> of_many_lengths() {
  std::vector<bytes_of_message> all;
  for (std::uint32_t i = 0; i < 400; ++i) {
    const std::size_t length = i % 50 == 49 ? 9000 : i % 20 == 19 ? 1500 : i % 7 == 6 ? 190 : i % 9;
    all.push_back(numbered(1 + length, i));
  }
  return all;
}

TYPED_TEST(messages, of_one_batch_share_slots) {
  this->open();
  const auto all = of_many_lengths();
  std::size_t sent = 0;
  std::vector<bytes_of_message> got;
  std::deque<stream::message<TypeParam>> held;
  std::mt19937 dice(3);
  while (got.size() < all.size()) {
    this->engine.batch([&] {
      while (sent < all.size() && this->a->try_send(all[sent]) == stream_status::ok) ++sent;
    });
    this->engine.poll();
    for (auto one = this->b->try_receive(); one; one = this->b->try_receive()) {
      got.push_back(copied(one));
      EXPECT_EQ(copied(one).size(), one.size());
      EXPECT_EQ(one.first_piece().size(), std::min<std::size_t>(one.size(), 4096));
      held.push_back(std::move(one));
      if (held.size() < 40) continue;
      std::swap(held.front(), held[dice() % held.size()]);
      held.pop_front();
    }
    held.clear();
  }
  EXPECT_TRUE(got == all);
  // Without shared slots these would be more than 400.
  EXPECT_LT(this->a->statistics().messages_sent, 150u);
  EXPECT_EQ(this->a->statistics().messages_sent, this->b->statistics().messages_received);
  EXPECT_EQ(this->a->statistics().bytes_sent, this->b->statistics().bytes_received);
  this->close();
}

TYPED_TEST(messages, of_a_batch_arrive_without_another_turn_of_their_sender) {
  context other_device = testing::device_under_test();
  pd other_domain(other_device);
  TypeParam other(other_device, {.cqes = 1024});
  typename TestFixture::end sender(other, other_domain);
  this->b.emplace(this->engine, this->domain);
  const auto address = sender.address();
  sender.connect(this->b->address());
  this->b->connect(address);
  other.batch([&] {
    for (std::uint32_t i = 0; i < 20; ++i) {
      EXPECT_EQ(sender.try_send(numbered(64, i)), stream_status::ok);
    }
  });
  for (std::uint32_t i = 0; i < 20; ++i) {
    EXPECT_EQ(copied(this->b->receive(long_enough)), numbered(64, i));
  }
  EXPECT_EQ(this->b->statistics().messages_received, 2u);  // the first, and 19 in one slot
}

TYPED_TEST(messages, that_share_a_slot_keep_it_until_the_last_is_released) {
  this->open({.window = 2, .slot_bytes = 1024}, {.window = 2, .slot_bytes = 1024});
  this->engine.batch([&] {  // the first is alone in its slot
    for (std::uint32_t i = 0; i < 4; ++i) {
      EXPECT_EQ(this->a->try_send(numbered(10, i)), stream_status::ok);
    }
  });
  EXPECT_EQ(copied(this->b->receive(long_enough)), numbered(10, 0));
  std::vector<stream::message<TypeParam>> held;
  for (std::uint32_t i = 1; i < 4; ++i) {
    held.push_back(this->b->receive(long_enough));
    EXPECT_EQ(copied(held.back()), numbered(10, i));
  }
  const auto longest = numbered(1024, 5);
  EXPECT_EQ(this->a->send(longest, long_enough), stream_status::ok);
  EXPECT_EQ(this->a->send(longest, 20ms), stream_status::timed_out);
  for (const std::size_t i : {1u, 0u}) {
    held[i].release();
    EXPECT_EQ(this->a->send(longest, 20ms), stream_status::timed_out);
  }
  held.clear();
  EXPECT_EQ(this->a->send(longest, long_enough), stream_status::ok);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(copied(this->b->receive(long_enough)), longest);
  this->close();
}

TYPED_TEST(messages, that_share_a_slot_come_before_the_end) {
  this->open();
  this->engine.batch([&] {
    for (std::uint32_t i = 0; i < 5; ++i) (void)this->a->try_send(numbered(20, i));
    this->a->shutdown_send();
    EXPECT_EQ(this->a->try_send(numbered(20, 5)), stream_status::closed);
  });
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(copied(this->b->receive(long_enough)), numbered(20, i));
  }
  EXPECT_EQ(this->b->receive(long_enough).status(), stream_status::end);
  this->close();
}

TYPED_TEST(messages, that_are_empty_or_too_long_are_refused) {
  this->open({.window = 4, .slot_bytes = 128}, {.window = 2, .slot_bytes = 256});
  EXPECT_EQ(this->a->longest_message(), 256u);
  EXPECT_EQ(this->a->try_send({}), stream_status::invalid_length);
  const auto one = numbered(257, 1);
  EXPECT_EQ(this->a->try_send(one), stream_status::invalid_length);
  EXPECT_EQ(this->a->send(one, long_enough), stream_status::invalid_length);
  EXPECT_EQ(this->a->send(std::span(one).first(256), long_enough), stream_status::ok);
  EXPECT_EQ(this->b->receive(long_enough).size(), 256u);
  this->close();
}

TYPED_TEST(messages, that_were_begun_cannot_be_taken_back) {
  this->open({.window = 2, .slot_bytes = 1024}, {.window = 2, .slot_bytes = 1024});
  ASSERT_EQ(this->a->try_send(numbered(1024, 1)), stream_status::ok);
  // There is room for the first half. The time is over before there is room for the second.
  EXPECT_EQ(this->a->send(numbered(2048, 2), 50ms), stream_status::timed_out);
  EXPECT_TRUE(this->b->receive(long_enough));
  EXPECT_EQ(this->b->receive(long_enough).status(), stream_status::reset);
  EXPECT_EQ(this->a->try_send(numbered(10, 3)), stream_status::reset);
}

TYPED_TEST(messages, are_sent_to_the_end_after_shutdown_send) {
  this->open({.window = 2, .slot_bytes = 1024}, {.window = 2, .slot_bytes = 1024});
  ASSERT_EQ(this->a->try_send(numbered(1024, 1)), stream_status::ok);
  const auto second = numbered(2048, 2);
  auto waits = this->status_of_send(*this->a, second);
  waits.start();
  EXPECT_FALSE(waits.is_done());  // there was room for the first half
  this->a->shutdown_send();
  EXPECT_EQ(copied(this->b->receive(long_enough)), numbered(1024, 1));
  EXPECT_EQ(copied(this->b->receive(long_enough)), second);
  ASSERT_TRUE(this->engine.run_until([&] { return waits.is_done(); }, long_enough));
  EXPECT_EQ(waits.take(), stream_status::ok);
  EXPECT_EQ(this->b->receive(long_enough).status(), stream_status::end);
  this->close();
}

TYPED_TEST(messages, that_wait_are_given_up_without_harm) {
  this->open({.window = 1, .slot_bytes = 1024}, {.window = 1, .slot_bytes = 1024});
  ASSERT_EQ(this->a->try_send(numbered(1024, 1)), stream_status::ok);
  const auto second = numbered(1000, 2);
  {
    auto waits = this->status_of_send(*this->a, second);
    waits.start();
    (void)this->engine.run_until([] { return false; }, 20ms);
    EXPECT_FALSE(waits.is_done());
  }
  EXPECT_EQ(copied(this->b->receive(long_enough)), numbered(1024, 1));
  EXPECT_EQ(this->a->send(numbered(5, 3), long_enough), stream_status::ok);
  EXPECT_EQ(copied(this->b->receive(long_enough)), numbered(5, 3));
  this->close();
}

TYPED_TEST(messages, go_to_no_stream_of_bytes) {
  typename TestFixture::end channel(this->engine, this->domain);
  stream::byte_stream<TypeParam> bytes(this->engine, this->domain);
  EXPECT_THROW(channel.connect(bytes.address()), error);
  EXPECT_THROW(bytes.connect(channel.address()), error);
}

TYPED_TEST(messages, allocate_nothing) {
  this->open();
  const auto sent = numbered(100, 1);
  const auto exchange = [&] {
    (void)this->a->try_send(sent);
    auto got = this->b->try_receive();
    while (got.status() == stream_status::would_block) {
      this->engine.poll();
      got = this->b->try_receive();
    }
    return got.size();
  };
  ASSERT_EQ(exchange(), 100u);
  const auto before = testing::allocations();
  for (int i = 0; i < 200; ++i) (void)exchange();
  EXPECT_EQ(testing::allocations(), before);
  this->close();
}

}  // namespace
}  // namespace verbatim
