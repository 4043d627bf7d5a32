// Streams of bytes, on queue pairs that are posted to directly and through verbs.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "allocations.hpp"
#include "bytes_fixture.hpp"
#include "engines.hpp"
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
using testing::write_all;

template <class Engine>
using bytes = testing::bytes_fixture<Engine>;

TYPED_TEST_SUITE(bytes, testing::engines);

/// Returns the two ends of a TCP connection over loopback.
std::array<int, 2> tcp_connection() {
  const int door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in at{
      .sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
  socklen_t size = sizeof at;
  auto* const address = reinterpret_cast<sockaddr*>(&at);
  EXPECT_EQ(bind(door, address, size), 0);
  EXPECT_EQ(listen(door, 1), 0);
  EXPECT_EQ(getsockname(door, address, &size), 0);
  const int active = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT_EQ(connect(active, address, size), 0);
  const int passive = accept4(door, nullptr, nullptr, SOCK_CLOEXEC);
  EXPECT_GE(passive, 0);
  close(door);
  return {active, passive};
}

/// Sends the bytes over a TCP connection of Linux in random pieces, and returns what comes out of it in
/// random pieces. The sender ends with FIN.
std::vector<std::byte> over_tcp(std::span<const std::byte> all, std::uint32_t seed,
                                std::size_t most) {
  const auto ends = tcp_connection();
  std::mt19937 random(seed);
  std::vector<std::byte> got;
  std::array<std::byte, 777> piece;
  while (!all.empty()) {
    const auto length = std::min<std::size_t>(all.size(), 1 + random() % most);
    const auto put = send(ends[0], all.data(), length, MSG_DONTWAIT);
    if (put > 0) all = all.subspan(static_cast<std::size_t>(put));
    if (all.empty()) shutdown(ends[0], SHUT_WR);
    ssize_t count = 0;
    while ((count = recv(ends[1], piece.data(), 1 + random() % piece.size(),
                         all.empty() ? 0 : MSG_DONTWAIT)) > 0) {
      got.insert(got.end(), piece.begin(), piece.begin() + count);
    }
  }
  close(ends[0]);
  close(ends[1]);
  return got;
}

TYPED_TEST(bytes, are_those_that_tcp_brings_whatever_the_pieces) {
  const std::array windows{stream_options{}, stream_options{.window = 1, .slot_bytes = 64},
                           stream_options{.window = 3, .slot_bytes = 100},
                           stream_options{.window = 16, .slot_bytes = 8192}};
  std::uint32_t seed = 1;
  for (const auto& first : windows) {
    for (const auto most : {std::size_t{7}, std::size_t{300}, std::size_t{20000}}) {
      const auto& second = windows[seed % windows.size()];
      this->open(first, second);
      // A window of one message takes a round trip for each.
      const auto few = [&](const stream_options& how) {
        return std::min<std::size_t>(most * 10, std::size_t{how.window} * how.slot_bytes * 20);
      };
      const auto there = random_bytes(few(second), seed);
      const auto back = random_bytes(few(first), ++seed);
      auto reads = read_all(*this->b, seed, most), other = read_all(*this->a, seed, 50);
      auto writes = write_all(*this->a, there, ++seed, most);
      auto answers = write_all(*this->b, back, seed, 1 + most / 2);
      for (auto* one : {&writes, &answers}) one->start();
      for (auto* one : {&reads, &other}) one->start();
      ASSERT_TRUE(this->engine.run_until(
          [&] {
            return reads.is_done() && other.is_done() && writes.is_done() && answers.is_done();
          },
          3 * long_enough));
      EXPECT_EQ(reads.take(), over_tcp(there, seed, most));
      EXPECT_EQ(other.take(), over_tcp(back, seed, 1 + most / 2));
      EXPECT_TRUE(this->a->close(long_enough));
      EXPECT_TRUE(this->b->close(long_enough));
      for (auto* one : {&*this->a, &*this->b}) EXPECT_EQ(one->statistics().not_ready, 0u);
    }
  }
}

/// Reads or writes once on a socket, without waiting, and returns the status in the words of a stream.
stream_status status_of(ssize_t moved) {
  if (moved > 0) return stream_status::ok;
  if (moved == 0) return stream_status::end;
  switch (errno) {
    case EAGAIN:
      return stream_status::would_block;
    case EPIPE:
      return stream_status::closed;
    case ECONNRESET:
      return stream_status::reset;
    default:
      return stream_status::protocol;
  }
}

TYPED_TEST(bytes, end_as_those_of_tcp_do) {
  const auto socket = tcp_connection();
  this->open();
  std::array<std::byte, 8> piece{};
  const auto expect_read = [&](std::size_t which, stream_status expected) {
    if (expected != stream_status::would_block) {
      pollfd waits{socket[which], POLLIN, 0};
      EXPECT_EQ(poll(&waits, 1, 10000), 1);
    }
    EXPECT_EQ(status_of(recv(socket[which], piece.data(), piece.size(), MSG_DONTWAIT)), expected);
    auto& reader = which == 0 ? *this->a : *this->b;
    const auto got = expected == stream_status::would_block ? reader.try_read(piece)
                                                            : reader.read_some(piece, long_enough);
    EXPECT_EQ(got.status, expected) << name(got.status);
  };
  const auto expect_write = [&](std::size_t which, stream_status expected) {
    const auto put = ::send(socket[which], piece.data(), piece.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    EXPECT_EQ(status_of(put), expected);
    EXPECT_EQ((which == 0 ? *this->a : *this->b).try_write(piece).status, expected);
  };
  expect_read(1, stream_status::would_block);
  expect_write(0, stream_status::ok);
  shutdown(socket[0], SHUT_WR);
  this->a->shutdown_send();
  expect_write(0, stream_status::closed);
  expect_read(1, stream_status::ok);
  expect_read(1, stream_status::end);
  expect_read(1, stream_status::end);  // and again
  expect_write(1, stream_status::ok);  // the other direction is open
  expect_read(0, stream_status::ok);
  // One end is gone, without FIN of its own.
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  setsockopt(socket[1], SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(socket[1]);
  this->b.reset();
  expect_read(0, stream_status::reset);
  ::close(socket[0]);
}

TYPED_TEST(bytes, go_one_way_after_the_other_has_ended) {
  this->open();
  std::array<std::byte, 64> buffer{};
  this->a->shutdown_send();
  EXPECT_EQ(this->b->read_some(buffer, long_enough).status, stream_status::end);
  EXPECT_EQ(this->b->read_some(buffer, long_enough).status, stream_status::end);
  EXPECT_EQ(this->a->try_write(buffer).status, stream_status::closed);
  EXPECT_EQ(this->b->write_some(buffer, long_enough).bytes, buffer.size());
  EXPECT_EQ(this->a->read_some(buffer, long_enough).bytes, buffer.size());
  EXPECT_TRUE(this->a->read_some({}, 0ns));  // nothing is asked for
  this->close();
}

TYPED_TEST(bytes, wait_for_a_reader_and_lose_nothing) {
  const stream_options small{.window = 4, .slot_bytes = 64};
  this->open(small, small);
  const auto all = random_bytes(64 * 4, 5);
  EXPECT_EQ(this->a->try_write(all).bytes, all.size());
  EXPECT_EQ(this->a->try_write(all).status, stream_status::would_block);
  EXPECT_EQ(this->a->write_some(all, not_there).status, stream_status::timed_out);
  EXPECT_EQ(this->a->statistics().blocked, 1u);
  std::vector<std::byte> got(all.size());
  EXPECT_EQ(this->b->read_some(got, long_enough).bytes, all.size());
  EXPECT_EQ(got, all);
  EXPECT_TRUE(this->a->write_some(std::span(all).first(1), long_enough));
  EXPECT_GE(this->b->statistics().updates, 1u);
  EXPECT_EQ(this->b->read_some(got, long_enough).bytes, 1u);
  this->close();
}

TYPED_TEST(bytes, are_written_again_after_a_limit_that_came_silently) {
  const stream_options small{.window = 4, .slot_bytes = 64};
  this->open(small, small);
  const auto all = random_bytes(64 * 4, 6);
  for (int i = 0; i < 10; ++i) {
    const auto put = this->a->write_some(all, 1s);
    EXPECT_TRUE(put) << name(put.status);
    std::vector<std::byte> got(all.size());
    for (std::size_t count = 0; count < put.bytes;) {
      count += this->b->read_some(got, long_enough).bytes;
    }
    (void)this->engine.run_until([] { return false; }, 5ms);  // the limit word arrives
  }
  this->close();
}

// The limit comes without a completion, and so without a word to a writer that never waits.
TYPED_TEST(bytes, go_on_if_their_writer_only_tries) {
  const stream_options small{.window = 4, .slot_bytes = 64};
  this->open(small, small);
  const auto all = random_bytes(64 * 4, 7);
  const auto turns = [&] { (void)this->engine.run_until([] { return false; }, 20ms); };
  for (int round = 0; round < 3; ++round) {
    const auto until = std::chrono::steady_clock::now() + long_enough;
    for (std::size_t count = 0; count < all.size(); this->engine.poll()) {
      ASSERT_LT(std::chrono::steady_clock::now(), until) << "in round " << round;
      count += this->a->try_write(std::span(all).subspan(count)).bytes;
    }
    turns();  // now the writer has all of its completions
    std::vector<std::byte> got(all.size());
    EXPECT_EQ(this->b->try_read(got).bytes, all.size());
    EXPECT_EQ(got, all);
    turns();
  }
  EXPECT_EQ(this->a->statistics().blocked, 0u);
  this->close();
}

TYPED_TEST(bytes, wake_a_program_that_only_tries) {
  const stream_options small{.window = 4, .slot_bytes = 64};
  TypeParam other(this->device, {.cqes = 1024});
  this->a.emplace(this->engine, this->domain, small);
  this->b.emplace(other, this->domain, small);
  const auto address = this->a->address();
  this->a->connect(this->b->address());
  this->b->connect(address);
  const auto all = random_bytes(64 * 4, 8);
  ASSERT_EQ(this->a->try_write(all).bytes, all.size());
  EXPECT_EQ(this->a->try_write(all).status, stream_status::would_block);
  while (this->engine.wait(20ms) != 0) {
  }
  std::vector<std::byte> got(all.size());
  for (std::size_t count = 0; count < got.size();) {
    const auto read = this->b->read_some(std::span(got).subspan(count), long_enough);
    ASSERT_TRUE(read) << name(read.status);
    count += read.bytes;
  }
  EXPECT_EQ(got, all);
  while (other.wait(20ms) != 0) {
  }
  EXPECT_NE(this->engine.wait(long_enough), 0u);
  EXPECT_EQ(this->a->try_write(std::span(all).first(1)).bytes, 1u);
  this->a.reset();
  this->b.reset();
}

TYPED_TEST(bytes, are_cut_off_by_a_reset_with_its_reason) {
  this->open();
  std::array<std::byte, 8> buffer{};
  ASSERT_TRUE(this->a->write_some(buffer, long_enough));
  this->a->reset(0x123);
  EXPECT_EQ(this->b->read_some(buffer, long_enough).bytes, 8u);  // it came before
  const auto got = this->b->read_some(buffer, long_enough);
  EXPECT_EQ(got.status, stream_status::reset);
  EXPECT_EQ(got.code, 0x123);
  EXPECT_EQ(this->b->try_write(buffer).status, stream_status::reset);
  EXPECT_EQ(this->a->try_write(buffer).status, stream_status::reset);
}

TYPED_TEST(bytes, of_a_peer_that_is_gone_are_truncated) {
  this->open();
  std::array<std::byte, 8> buffer{};
  ASSERT_TRUE(this->a->write_some(buffer, long_enough));
  ASSERT_EQ(this->b->read_some(buffer, long_enough).bytes, 8u);
  this->a->native().to_error();  // as if the program had been killed: no FIN
  this->b->ping();
  EXPECT_EQ(this->b->read_some(buffer, 3 * long_enough).status, stream_status::truncated);
  EXPECT_EQ(this->b->try_write(buffer).status, stream_status::truncated);
  EXPECT_FALSE(this->b->close(long_enough));
}

TYPED_TEST(bytes, of_an_end_that_is_destroyed_are_reset) {
  this->open();
  this->a.reset();
  std::array<std::byte, 8> buffer{};
  EXPECT_EQ(this->b->read_some(buffer, long_enough).status, stream_status::reset);
}

TYPED_TEST(bytes, answer_whether_the_peer_is_there) {
  this->open();
  this->a->ping();
  EXPECT_TRUE(this->a->awaits_pong());
  EXPECT_TRUE(this->engine.run_until([&] { return !this->a->awaits_pong(); }, long_enough));
  this->close();
}

TYPED_TEST(bytes, stay_when_a_coroutine_that_reads_is_destroyed) {
  this->open();
  {
    auto reading = read_all(*this->b, 1, 10);
    reading.start();
    auto other = [](auto& from) -> task<byte_result> {
      std::array<std::byte, 4> buffer{};
      co_return co_await from.read_some(buffer);
    }(*this->b);
    other.start();
    EXPECT_EQ(other.take().status, stream_status::busy);
  }
  std::array<std::byte, 8> buffer{std::byte{42}}, got{};
  ASSERT_TRUE(this->a->write_some(buffer, long_enough));
  EXPECT_EQ(this->b->read_some(got, long_enough).bytes, 8u);
  EXPECT_EQ(got, buffer);
  this->close();
}

TYPED_TEST(bytes, are_gathered_and_signaled_seldom_and_allocate_nothing) {
  this->open();
  std::array<std::byte, 64> buffer{};
  std::array<std::byte, 4096> got;
  const auto round = [&] {
    std::size_t count = 0;
    for (int i = 0; i < 64; ++i) count += this->a->try_write(buffer).bytes;
    EXPECT_EQ(count, 64 * buffer.size());
    while (count != 0) {
      this->engine.poll();
      count -= this->b->try_read(got).bytes;
    }
  };
  round();
  const auto before = testing::allocations();
  for (int i = 0; i < 100; ++i) round();
  EXPECT_EQ(testing::allocations(), before);
  const auto& of = this->a->statistics();
  EXPECT_EQ(of.bytes_sent, 101 * 64 * buffer.size());
  EXPECT_LE(of.messages_sent, 101u * 3);  // the first of a round at once, the others together
  EXPECT_LE(of.signaled, of.wqes / 32 + 1);
  EXPECT_EQ(of.not_ready, 0u);
  this->close();
}

TYPED_TEST(bytes, of_whole_slots_have_less_than_one_completion_of_a_send_in_32) {
  this->open();
  std::array<std::byte, 4096> buffer{};
  for (int i = 0; i < 64 * 16; ++i) {
    std::size_t sent = 0, got = 0;
    while (got < buffer.size()) {
      sent += this->a->try_write(std::span<const std::byte>(buffer).subspan(sent)).bytes;
      this->engine.poll();
      got += this->b->try_read(buffer).bytes;
    }
  }
  const auto& sent = this->a->statistics();
  const auto& received = this->b->statistics();  // it sends limit words
  EXPECT_GE(sent.wqes, 64u * 16);
  EXPECT_GE(received.wqes, 1u);
  EXPECT_LE(sent.signaled + received.signaled, 64u * 16 / 32);
  this->close();
}

TYPED_TEST(bytes, share_the_messages_of_a_batch) {
  this->open();
  const auto one = random_bytes(10, 1);
  this->engine.batch([&] {
    for (int i = 0; i < 50; ++i) EXPECT_EQ(this->a->try_write(one).bytes, 10u);
  });
  std::size_t got = 0;
  std::array<std::byte, 4096> piece;
  ASSERT_TRUE(this->engine.run_until([&] { return (got += this->b->try_read(piece).bytes) == 500; },
                                     long_enough));
  // The first write is sent at once, and the others together.
  EXPECT_EQ(this->a->statistics().messages_sent, 2u);
  this->close();
}

}  // namespace
}  // namespace verbatim
