// Registered memory that streams of bytes send without a copy, through rings and through slots.
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
#include <vector>

#include "allocations.hpp"
#include "bytes_fixture.hpp"
#include "long_enough.hpp"
#include "traffic.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::byte_result;
using stream::stream_options;
using stream::stream_status;
using stream::task;
using testing::random_bytes;
using testing::read_all;

constexpr std::uint32_t kib = 1024, mib = 1024 * kib;

template <class Engine>
class slices : public testing::bytes_fixture<Engine> {
 protected:
  using typename testing::bytes_fixture<Engine>::end;

  /// Fills registered memory with random bytes.
  std::span<const std::byte> fill(std::size_t count, std::uint32_t seed) {
    memory.emplace(mr::allocate(this->domain, count, {.access = access::local_write}));
    const auto all = random_bytes(count, seed);
    std::memcpy(memory->memory().data(), all.data(), count);
    return memory->memory().first(count);
  }

  /// Writes all of the memory, in pieces of random lengths: some are copied, and some are not.
  task<> mix_all(end& to, std::uint32_t seed, std::size_t most) {
    std::mt19937 dice(seed);
    const std::span<const std::byte> all = memory->memory();
    for (std::size_t at = 0; at < all.size();) {
      const auto piece = std::min<std::size_t>(all.size() - at, 1 + dice() % most);
      byte_result put;
      if (dice() % 2 == 0) {
        put = co_await to.send(memory->slice(at, piece));
        EXPECT_EQ(put.bytes, piece);
      } else {
        put = co_await to.write_some(all.subspan(at, std::min<std::size_t>(piece, 100)));
      }
      EXPECT_TRUE(put) << name(put.status);
      if (!put) co_return;
      at += put.bytes;
    }
    to.shutdown_send();
  }

  static task<byte_result> result_of(end& to, memory_slice what) {
    const auto put = co_await to.send(what);
    co_return put;
  }

  /// Reads so many bytes.
  std::vector<std::byte> read(end& from, std::size_t count) {
    std::vector<std::byte> got(count);
    for (std::size_t at = 0; at < count;) {
      const auto piece = from.read_some(std::span(got).subspan(at), long_enough);
      EXPECT_TRUE(piece) << name(piece.status);
      if (!piece) break;
      at += piece.bytes;
    }
    return got;
  }

  void turn_for(std::chrono::milliseconds time) {
    (void)this->engine.run_until([] { return false; }, time);
  }

  std::optional<mr> memory;
};

using engines = ::testing::Types<stream::direct_engine<>, stream::verbs_engine>;
TYPED_TEST_SUITE(slices, engines);

bool equal(std::span<const std::byte> one, std::span<const std::byte> other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end());
}

TYPED_TEST(slices, bring_the_same_bytes_whatever_the_pieces) {
  const std::array options{stream_options{.window = 8, .slot_bytes = 64},  // no ring
                           stream_options{.window = 1, .slot_bytes = 64, .ring_bytes = 128},
                           stream_options{.window = 3, .slot_bytes = 100, .ring_bytes = 331},
                           stream_options{.window = 16, .slot_bytes = 256, .ring_bytes = 4096},
                           stream_options{.window = 4, .slot_bytes = 64, .ring_bytes = 4099}};
  std::uint32_t seed = 11;
  for (const auto& how : options) {
    this->open({.slot_bytes = 4096}, how);
    const auto all = this->fill(std::max<std::size_t>(4000, how.ring_bytes * 12), ++seed);
    const auto most = std::max<std::size_t>(300, how.ring_bytes * 3 / 2);
    auto writes = this->mix_all(*this->a, ++seed, most);
    auto reads = read_all(*this->b, seed, how.window % 2 == 0 ? 50 : most * 2);
    writes.start();
    reads.start();
    ASSERT_TRUE(this->engine.run_until([&] { return writes.is_done() && reads.is_done(); },
                                       3 * long_enough));
    EXPECT_TRUE(equal(reads.take(), all));
    const auto& of = this->a->statistics();
    EXPECT_EQ(of.bytes_sent, all.size());
    EXPECT_NE(of.bytes_in_place, 0u);
    EXPECT_LT(of.bytes_in_place, of.bytes_sent);
    EXPECT_EQ(of.ring_writes != 0, how.ring_bytes != 0);
    EXPECT_EQ(of.not_ready, 0u);
    this->b->shutdown_send();
    EXPECT_TRUE(this->a->close(long_enough));
    EXPECT_TRUE(this->b->close(long_enough));
  }
}

