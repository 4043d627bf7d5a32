// Peers of streams that break the protocol, and wrong calls of the program itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "bytes_fixture.hpp"
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
using stream::detail::protocol::ends_message;
using stream::detail::protocol::header;
using stream::detail::protocol::kind;

/// A stream whose peer is a plain queue pair, which can send anything.
template <class Engine>
class bad_input : public testing::bytes_fixture<Engine> {
 protected:
  static constexpr std::uint32_t answers = 8;  ///< messages that the stranger can receive

  /// Connects a new stream to a new stranger.
  void meet(const stream_options& how = {}) {
    receiving.clear();
    this->b.emplace(this->engine, this->domain, how);
    stranger.emplace(this->engine, this->domain);
    const auto here = this->b->address();
    stranger->native().connect(here.queue_pair);
    this->b->connect({stranger->native().address(), from.remote(0, 4), window, 4096});
    for (std::uint32_t i = 0; i < answers; ++i) {
      receiving.push_back(receive(i));
      receiving.back().start();
    }
  }

  task<std::uint32_t> receive(std::uint32_t place) {
    auto waits = stranger->recv(answer.slice(place * 64, 64));
    const stream::result got = co_await waits;
    co_return got&& got.has_imm ? got.imm : 0;
  }

  /// Sends a message of the protocol with so many bytes.
  bool say(kind what, std::uint16_t limit, std::uint16_t code = 0, std::uint32_t bytes = 4) {
    return static_cast<bool>(this->engine.run(
        stranger->send(from.slice(0, bytes), stream::with_imm(header{what, limit, code}.pack()))));
  }

  stream_status status_of_read() {
    std::array<std::byte, 8> piece;
    auto got = this->b->read_some(piece, long_enough);
    while (got) got = this->b->read_some(piece, long_enough);
    return got.status;
  }

  /// The stream is over for the program, and the stranger has the reset.
  void expect_refused() {
    EXPECT_EQ(status_of_read(), stream_status::protocol);
    EXPECT_EQ(this->b->try_write(std::array{std::byte{1}}).status, stream_status::protocol);
    const auto is_reset = [](auto& one) {
      return one.is_done() && header::unpack(one.take()).what == kind::reset;
    };
    EXPECT_TRUE(this->engine.run_until(
        [&] { return std::any_of(receiving.begin(), receiving.end(), is_reset); }, long_enough));
    this->b.reset();
  }

  static constexpr std::uint32_t window = 64;
  mr from =
      mr::allocate(this->domain, 8192, {.access = access::local_write | access::remote_write});
  mr answer = mr::allocate(this->domain, 64 * answers, {.access = access::local_write});
  std::optional<stream::queue_pair<Engine>> stranger;
  std::vector<task<std::uint32_t>> receiving;  ///< they end before the stranger
};

using engines = ::testing::Types<stream::direct_engine<>, stream::verbs_engine>;
TYPED_TEST_SUITE(bad_input, engines);

TYPED_TEST(bad_input, more_messages_than_there_are_credits) {
  this->meet({.window = 2});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(this->say(kind::data, TestFixture::window));
  // The messages within the credit are read before the error.
  std::array<std::byte, 16> piece;
  (void)this->engine.run_until([] { return false; }, not_there);
  EXPECT_EQ(this->b->try_read(piece).bytes, 8u);
  this->expect_refused();
}

TYPED_TEST(bad_input, a_FIN_twice) {
  this->meet();
  EXPECT_TRUE(this->say(kind::fin, TestFixture::window));
  EXPECT_EQ(this->status_of_read(), stream_status::end);
  EXPECT_TRUE(this->say(kind::fin, TestFixture::window));
  (void)this->engine.run_until([] { return false; }, not_there);
  this->expect_refused();
}

TYPED_TEST(bad_input, data_after_FIN) {
  this->meet();
  EXPECT_TRUE(this->say(kind::fin, TestFixture::window));
  EXPECT_TRUE(this->say(kind::data, TestFixture::window));
  (void)this->engine.run_until([] { return false; }, not_there);
  this->expect_refused();
}

