// The ends of streams of bytes, and what ends them.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bytes_fixture.hpp"
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

template <class Engine>
using bytes = testing::bytes_fixture<Engine>;

TYPED_TEST_SUITE(bytes, testing::engines);

/// Returns true if the stream finished.
template <class Stream>
task<bool> finish(Stream& which) {
  auto finishing = which.finish();
  const bool is_good = co_await finishing;
  co_return is_good;
}

TYPED_TEST(bytes, finish_when_both_ends_have) {
  this->open();
  auto one = finish(*this->a), other = finish(*this->b);
  one.start();
  EXPECT_FALSE(this->engine.run_until([&] { return one.is_done(); }, 20ms));
  other.start();
  ASSERT_TRUE(
      this->engine.run_until([&] { return one.is_done() && other.is_done(); }, long_enough));
  EXPECT_TRUE(one.take());
  EXPECT_TRUE(other.take());
}

/// A device writes a word at once only if it is aligned.
TYPED_TEST(bytes, in_slots_of_an_odd_length_have_an_aligned_limit_word) {
  this->open({.window = 1, .slot_bytes = 65}, {.window = 2, .slot_bytes = 67});
  EXPECT_EQ(this->a->address().word.addr() % sizeof(std::uint32_t), 0u);
  EXPECT_EQ(this->b->address().word.addr() % sizeof(std::uint32_t), 0u);
}

/// A stream that shares its receives drops the bytes that nobody has read.
TYPED_TEST(bytes, that_close_has_dropped_are_not_followed_by_the_end) {
  this->engine.share_receives(this->domain, {.slots = 32});
  const stream_options sharing{.receives = stream::receive_from::shared};
  this->open(sharing, sharing);
  EXPECT_EQ(this->a->try_write(std::array{std::byte{1}}).bytes, 1u);
  this->a->shutdown_send();
  auto& in = this->b->core().state.in;
  ASSERT_TRUE(this->engine.run_until([&] { return in.fin_received; }, long_enough));
  (void)this->b->close(0ns);
  std::array<std::byte, 8> piece;
  const auto got = this->b->try_read(piece);
  EXPECT_EQ(got.status, stream_status::closed) << name(got.status);
  EXPECT_EQ(got.bytes, 0u);
}

/// Reads once, and destroys the stream.
template <class Stream>
task<> read_and_destroy(std::optional<Stream>& which) {
  std::array<std::byte, 8> piece;
  const auto got = co_await which->read_some(piece);
  EXPECT_EQ(got.bytes, 1u);
  which.reset();
}

TYPED_TEST(bytes, may_be_destroyed_by_a_coroutine_that_the_engine_resumes) {
  this->open();
  auto one = read_and_destroy(this->a);
  one.start();
  EXPECT_EQ(this->b->try_write(std::array{std::byte{1}}).bytes, 1u);
  ASSERT_TRUE(this->engine.run_until([&] { return one.is_done(); }, long_enough));
  std::array<std::byte, 8> piece;
  EXPECT_EQ(this->b->read_some(piece, long_enough).status, stream_status::reset);
}

TYPED_TEST(bytes, of_a_peer_that_answers_no_ping_are_truncated) {
  const stream_options how{.keepalive = 40ms};
  // The engine of the peer stands still.
  TypeParam other(this->device, {.cqes = 1024, .takes_device_events = false});
  stream::byte_stream<TypeParam> silent(other, this->domain);
  this->a.emplace(this->engine, this->domain, how);
  const auto address = this->a->address();
  const auto begun = std::chrono::steady_clock::now();
  this->a->connect(silent.address());
  silent.connect(address);
  std::array<std::byte, 8> piece;
  EXPECT_EQ(this->a->read_some(piece, long_enough).status, stream_status::truncated);
  EXPECT_GE(std::chrono::steady_clock::now() - begun, 80ms);
  EXPECT_EQ(this->a->try_write(std::array{std::byte{1}}).status, stream_status::truncated);
}

TYPED_TEST(bytes, of_a_peer_that_goes_before_it_answers_a_ping_are_truncated_by_the_next_ping) {
  TypeParam other(this->device, {.cqes = 1024, .takes_device_events = false});
  stream::byte_stream<TypeParam> silent(other, this->domain);
  this->a.emplace(this->engine, this->domain);
  const auto address = this->a->address();
  this->a->connect(silent.address());
  silent.connect(address);
  this->a->ping();
  EXPECT_FALSE(this->engine.run_until([] { return false; }, 200ms));  // the device acknowledges it
  EXPECT_TRUE(this->a->awaits_pong());
  silent.native().to_error();  // as if the program had been killed
  this->a->ping();
  std::array<std::byte, 8> piece;
  EXPECT_EQ(this->a->read_some(piece, 3 * long_enough).status, stream_status::truncated);
}

// A failed WQE that was not signaled is all that such streams hear of these ends: no receive is flushed.
TYPED_TEST(bytes, that_share_receives_learn_of_their_own_failed_queue_pair) {
  this->engine.share_receives(this->domain, {.slots = 64});
  this->open({.receives = stream::receive_from::shared}, {});
  this->a->native().to_error();  // as if the device had failed
  this->a->ping();
  std::array<std::byte, 8> piece;
  EXPECT_EQ(this->a->read_some(piece, 3 * long_enough).status, stream_status::truncated);
}

