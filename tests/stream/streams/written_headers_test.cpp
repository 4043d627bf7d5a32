// Streams whose messages begin with their headers, as they do on iWARP. Here the device has immediate
// data, and the streams do without it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bytes_fixture.hpp"
#include "engines.hpp"
#include "long_enough.hpp"
#include "traffic.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using stream::stream_options;
using stream::stream_status;
using stream::task;
using stream::detail::protocol::header;
using stream::detail::protocol::kind;
using testing::engine_without_imm;
using testing::random_bytes;
using testing::read_all;
using testing::write_all;

class written_headers : public testing::bytes_fixture<engine_without_imm> {
 protected:
  using channel = stream::message_channel<engine_without_imm>;

  /// Connects a stream to a plain queue pair, which can send and receive anything.
  void meet() {
    b.emplace(engine, domain);
    stranger.emplace(engine, domain);
    const auto here = b->address();
    stranger->native().connect(here.queue_pair);
    b->connect({stranger->native().address(), memory.remote(0, 4), 64, 4096});
  }

  task<stream::result> received() {
    auto waits = stranger->recv(memory.slice(512, 512));
    auto got = co_await waits;
    co_return got;
  }

  /// Sends random bytes both ways.
  void talk(std::uint32_t seed) {
    const auto there = random_bytes(20'000, seed), back = random_bytes(30'000, seed + 1);
    auto one = write_all(*a, there, seed, 700), other = write_all(*b, back, seed, 5000);
    auto of_b = read_all(*b, seed, 900), of_a = read_all(*a, seed, 3000);
    for (auto* const task : {&one, &other}) task->start();
    for (auto* const task : {&of_a, &of_b}) task->start();
    ASSERT_TRUE(engine.run_until([&] { return of_a.is_done() && of_b.is_done(); }, long_enough));
    EXPECT_TRUE(of_b.take() == there);
    EXPECT_TRUE(of_a.take() == back);
    EXPECT_EQ(a->statistics().not_ready + b->statistics().not_ready, 0u);
    close();
  }

  mr memory =
      mr::allocate(domain, 1 << 20,
                   {.access = access::local_write | access::remote_write | access::remote_read});
  std::optional<stream::queue_pair<engine_without_imm>> stranger;
};

TEST_F(written_headers, carry_bytes_both_ways) {
  std::uint32_t seed = 0;
  for (const auto& how : {stream_options(), stream_options{.window = 1, .slot_bytes = 64},
                          stream_options{.window = 5, .slot_bytes = 333}}) {
    open(how, {});
    talk(seed += 2);
  }
}

TEST_F(written_headers, carry_bytes_into_slots_that_are_shared) {
  engine.share_receives(domain, {.slots = 64, .slot_bytes = 64});
  open({.receives = stream::receive_from::shared}, {.receives = stream::receive_from::shared});
  talk(7);
  EXPECT_EQ(engine.free_receives(), 64u);
}

/// Sends the memory in slices of random lengths.
task<> send_slices(stream::byte_stream<engine_without_imm>& to, const mr& from) {
  std::mt19937 dice(3);
  for (std::size_t at = 0; at < from.length();) {
    const auto length = std::min<std::size_t>(from.length() - at, 1 + dice() % 9000);
    const auto put = co_await to.send(from.slice(at, length));
    EXPECT_EQ(put.bytes, length) << name(put.status);
    if (!put) co_return;
    at += length;
  }
  to.shutdown_send();
}

TEST_F(written_headers, go_before_slices_that_are_not_copied) {
  const auto all = random_bytes(memory.length(), 5);
  std::memcpy(memory.memory().data(), all.data(), all.size());
  engine.share_receives(domain, {.slots = 64, .slot_bytes = 500});
  const stream_options own{.window = 6, .slot_bytes = 1000},
      shares{.receives = stream::receive_from::shared};
  for (const auto& how : {own, shares}) {
    open(how, how);
    auto sends = send_slices(*a, memory);
    sends.start();
    EXPECT_TRUE(engine.run(read_all(*b, 1, 5000)) == all);
    EXPECT_EQ(a->statistics().bytes_in_place, all.size());
    EXPECT_EQ(a->statistics().ring_writes, 0u);
    EXPECT_GT(a->statistics().messages_sent, 1000u);  // more than there are places for headers
    close();
  }
}

task<> send_messages(stream::message_channel<engine_without_imm>& to, const mr& from,
                     const std::vector<std::size_t>& lengths) {
  std::size_t at = 0;
  for (const auto length : lengths) {
    const auto put = length > 9000 ? co_await to.send(from, at, length)
                                   : co_await to.send(from.memory().subspan(at, length));
    EXPECT_EQ(put, stream_status::ok) << name(put);
    at += length;
  }
  to.shutdown_send();
}

