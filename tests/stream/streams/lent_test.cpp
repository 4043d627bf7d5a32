// Messages out of registered memory, which are sent without a copy, or read by their receiver.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <span>
#include <thread>
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
using stream::byte_result;
using stream::stream_options;
using stream::stream_status;
using stream::task;

constexpr std::uint32_t kib = 1024, mib = 1024 * kib;

bool equal(std::span<const std::byte> one, std::span<const std::byte> other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end());
}

template <class Engine>
class lent : public ::testing::Test {
 protected:
  using end = stream::message_channel<Engine>;

  void open(const stream_options& first = {}, const stream_options& second = {}) {
    a.emplace(engine, domain, first);
    b.emplace(engine, domain, second);
    const auto address = a->address();
    a->connect(b->address());
    b->connect(address);
  }

  void SetUp() override {
    std::uint32_t number = 1;
    for (auto& one : memory.memory()) one = static_cast<std::byte>((number *= 1664525) >> 16);
  }

  static task<stream_status> status_of_send(end& to, const mr& from, std::size_t offset,
                                            std::size_t length) {
    const auto put = co_await to.send(from, offset, length);
    co_return put;
  }
  static task<byte_result> result_of_receive(end& from, const mr& into, std::size_t length) {
    const auto got = co_await from.receive_into(into, 0, length);
    co_return got;
  }

  /// Sends messages of random lengths, each in one of the ways.
  task<> send_all(std::uint32_t seed, const std::vector<std::size_t>& lengths) {
    std::mt19937 dice(seed);
    std::size_t at = 0;
    for (const auto length : lengths) {
      auto put = stream_status::ok;
      const auto way = dice() % 3;
      if (way == 0 && length <= a->longest_message()) {
        put = co_await a->send(memory.memory().subspan(at, length));
      } else if (way == 1 && length <= a->longest_message()) {
        put = co_await a->send(memory.slice(at, length));
      } else {
        put = co_await a->send(memory, at, length);
      }
      EXPECT_EQ(put, stream_status::ok) << name(put);
      at += length;
    }
    a->shutdown_send();
  }

  /// Receives every message, each in a way that is chosen at random.
  task<> receive_all(std::uint32_t seed, const std::vector<std::size_t>& lengths) {
    std::mt19937 dice(seed);
    std::size_t at = 0;
    for (const auto length : lengths) {
      const auto all = memory.memory().subspan(at, length);
      at += length;
      if (dice() % 2 == 0) {
        auto got = co_await b->receive();
        EXPECT_EQ(got.size(), length);
        if (got.status() != stream_status::lent) {
          EXPECT_TRUE(got) << name(got.status());
          std::vector<std::byte> bytes(length);
          EXPECT_EQ(got.copy_to(bytes), length);
          EXPECT_TRUE(equal(bytes, all));
          continue;
        }
      }
      const auto got = co_await b->receive_into(target, 0, target.length());
      EXPECT_EQ(got.status, stream_status::ok) << name(got.status);
      EXPECT_EQ(got.bytes, length);
      EXPECT_TRUE(equal(target.memory().first(length), all));
    }
    const auto got = co_await b->receive_into(target, 0, 1);
    EXPECT_EQ(got.status, stream_status::end) << name(got.status);
    b->shutdown_send();
  }

  void turn_for(std::chrono::milliseconds time) {
    (void)engine.run_until([] { return false; }, time);
  }

  context device = testing::device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 1024}};
  mr memory = mr::allocate(domain, 4 * mib, {.access = access::local_write | access::remote_read});
  mr target = mr::allocate(domain, 2 * mib, {.access = access::local_write});
  std::optional<end> a, b;
};

TYPED_TEST_SUITE(lent, testing::engines);

TYPED_TEST(lent, messages_that_are_read_when_their_channel_closes_free_their_slot_once) {
  constexpr std::uint32_t slots = 32;
  this->engine.share_receives(this->domain, {.slots = slots, .slot_bytes = 128});
  const stream_options sharing{.lend_from = kib, .receives = stream::receive_from::shared};
  this->open(sharing, sharing);
  auto send = this->status_of_send(*this->a, this->memory, 0, mib);
  auto receive = this->result_of_receive(*this->b, this->target, mib);
  send.start();
  receive.start();
  auto& core = this->b->core();
  ASSERT_TRUE(this->engine.run_until([&] { return core.messages->fetches.is_reading(); }, 20s));
  // close() takes the completion of the READ, and the coroutine continues after it.
  std::this_thread::sleep_for(20ms);
  (void)this->b->close(0ns);
  ASSERT_TRUE(this->engine.run_until([&] { return receive.is_done(); }, 20s));
  const auto got = receive.take();
  EXPECT_TRUE(got.status == stream_status::ok || got.status == stream_status::closed)
      << name(got.status);
  send = {};
  this->a.reset();
  this->b.reset();
  EXPECT_EQ(this->engine.free_receives(), slots);
}