TYPED_TEST(bad_input, an_absurd_limit) {
  this->meet();
  EXPECT_TRUE(this->say(kind::data, TestFixture::window + 1));
  this->expect_refused();
  // In the limit word. The next message makes the stream look.
  for (const std::uint32_t limit : {TestFixture::window + 1, 0x7fffffffu}) {
    this->meet();
    std::memcpy(this->from.memory().data(), &limit, sizeof limit);
    const auto word = this->b->address().word;
    EXPECT_TRUE(this->engine.run(this->stranger->write(this->from.slice(0, 4), word)));
    EXPECT_TRUE(this->say(kind::ping, TestFixture::window));
    this->expect_refused();
  }
}

/// Makes a data message that holds messages of a channel.
void put_gathered(std::span<std::byte> to, std::initializer_list<std::uint64_t> lengths) {
  std::fill(to.begin(), to.end(), std::byte{0});
  std::size_t at = 0;
  for (const auto length : lengths) {
    std::memcpy(to.data() + at, &length, sizeof length);
    at += 8 + (length + 7) / 8 * 8;
  }
}

TYPED_TEST(bad_input, messages_in_one_slot_that_do_not_fill_it) {
  using stream::detail::protocol::holds_many;
  using channel = stream::message_channel<TypeParam>;
  struct {
    std::initializer_list<std::uint64_t> lengths;
    std::uint32_t bytes;
    std::uint16_t code;
  } const all[]{
      {{8, 8}, 32, holds_many},                    // this one is right
      {{8, 0}, 24, holds_many},                    // an empty message
      {{8}, 8, holds_many},                        // no bytes
      {{8, 9}, 32, holds_many},                    // one byte too many
      {{std::uint64_t{1} << 40}, 64, holds_many},  // bits in what has to be zero
      {{8}, 17, holds_many},                       // bytes behind the last message
      {{8}, 4, holds_many},                        // no whole length
      {{8, 8}, 32, holds_many | ends_message},     // two kinds at once
      {{0xfffffffffffffff8u}, 64, holds_many},     // a length that wraps around
  };
  for (const auto& one : all) {
    channel here(this->engine, this->domain);
    stream::queue_pair<TypeParam> peer(this->engine, this->domain);
    const auto address = here.address();
    peer.native().connect(address.queue_pair);
    here.connect({.queue_pair = peer.native().address(),
                  .word = this->from.remote(4096, 4),
                  .window = TestFixture::window,
                  .slot_bytes = 4096,
                  .carries = stream::content::messages});
    auto receives = [&]() -> task<> { (void)co_await peer.recv(this->answer.slice(0, 64)); };
    auto hears = receives();
    hears.start();
    put_gathered(this->from.memory().first(128), one.lengths);
    const header head{kind::data, TestFixture::window, one.code};
    EXPECT_TRUE(
        this->engine.run(peer.send(this->from.slice(0, one.bytes), stream::with_imm(head.pack()))));
    const bool is_right = &one == &all[0];
    for (int i = 0; is_right && i < 2; ++i) {
      const auto got = here.receive(long_enough);
      EXPECT_TRUE(got) << name(got.status());
      EXPECT_EQ(got.size(), 8u);
    }
    const auto got = here.receive(is_right ? not_there : long_enough);
    EXPECT_EQ(got.status(), is_right ? stream_status::timed_out : stream_status::protocol)
        << &one - &all[0];
    if (is_right) here.reset(1);
    EXPECT_TRUE(this->engine.run_until([&] { return hears.is_done(); }, long_enough));
  }
}

TYPED_TEST(bad_input, messages_for_a_stream_of_bytes) {
  using stream::detail::protocol::holds_many;
  this->meet();
  put_gathered(this->from.memory().first(128), {8, 8});
  EXPECT_TRUE(this->say(kind::data, TestFixture::window, holds_many, 32));
  this->expect_refused();
}

TYPED_TEST(bad_input, garbage) {
  // No kind, a kind that there is not, answers to nothing, and more bytes than a control message has.
  for (const std::uint32_t what : {0u, 9u, 15u, 3u, 7u, 8u}) {
    this->meet();
    EXPECT_TRUE(this->say(static_cast<kind>(what), TestFixture::window)) << what;
    this->expect_refused();
  }
  this->meet();
  EXPECT_TRUE(this->engine.run(this->stranger->send(this->from.slice(0, 4))));  // without a header
  this->expect_refused();
}

TYPED_TEST(bad_input, a_message_that_is_longer_than_a_slot) {
  this->meet({.slot_bytes = 64});
  EXPECT_FALSE(this->say(kind::data, TestFixture::window, 0, 65));  // the device refuses it
  EXPECT_EQ(this->status_of_read(), stream_status::truncated);
  EXPECT_EQ(this->b->try_write(std::array{std::byte{1}}).status, stream_status::truncated);
}