TYPED_TEST(slices, take_one_or_two_WQEs_and_no_copy_and_no_allocation) {
  TypeParam busy(this->device,
                 {.wait = stream::wait_mode::busy});  // libibverbs may allocate in a sleep
  typename TestFixture::end from(busy, this->domain), to(busy, this->domain, {.ring_bytes = mib});
  const auto address = from.address();
  from.connect(to.address());
  to.connect(address);
  const auto all = this->fill(mib, 3);
  std::vector<std::byte> got(mib);
  const auto round = [&](std::uint32_t length, std::chrono::milliseconds rest = 5ms) {
    const auto before = from.statistics().wqes;
    EXPECT_EQ(from.send(this->memory->slice(0, length), long_enough).bytes, length);
    const auto wqes = from.statistics().wqes - before;
    std::size_t count = 0;
    while (count < length) {
      busy.poll();
      count += to.try_read(std::span(got).subspan(count, length - count)).bytes;
    }
    EXPECT_EQ(std::memcmp(got.data(), all.data(), length), 0);
    (void)busy.run_until([] { return false; }, rest);  // the limit word arrives
    return wqes;
  };
  EXPECT_EQ(round(mib, 300ms), 2u);  // the ring is full
  EXPECT_EQ(round(64 * kib), 1u);
  const auto before = testing::allocations();
  for (int i = 0; i < 30; ++i) EXPECT_EQ(round(32 * kib), 1u);
  EXPECT_EQ(round(4096), 1u);  // in a slot
  EXPECT_EQ(testing::allocations(), before);
  const auto& of = from.statistics();
  EXPECT_EQ(of.bytes_in_place, of.bytes_sent);
  EXPECT_EQ(of.ring_writes, 33u);
  EXPECT_LE(to.statistics().words, 12u);  // for each quarter of the ring or of the window
  from.shutdown_send();
  to.shutdown_send();
  EXPECT_TRUE(from.close(long_enough));
  EXPECT_TRUE(to.close(long_enough));
}

TYPED_TEST(slices, go_through_slots_if_the_peer_has_no_ring) {
  this->open({.ring_bytes = mib}, {.slot_bytes = 4096});
  const auto all = this->fill(10000, 4);
  EXPECT_EQ(this->a->send(this->memory->slice(), long_enough).bytes, 10000u);
  EXPECT_EQ(this->a->statistics().wqes, 3u);
  EXPECT_EQ(this->a->statistics().ring_writes, 0u);
  EXPECT_EQ(this->a->statistics().bytes_in_place, 10000u);
  EXPECT_TRUE(equal(this->read(*this->b, 10000), all));
  EXPECT_TRUE(this->a->send({}, long_enough));
  EXPECT_EQ(this->a->statistics().wqes, 3u);
  this->close();
}

TYPED_TEST(slices, keep_their_order_among_writes) {
  this->open({}, {.ring_bytes = 64 * kib});
  const auto all = this->fill(20000, 5);
  EXPECT_EQ(this->a->try_write(all.first(10)).bytes, 10u);
  EXPECT_EQ(this->a->try_write(all.subspan(10, 20)).bytes, 20u);  // gathered
  auto sends = this->result_of(*this->a, this->memory->slice(30, 9000));
  sends.start();
  EXPECT_EQ(this->a->try_write(all.subspan(9030, 970)).bytes, 970u);
  EXPECT_TRUE(equal(this->read(*this->b, 10000), all.first(10000)));
  ASSERT_TRUE(this->engine.run_until([&] { return sends.is_done(); }, long_enough));
  EXPECT_EQ(sends.take().bytes, 9000u);
  this->close();
}