TYPED_TEST(bytes, that_share_receives_learn_that_the_queue_pair_of_their_peer_has_failed) {
  this->engine.share_receives(this->domain, {.slots = 64});
  this->open({.receives = stream::receive_from::shared}, {});
  this->b->native().to_error();  // as if the program had been killed
  this->a->ping();
  std::array<std::byte, 8> piece;
  EXPECT_EQ(this->a->read_some(piece, 3 * long_enough).status, stream_status::truncated);
}

TYPED_TEST(bytes, live_on_while_the_peer_answers_pings) {
  this->open({.keepalive = 100ms}, {});
  std::array<std::byte, 8> piece;
  EXPECT_EQ(this->a->read_some(piece, 500ms).status, stream_status::timed_out);
  EXPECT_GE(this->a->statistics().wqes, 2u);  // the pings
  EXPECT_EQ(this->b->try_write(std::array{std::byte{1}}).bytes, 1u);
  EXPECT_EQ(this->a->read_some(piece, long_enough).bytes, 1u);
  this->close();
}

template <class Engine>
task<> sleep_twice(Engine& on) {
  co_await on.sleep_for(10ms);
  co_await on.sleep_for(10ms);
  co_await on.sleep_for(-1ms);  // has passed
}

TYPED_TEST(bytes, leave_time_to_sleep) {
  const auto begun = std::chrono::steady_clock::now();
  this->engine.run(sleep_twice(this->engine));
  EXPECT_GE(std::chrono::steady_clock::now() - begun, 20ms);
  {
    auto abandoned = sleep_twice(this->engine);
    abandoned.start();
  }
  EXPECT_FALSE(this->engine.run_until([] { return false; }, 30ms));
}

TYPED_TEST(bytes, do_not_finish_after_a_reset) {
  this->open();
  auto one = finish(*this->a);
  one.start();
  this->b->reset(5);
  ASSERT_TRUE(this->engine.run_until([&] { return one.is_done(); }, long_enough));
  EXPECT_FALSE(one.take());
}

TYPED_TEST(bytes, do_not_finish_if_the_peer_does_not_receive_them) {
  this->open();
  std::array<std::byte, 8> piece;
  this->b->shutdown_send();
  EXPECT_EQ(this->a->read_some(piece, long_enough).status, stream_status::end);
  this->b->native().to_error();  // as if the program had been killed
  EXPECT_EQ(this->a->try_write(piece).bytes, piece.size());
  auto one = finish(*this->a);
  one.start();
  ASSERT_TRUE(this->engine.run_until([&] { return one.is_done(); }, 3 * long_enough));
  EXPECT_FALSE(one.take());
  EXPECT_FALSE(this->a->close(long_enough));
}

TYPED_TEST(bytes, of_a_peer_that_speaks_another_protocol_are_refused) {
  this->b.emplace(this->engine, this->domain);
  stream::queue_pair<TypeParam> stranger(this->engine, this->domain);
  const auto address = stranger.native().address();
  stranger.native().connect(this->b->address().queue_pair);
  this->b->connect({address, this->b->address().word, 64, 4096});
  auto memory = mr::allocate(this->domain, 64, {.access = access::local_write});
  auto answer = mr::allocate(this->domain, 64, {.access = access::local_write});
  auto receive = [&]() -> task<stream::result> {
    co_return co_await stranger.recv(answer.slice());
  };
  auto receiving = receive();
  receiving.start();
  EXPECT_TRUE(this->engine.run(stranger.send(memory.slice(0, 8))));  // without a header
  std::array<std::byte, 8> buffer{};
  EXPECT_EQ(this->b->read_some(buffer, long_enough).status, stream_status::protocol);
  ASSERT_TRUE(this->engine.run_until([&] { return receiving.is_done(); }, long_enough));
  EXPECT_EQ(receiving.take().has_imm, testing::has_imm<TypeParam>);  // the peer reports the error
}

TYPED_TEST(bytes, of_an_earlier_peer_are_not_read_after_a_restart) {
  this->open();
  // One message waits, and a few bytes are gathered.
  ASSERT_EQ(this->b->try_write(std::array{std::byte{1}, std::byte{2}}).bytes, 2u);
  std::array<std::byte, 8> piece;
  ASSERT_TRUE(this->engine.run_until([&] { return this->a->statistics().messages_received == 1u; },
                                     long_enough));
  this->engine.batch([&] {
    for (int i = 0; i < 2; ++i) EXPECT_EQ(this->a->try_write(std::array{std::byte{3}}).bytes, 1u);
    EXPECT_TRUE(this->a->restart());
  });
  this->b.emplace(this->engine, this->domain);
  const auto address = this->a->address();
  this->a->connect(this->b->address());
  this->b->connect(address);
  EXPECT_EQ(this->a->try_read(piece).status, stream_status::would_block);
  ASSERT_EQ(this->b->try_write(std::array{std::byte{4}}).bytes, 1u);
  EXPECT_EQ(this->a->read_some(piece, long_enough).bytes, 1u);
  EXPECT_EQ(piece[0], std::byte{4});
  ASSERT_EQ(this->a->try_write(std::array{std::byte{5}}).bytes, 1u);
  EXPECT_EQ(this->b->read_some(piece, long_enough).bytes, 1u);
  EXPECT_EQ(piece[0], std::byte{5});
  this->close();
}

TYPED_TEST(bytes, refuse_absurd_options) {
  EXPECT_THROW(this->open({.window = 0}), error);
  EXPECT_THROW(this->open({.window = 0x8000}), error);
  EXPECT_THROW(this->open({.slot_bytes = 8}), error);
}

}  // namespace
}  // namespace verbatim