TYPED_TEST(bad_input, a_write_outside_the_memory_that_is_for_the_peer) {
  this->meet({.ring_bytes = 8192});
  const auto ring = this->b->address().ring;
  const remote_region behind(ring.addr() + ring.length(), 4, ring.rkey());
  const auto how = this->engine.run(this->stranger->write(this->from.slice(0, 4), behind));
  EXPECT_EQ(how.status, wc_status::rem_access_err) << how.message();
  EXPECT_EQ(this->status_of_read(), stream_status::truncated);
}

TYPED_TEST(bad_input, a_write_into_a_slot_beside_the_limit_word) {
  // A peer that could do this would change a message after the check of its lengths.
  this->meet();
  const auto word = this->b->address().word;
  const remote_region slot(word.addr() - 8, 4, word.rkey());
  const auto how = this->engine.run(this->stranger->write(this->from.slice(0, 4), slot));
  EXPECT_EQ(how.status, wc_status::rem_access_err) << how.message();
  EXPECT_EQ(this->status_of_read(), stream_status::truncated);
}

TYPED_TEST(bad_input, a_slice_that_is_not_registered_ends_the_stream) {
  this->open();
  const memory_slice wrong(this->from.addr(), 64, lkey(0x00dead00));
  const auto put = this->a->send(wrong, long_enough);
  EXPECT_EQ(put.status, stream_status::truncated) << name(put.status);
  std::array<std::byte, 8> piece;
  this->b->ping();
  const auto got = this->b->read_some(piece, 3 * long_enough);
  EXPECT_EQ(got.status, stream_status::truncated) << name(got.status);
}

TYPED_TEST(bad_input, reads_and_writes_of_nothing_and_a_time_that_has_passed) {
  this->open();
  std::array<std::byte, 8> piece;
  EXPECT_TRUE(this->a->try_read({}));
  EXPECT_TRUE(this->a->try_write({}));
  EXPECT_TRUE(this->a->read_some({}, -1s));
  EXPECT_TRUE(this->a->write_some({}, -1s));
  EXPECT_TRUE(this->a->send(this->from.slice(0, 0), -1s));
  EXPECT_EQ(this->a->statistics().wqes, 0u);
  EXPECT_EQ(this->a->read_some(piece, -1s).status, stream_status::timed_out);
  EXPECT_EQ(this->a->write_some(piece, -1s).bytes, piece.size());  // there is room
  EXPECT_EQ(this->b->read_some(piece, long_enough).bytes, piece.size());
  this->close();
}

template <class Stream>
task<byte_result> read_once(Stream& from, std::span<std::byte> into) {
  const auto got = co_await from.read_some(into);
  co_return got;
}

TYPED_TEST(bad_input, a_second_read_while_one_waits) {
  this->open();
  std::array<std::byte, 8> piece, other;
  auto waits = read_once(*this->a, piece);
  waits.start();
  auto second = read_once(*this->a, other);
  second.start();
  ASSERT_TRUE(second.is_done());
  EXPECT_EQ(second.take().status, stream_status::busy);
  EXPECT_EQ(this->a->read_some(other, long_enough).status, stream_status::busy);
  ASSERT_EQ(this->b->try_write(std::array{std::byte{6}}).bytes, 1u);
  ASSERT_TRUE(this->engine.run_until([&] { return waits.is_done(); }, long_enough));
  EXPECT_EQ(waits.take().bytes, 1u);
  this->close();
}

TEST(shared_receives, of_slots_that_no_request_holds_say_so) {
  const auto device = testing::device_under_test();
  const pd domain(device);
  stream::verbs_engine engine(device, {.cqes = 256});
  engine.share_receives(domain, {.slots = 16, .slot_bytes = 1 << 16});
  try {
    const stream::byte_stream<stream::verbs_engine> one(engine, domain,
                                                        {.receives = stream::receive_from::shared});
    FAIL() << "it was made";
  } catch (const error& why) {
    EXPECT_EQ(why.code(), std::errc::invalid_argument);
    EXPECT_NE(std::string(why.what())
                  .find("65536 bytes into their requests: give shared_options shorter slots"),
              std::string::npos)
        << why.what();
  }
}

}  // namespace
}  // namespace verbatim