TYPED_TEST(slices, wait_for_a_slow_reader) {
  this->open({}, {.slot_bytes = 64, .ring_bytes = 1000});
  const auto all = this->fill(1500, 6);
  auto sends = this->result_of(*this->a, this->memory->slice());
  sends.start();
  this->turn_for(not_there);
  EXPECT_FALSE(sends.is_done());
  EXPECT_EQ(this->a->statistics().ring_writes, 2u);
  EXPECT_EQ(this->a->statistics().blocked, 1u);
  // Nothing else may come between its bytes.
  EXPECT_EQ(this->a->try_write(all.first(1)).status, stream_status::busy);
  EXPECT_EQ(this->a->write_some(all.first(1), long_enough).status, stream_status::busy);
  EXPECT_EQ(this->a->send(this->memory->slice(0, 1), long_enough).status, stream_status::busy);
  auto other = this->result_of(*this->a, this->memory->slice(0, 1));
  other.start();
  EXPECT_EQ(other.take().status, stream_status::busy);
  // 499 bytes are not a message.
  EXPECT_TRUE(equal(this->read(*this->b, 499), all.first(499)));
  this->turn_for(not_there);
  EXPECT_EQ(this->a->statistics().ring_writes, 2u);
  EXPECT_TRUE(equal(this->read(*this->b, 1), all.subspan(499, 1)));
  ASSERT_TRUE(this->engine.run_until([&] { return sends.is_done(); }, long_enough));
  EXPECT_EQ(sends.take().bytes, 1500u);
  EXPECT_EQ(this->a->statistics().blocked, 1u);
  EXPECT_EQ(this->b->statistics().updates, 1u);
  EXPECT_TRUE(equal(this->read(*this->b, 1000), all.subspan(500)));
  this->close();
}

TYPED_TEST(slices, are_sent_to_the_end_after_shutdown_send) {
  this->open({}, {.slot_bytes = 64, .ring_bytes = 1000});
  const auto all = this->fill(2500, 7);
  auto sends = this->result_of(*this->a, this->memory->slice());
  sends.start();
  this->a->shutdown_send();
  EXPECT_TRUE(equal(this->engine.run(read_all(*this->b, 1, 3000)), all));
  ASSERT_TRUE(this->engine.run_until([&] { return sends.is_done(); }, long_enough));
  EXPECT_EQ(sends.take().bytes, 2500u);
  EXPECT_EQ(this->a->send(this->memory->slice(), long_enough).status, stream_status::closed);
  this->close();
}

TYPED_TEST(slices, that_were_not_begun_are_given_up_without_harm) {
  const stream_options small{.window = 2, .slot_bytes = 64, .ring_bytes = 1000};
  this->open(small, small);
  const auto all = this->fill(500, 8);
  ASSERT_EQ(this->a->try_write(all.first(128)).bytes, 128u);  // all credits
  {
    auto sends = this->result_of(*this->a, this->memory->slice());
    sends.start();
    this->turn_for(20ms);
    EXPECT_FALSE(sends.is_done());
  }
  EXPECT_EQ(this->a->send(this->memory->slice(), 20ms).status, stream_status::timed_out);
  EXPECT_TRUE(equal(this->read(*this->b, 128), all.first(128)));
  EXPECT_EQ(this->a->send(this->memory->slice(), long_enough).bytes, 500u);
  EXPECT_TRUE(equal(this->read(*this->b, 500), all));
  this->close();
}

TYPED_TEST(slices, that_were_begun_cannot_be_taken_back) {
  for (const bool by_time : {false, true}) {
    this->open({}, {.slot_bytes = 64, .ring_bytes = 1000});
    const auto all = this->fill(1500, 9);
    if (by_time) {
      EXPECT_EQ(this->a->send(this->memory->slice(), 20ms).status, stream_status::timed_out);
    } else {
      auto sends = this->result_of(*this->a, this->memory->slice());
      sends.start();
      this->turn_for(20ms);
    }
    EXPECT_TRUE(equal(this->read(*this->b, 1000), all.first(1000)));  // they came before
    std::array<std::byte, 8> buffer{};
    EXPECT_EQ(this->b->read_some(buffer, long_enough).status, stream_status::reset);
    EXPECT_EQ(this->a->send(this->memory->slice(), long_enough).status, stream_status::reset);
    EXPECT_FALSE(this->a->close(long_enough));
    this->b.reset();
    this->a.reset();
  }
}