TYPED_TEST(lent, messages_and_others_arrive_in_order_whatever_their_lengths) {
  const std::array options{stream_options{.lend_from = 64 * kib}, stream_options{},
                           stream_options{.window = 1, .slot_bytes = 64, .lend_from = 1},
                           stream_options{.window = 3, .slot_bytes = 100, .lend_from = 200}};
  std::uint32_t seed = 5;
  for (const auto& how : options) {
    this->open(how, how);
    std::mt19937 dice(++seed);
    std::vector<std::size_t> lengths;
    const auto longest = how.lend_from != 0 ? how.lend_from * 3 : this->a->longest_message();
    for (std::size_t at = 0; lengths.size() < 60 && at + longest < 4 * mib; at += lengths.back()) {
      lengths.push_back(1 + dice() % longest);
    }
    auto sends = this->send_all(seed, lengths);
    auto receives = this->receive_all(seed + 1, lengths);
    sends.start();
    receives.start();
    ASSERT_TRUE(this->engine.run_until([&] { return sends.is_done() && receives.is_done(); },
                                       3 * long_enough));
    EXPECT_EQ(this->a->statistics().lent != 0, how.lend_from != 0);
    EXPECT_EQ(this->a->statistics().not_ready, 0u);
    EXPECT_TRUE(this->a->close(long_enough));
    EXPECT_TRUE(this->b->close(long_enough));
  }
}

TYPED_TEST(lent, messages_take_one_WQE_and_no_copy_and_no_allocation) {
  TypeParam busy(this->device, {.wait = stream::wait_mode::busy});
  typename TestFixture::end from(busy, this->domain), to(busy, this->domain, {.lend_from = mib});
  const auto address = from.address();
  from.connect(to.address());
  to.connect(address);
  const auto round = [&](std::size_t length) {
    auto sends = this->status_of_send(from, this->memory, 0, length);
    const auto before = testing::allocations();
    sends.start();
    EXPECT_EQ(to.receive_into(this->target, 0, length, long_enough).bytes, length);
    EXPECT_TRUE(busy.run_until([&] { return sends.is_done(); }, long_enough));
    EXPECT_EQ(testing::allocations(), before);
    EXPECT_EQ(sends.take(), stream_status::ok);
    EXPECT_TRUE(equal(this->target.memory().first(length), this->memory.memory().first(length)));
  };
  round(2 * mib);
  EXPECT_EQ(from.statistics().wqes, 1u);  // says where it is
  EXPECT_EQ(to.statistics().wqes, 2u);    // the READ, and the return
  round(4096);
  EXPECT_EQ(from.statistics().wqes, 2u);  // a slot
  EXPECT_EQ(from.statistics().lent, 1u);
  EXPECT_EQ(from.statistics().bytes_in_place, from.statistics().bytes_sent);
  from.shutdown_send();
  to.shutdown_send();
  EXPECT_TRUE(from.close(long_enough));
  EXPECT_TRUE(to.close(long_enough));
}

TYPED_TEST(lent, messages_wait_for_memory_that_is_long_enough) {
  this->open({}, {.lend_from = mib});
  auto sends = this->status_of_send(*this->a, this->memory, 100, mib);
  sends.start();
  EXPECT_EQ(this->a->try_send(this->memory.memory().first(1)), stream_status::busy);
  EXPECT_EQ(this->a->send(this->memory, 0, 1, long_enough), stream_status::busy);
  auto got = this->b->receive(long_enough);
  EXPECT_EQ(got.status(), stream_status::lent);
  EXPECT_EQ(got.size(), mib);
  const auto put = this->b->receive_into(this->target, 0, mib - 1, long_enough);
  EXPECT_EQ(put.status, stream_status::invalid_length);
  EXPECT_EQ(put.bytes, mib);
  this->a->shutdown_send();  // it takes effect after the message
  this->turn_for(20ms);
  EXPECT_FALSE(sends.is_done());
  EXPECT_EQ(this->b->receive_into(this->target, mib, mib, long_enough).bytes, mib);
  EXPECT_TRUE(equal(this->target.memory().subspan(mib), this->memory.memory().subspan(100, mib)));
  ASSERT_TRUE(this->engine.run_until([&] { return sends.is_done(); }, long_enough));
  EXPECT_EQ(sends.take(), stream_status::ok);
  EXPECT_EQ(this->b->receive(long_enough).status(), stream_status::end);
  this->b->shutdown_send();
  EXPECT_TRUE(this->a->close(long_enough));
  EXPECT_TRUE(this->b->close(long_enough));
}