TEST_F(written_headers, go_before_messages_short_long_and_lent) {
  const auto all = random_bytes(memory.length(), 9);
  std::memcpy(memory.memory().data(), all.data(), all.size());
  channel from(engine, domain), to(engine, domain, {.lend_from = 9000});
  const auto address = from.address();
  from.connect(to.address());
  to.connect(address);
  std::vector<std::size_t> lengths;
  std::mt19937 dice(11);
  for (int i = 0; i < 200; ++i)
    lengths.push_back(1 + dice() % (i % 20 == 0 ? 20'000 : i % 3 == 0 ? 3000 : 70));
  auto sends = send_messages(from, memory, lengths);
  sends.start();
  const auto into = mr::allocate(domain, 20'000, {.access = access::local_write});
  std::size_t at = 0;
  for (const auto length : lengths) {
    const auto got = to.receive_into(into, 0, into.length(), long_enough);
    ASSERT_TRUE(got) << name(got.status);
    ASSERT_EQ(got.bytes, length);
    ASSERT_EQ(std::memcmp(into.memory().data(), all.data() + at, length), 0) << at;
    at += length;
  }
  EXPECT_GT(from.statistics().lent, 0u);
  EXPECT_LT(from.statistics().messages_sent, lengths.size());  // short ones share a slot
  to.shutdown_send();
  EXPECT_TRUE(from.close(long_enough));
  EXPECT_TRUE(to.close(long_enough));
}

TEST_F(written_headers, are_eight_bytes) {
  meet();
  auto waits = received();
  waits.start();
  const std::array sent{std::byte{1}, std::byte{2}, std::byte{3}};
  EXPECT_EQ(b->try_write(sent).bytes, 3u);
  ASSERT_TRUE(engine.run_until([&] { return waits.is_done(); }, long_enough));
  const auto got = waits.take();
  EXPECT_TRUE(got) << got.message();
  EXPECT_FALSE(got.has_imm);
  ASSERT_EQ(got.byte_count, 11u);
  // The limit of 64 messages, the kind 1 and no code, in 32 bits of little-endian order.
  const std::array<std::uint8_t, 11> expected{0x00, 0x10, 64, 0, 0, 0, 0, 0, 1, 2, 3};
  EXPECT_EQ(std::memcmp(memory.memory().data() + 512, expected.data(), expected.size()), 0);
}

TEST_F(written_headers, are_demanded_of_the_peer) {
  struct {
    std::uint32_t header, bytes;
    bool has_imm;
  } const all[]{
      {header{kind::data, 64}.pack(), 12, false},  // this one is right
      {header{kind::data, 64}.pack(), 8, false},   // no bytes behind the header
      {header{kind::data, 64}.pack(), 7, false},   // no whole header
      {header{kind::data, 64}.pack(), 12, true},   // immediate data beside it
      {0, 12, false},                              // no kind
      {header{kind::pong, 64}.pack(), 12, false},  // the answer to nothing
      {header{kind::fin, 64}.pack(), 8, false},    // a message of control without its bytes
  };
  for (const auto& one : all) {
    meet();
    std::memcpy(memory.memory().data() + 64, &one.header, sizeof one.header);
    const auto what = memory.slice(64, one.bytes);
    auto waits = received();  // the reset
    waits.start();
    EXPECT_TRUE(engine.run(one.has_imm ? stranger->send(what, stream::with_imm(one.header))
                                       : stranger->send(what)));
    std::array<std::byte, 16> piece;
    const auto got = b->read_some(piece, long_enough);
    const bool is_right = &one == &all[0];
    EXPECT_EQ(got.status, is_right ? stream_status::ok : stream_status::protocol) << &one - all;
    EXPECT_EQ(got.bytes, is_right ? 4u : 0u);
    if (is_right) b->reset(1);
    EXPECT_TRUE(engine.run_until([&] { return waits.is_done(); }, long_enough));
    b.reset();
    stranger.reset();
  }
}

TEST_F(written_headers, leave_no_ring) {
  try {
    a.emplace(engine, domain, stream_options{.ring_bytes = 8192});
    FAIL() << "it was made";
  } catch (const error& why) {
    EXPECT_EQ(why.code(), std::errc::operation_not_supported);
    EXPECT_NE(std::string(why.what()).find("set ring_bytes to 0"), std::string::npos) << why.what();
  }
}

}  // namespace
}  // namespace verbatim