TYPED_TEST(slices, to_a_peer_that_is_gone_are_truncated) {
  this->open({}, {.slot_bytes = 64, .ring_bytes = 1000});
  this->fill(mib, 10);
  auto sends = this->result_of(*this->a, this->memory->slice());
  sends.start();
  this->turn_for(20ms);
  EXPECT_FALSE(sends.is_done());
  this->b->native().to_error();  // as if the program had been killed
  this->a->ping();
  ASSERT_TRUE(this->engine.run_until([&] { return sends.is_done(); }, 3 * long_enough));
  EXPECT_EQ(sends.take().status, stream_status::truncated);
  EXPECT_FALSE(this->a->close(long_enough));
}

TYPED_TEST(slices, end_with_the_stream) {
  this->open({}, {.slot_bytes = 64, .ring_bytes = 1000});
  this->fill(1500, 12);
  auto sends = this->result_of(*this->a, this->memory->slice());
  sends.start();
  this->b->reset(0x77);
  ASSERT_TRUE(this->engine.run_until([&] { return sends.is_done(); }, long_enough));
  const auto put = sends.take();
  EXPECT_EQ(put.status, stream_status::reset);
  EXPECT_EQ(put.code, 0x77);
}

TYPED_TEST(slices, that_no_peer_writes_are_refused) {
  const auto out_of = mr::allocate(this->domain, 64 * kib, {.access = access::local_write});
  const auto imm = stream::with_imm(
      stream::detail::protocol::header{stream::detail::protocol::kind::data, 64, 0}.pack());
  for (const std::uint32_t ring : {0u, 8192u, 10000u}) {
    this->b.emplace(this->engine, this->domain, stream_options{.ring_bytes = ring});
    stream::queue_pair<TypeParam> stranger(this->engine, this->domain);
    const auto here = this->b->address();
    stranger.native().connect(here.queue_pair);
    this->b->connect({stranger.native().address(), here.word, 64, 4096});
    const auto answer = mr::allocate(this->domain, 64, {.access = access::local_write});
    auto receive = [&]() -> task<stream::result> {
      co_return co_await stranger.recv(answer.slice());
    };
    auto receiving = receive();
    receiving.start();
    std::array<std::byte, 8192> buffer{};
    if (ring == 0) {  // there is no ring
      EXPECT_TRUE(this->engine.run(stranger.write(out_of.slice(0, 4), here.word, imm)));
    } else {
      const auto first = out_of.slice(0, 6000);
      EXPECT_TRUE(this->engine.run(stranger.write(first, here.ring.slice(0, 6000), imm)));
      // Beyond the end of the ring, or more than it holds.
      if (ring == 10000) (void)this->read(*this->b, 6000);
      const std::uint32_t length = ring == 10000 ? 4001 : 2193;
      EXPECT_TRUE(this->engine.run(
          stranger.write(out_of.slice(0, length), here.ring.slice(0, length), imm)));
    }
    EXPECT_TRUE(this->engine.run_until(
        [&] {
          return this->b->try_write(std::span(buffer).first(1)).status == stream_status::protocol;
        },
        long_enough));
    ASSERT_TRUE(this->engine.run_until([&] { return receiving.is_done(); }, long_enough));
    EXPECT_TRUE(receiving.take().has_imm);  // the peer reports the error
    this->b.reset();
  }
}

TYPED_TEST(slices, need_a_ring_of_two_slots) {
  EXPECT_THROW(this->open({.ring_bytes = 8191}), error);
  this->open({.ring_bytes = 8192});
  EXPECT_THROW(stream::message_channel<TypeParam>(this->engine, this->domain, {.ring_bytes = 8192}),
               error);
}

}  // namespace
}  // namespace verbatim