TYPED_TEST(lent, messages_in_slots_are_copied_into_memory) {
  this->open({}, {.window = 4, .slot_bytes = 100});
  EXPECT_EQ(this->a->send(this->memory, 0, 401, long_enough), stream_status::invalid_length);
  EXPECT_EQ(this->a->send(this->memory, 0, 0, long_enough), stream_status::invalid_length);
  EXPECT_EQ(this->a->send(this->memory.slice(0, 400), long_enough), stream_status::ok);
  EXPECT_EQ(this->a->statistics().wqes, 4u);
  EXPECT_EQ(this->a->statistics().bytes_in_place, 400u);
  EXPECT_EQ(this->b->receive_into(this->target, 0, 399, long_enough).status,
            stream_status::invalid_length);
  EXPECT_EQ(this->b->receive_into(this->target, 0, 500, long_enough).bytes, 400u);
  EXPECT_TRUE(equal(this->target.memory().first(400), this->memory.memory().first(400)));
  EXPECT_EQ(this->b->receive_into(this->target, 0, 500, 20ms).status, stream_status::timed_out);
  EXPECT_EQ(this->a->send(this->memory.slice(0, 300), long_enough), stream_status::ok);
  EXPECT_EQ(this->b->receive(long_enough).size(), 300u);
  this->a->shutdown_send();
  this->b->shutdown_send();
  EXPECT_TRUE(this->a->close(long_enough));
  EXPECT_TRUE(this->b->close(long_enough));
}

TYPED_TEST(lent, messages_that_are_given_up_reset_the_channel) {
  this->open({}, {.lend_from = mib});
  EXPECT_EQ(this->a->send(this->memory, 0, mib, 20ms), stream_status::timed_out);
  const auto one = this->memory.memory().first(1);
  ASSERT_TRUE(this->engine.run_until([&] { return this->b->try_send(one) == stream_status::reset; },
                                     long_enough));
  EXPECT_EQ(this->b->receive_into(this->target, 0, mib, long_enough).status, stream_status::reset);
  this->open({}, {.lend_from = mib});
  {
    auto receives = this->result_of_receive(*this->b, this->target, mib);
    receives.start();  // nothing has come: it can be given up
    EXPECT_EQ(this->b->receive(long_enough).status(), stream_status::busy);
    EXPECT_EQ(this->b->try_receive().status(), stream_status::busy);
  }
  auto sends = this->status_of_send(*this->a, this->memory, 0, mib);
  sends.start();
  EXPECT_EQ(this->b->receive(long_enough).status(), stream_status::lent);
  {
    auto receives = this->result_of_receive(*this->b, this->target, mib);
    receives.start();  // the READ is posted
  }
  ASSERT_TRUE(this->engine.run_until([&] { return sends.is_done(); }, long_enough));
  EXPECT_EQ(sends.take(), stream_status::reset);
}

TYPED_TEST(lent, messages_of_memory_that_may_not_be_read_break_the_channel) {
  const auto locked = mr::allocate(this->domain, mib, {.access = access::local_write});
  this->open({}, {.lend_from = mib});
  auto sends = this->status_of_send(*this->a, locked, 0, mib);
  sends.start();
  EXPECT_EQ(this->b->receive_into(this->target, 0, mib, 3 * long_enough).status,
            stream_status::truncated);
  this->b.reset();
  this->a->ping();
  ASSERT_TRUE(this->engine.run_until([&] { return sends.is_done(); }, 3 * long_enough));
  EXPECT_NE(sends.take(), stream_status::ok);
}

TYPED_TEST(lent, messages_are_for_channels_that_have_asked) {
  EXPECT_THROW(stream::byte_stream<TypeParam>(this->engine, this->domain, {.lend_from = mib}),
               error);
  using namespace stream::detail::protocol;
  for (const std::uint32_t lend_from : {0u, 1u}) {
    this->b.emplace(this->engine, this->domain, stream_options{.lend_from = lend_from});
    stream::queue_pair<TypeParam> stranger(this->engine, this->domain);
    const auto here = this->b->address();
    stranger.native().connect(here.queue_pair);
    this->b->connect({.queue_pair = stranger.native().address(),
                      .word = here.word,
                      .window = 64,
                      .slot_bytes = 4096,
                      .carries = stream::content::messages});
    const auto answer = mr::allocate(this->domain, 64, {.access = access::local_write});
    auto receive = [&]() -> task<stream::result> {
      co_return co_await stranger.recv(answer.slice());
    };
    auto receiving = receive();
    receiving.start();
    // The message is lent unasked, or does not say where its data is.
    const header head{kind::data, 64, ends_message | is_lent};
    const auto length = lend_from == 0 ? sizeof(lent_body) : sizeof(lent_body) - 1;
    EXPECT_TRUE(this->engine.run(
        stranger.send(this->memory.slice(0, length), stream::with_imm(head.pack()))));
    EXPECT_EQ(this->b->receive(long_enough).status(), stream_status::protocol);
    ASSERT_TRUE(this->engine.run_until([&] { return receiving.is_done(); }, long_enough));
    EXPECT_EQ(receiving.take().has_imm, testing::has_imm<TypeParam>);  // the peer reports the error
    this->b.reset();
  }
}

}  // namespace
}  // namespace verbatim
