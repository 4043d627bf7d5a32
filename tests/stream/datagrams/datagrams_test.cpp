// Sockets of datagrams, on queue pairs that are posted to directly and through verbs.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allocations.hpp"
#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::datagram_destination;
using stream::datagram_options;
using stream::datagram_result;
using stream::datagram_status;
using stream::task;

std::vector<std::byte> numbered(std::size_t length, std::uint32_t number) {
  std::vector<std::byte> made(length);
  for (std::size_t i = 0; i < length; ++i) made[i] = static_cast<std::byte>(number * 31 + i);
  return made;
}

bool equal(std::span<const std::byte> one, std::span<const std::byte> other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end());
}

template <class Engine>
class datagrams : public ::testing::Test {
 protected:
  using end = stream::datagram_socket<Engine>;

  datagram_destination to(const end& one) const { return {domain, one.address()}; }

  /// Answers `count` datagrams with their bytes, to the senders.
  static task<> echo(end& with, int count) {
    for (int i = 0; i < count; ++i) {
      const auto got = co_await with.receive();
      EXPECT_TRUE(got) << got.message();
      if (!got) co_return;
      const auto sent = co_await with.send(got.bytes(), got.reply_to());
      EXPECT_TRUE(sent) << sent.message();
    }
  }

  static task<datagram_result> result_of_send(end& by, std::span<const std::byte> what,
                                              datagram_destination where) {
    const auto sent = co_await by.send(what, where);
    co_return sent;
  }
  static task<datagram_status> status_of_receive(end& by) {
    const auto got = co_await by.receive();
    co_return got.status();
  }

  context device = testing::device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 2048}};
};

using engines = ::testing::Types<stream::direct_engine<rc, ud>, stream::verbs_engine>;
TYPED_TEST_SUITE(datagrams, engines);

TYPED_TEST(datagrams, arrive_and_are_answered) {
  typename TestFixture::end server(this->engine, this->domain), client(this->engine, this->domain);
  const auto there = this->to(server);
  auto serves = this->echo(server, 40);
  serves.start();
  const auto ask = [&]() -> task<> {
    for (std::uint32_t i = 0; i < 40; ++i) {
      // Some are copied into their WQE, some into a slot; the first is empty.
      const auto length = i == 39 ? client.longest() : i * 7;
      const auto question = numbered(length, i);
      const auto sent = co_await client.send(question, there);
      EXPECT_TRUE(sent) << sent.message();
      EXPECT_EQ(sent.bytes, length);
      const auto answer = co_await client.receive();
      EXPECT_TRUE(answer) << answer.message();
      EXPECT_TRUE(equal(answer.bytes(), question));
      EXPECT_EQ(answer.size(), length);
      EXPECT_EQ(answer.source_qpn(), server.qpn());
      EXPECT_FALSE(answer.has_imm());
    }
  };
  this->engine.run(ask());
  EXPECT_TRUE(serves.is_done());
  EXPECT_EQ(server.statistics().handles, 1u);
  EXPECT_EQ(server.statistics().sent, 40u);
  EXPECT_EQ(server.statistics().received, 40u);
  EXPECT_EQ(client.statistics().bytes_sent, server.statistics().bytes_received);
  EXPECT_LE(client.statistics().signaled, 3u);
  EXPECT_TRUE(client.close(long_enough));
  EXPECT_TRUE(server.close(long_enough));
}

TYPED_TEST(datagrams, bring_immediate_data_and_the_header_of_their_packet) {
  typename TestFixture::end a(this->engine, this->domain), b(this->engine, this->domain);
  const auto one = numbered(200, 1);
  ASSERT_TRUE(a.send(one, this->to(b), long_enough, stream::with_imm(0x12345678)));
  const auto got = b.receive(long_enough);
  ASSERT_TRUE(got) << got.message();
  EXPECT_TRUE(got.has_imm());
  EXPECT_EQ(got.imm(), 0x12345678u);
  EXPECT_EQ(got.source_qpn(), a.qpn());
  const bool is_ethernet = a.native().local_end().port.link_layer == link_layer::ethernet;
  EXPECT_EQ(got.header().size(), is_ethernet ? 40u : 0u);
  const auto back = got.reply_to();
  EXPECT_EQ(back.qpn(), a.qpn());
  EXPECT_EQ(back.qkey(), stream::default_qkey);
}

TYPED_TEST(datagrams, that_are_too_long_are_refused_in_words) {
  typename TestFixture::end a(this->engine, this->domain), b(this->engine, this->domain);
  EXPECT_EQ(a.longest(), a.address().mtu);
  const auto there = this->to(b);
  const auto one = numbered(a.longest() + 1, 1);
  const auto refused = a.try_send(one, there);
  EXPECT_EQ(refused.status, datagram_status::too_long);
  EXPECT_NE(refused.message().find(std::to_string(a.longest() + 1) + " bytes"), std::string::npos)
      << refused.message();
  EXPECT_NE(refused.message().find("MTU"), std::string::npos) << refused.message();
  EXPECT_EQ(a.send(one, there, long_enough).status, datagram_status::too_long);
  const auto memory = mr::allocate(this->domain, one.size(), {.access = access::local_write});
  EXPECT_EQ(a.send(memory.slice(), there, long_enough).status, datagram_status::too_long);
  // The socket goes on.
  EXPECT_TRUE(a.send(std::span(one).first(a.longest()), there, long_enough));
  EXPECT_EQ(b.receive(long_enough).size(), a.longest());
}

TYPED_TEST(datagrams, of_registered_memory_are_not_copied) {
  typename TestFixture::end a(this->engine, this->domain), b(this->engine, this->domain);
  slot_pool pool(this->domain, 512, 2, {.access = access::local_write});
  const auto there = this->to(b);
  for (std::uint32_t i = 0; i < 10; ++i) {
    auto slot = pool.take();
    ASSERT_TRUE(slot);
    const auto one = numbered(300, i);
    std::memcpy(slot.memory().data(), one.data(), one.size());
    const auto sent = a.send(stream::piece(std::move(slot), 300), there, long_enough);
    EXPECT_TRUE(sent) << sent.message();
    EXPECT_TRUE(equal(b.receive(long_enough).bytes(), one));
  }
  EXPECT_EQ(pool.available(), 2u);  // every slot came back with its completion
  EXPECT_EQ(a.statistics().in_place, 10u);
  {
    const auto first = pool.take(), second = pool.take();
    const auto refused = a.send(stream::piece(pool.take(), 300), there, long_enough);
    EXPECT_EQ(refused.status, datagram_status::no_slot) << refused.message();
  }
  // A wrong key ends the socket, and the next call says why.
  const auto memory = mr::allocate(this->domain, 64, {.access = access::local_write});
  const memory_slice wrong(memory.addr(), 64, lkey(memory.lkey().value() ^ 0xffff00));
  const auto failed = a.send(wrong, there, long_enough);
  EXPECT_EQ(failed.status, datagram_status::failed);
  EXPECT_EQ(failed.reason, wc_status::loc_prot_err) << failed.message();
  EXPECT_EQ(a.try_send({}, there).status, datagram_status::failed);
  EXPECT_EQ(a.try_receive().status(), datagram_status::failed);
}

TYPED_TEST(datagrams, that_are_held_leave_no_room_and_are_lost) {
  typename TestFixture::end a(this->engine, this->domain),
      b(this->engine, this->domain, {.receives = 4});
  const auto there = this->to(b);
  const auto one = numbered(100, 1);
  std::deque<stream::datagram<TypeParam>> held;
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(a.send(one, there, long_enough));
    held.push_back(b.receive(long_enough));
    ASSERT_TRUE(held.back());
  }
  EXPECT_EQ(b.statistics().fewest_free, 0u);
  ASSERT_TRUE(a.send(numbered(100, 2), there, long_enough));
  EXPECT_EQ(b.receive(50ms).status(), datagram_status::timed_out);
  for (const auto& each : held) EXPECT_TRUE(equal(each.bytes(), one));
  held.pop_front();
  (void)this->engine.poll();  // rings for the buffer
  ASSERT_TRUE(a.send(numbered(100, 3), there, long_enough));
  EXPECT_TRUE(equal(b.receive(long_enough).bytes(), numbered(100, 3)));
}

TYPED_TEST(datagrams, wait_for_room_in_the_send_queue) {
  typename TestFixture::end a(this->engine, this->domain, {.sends = 3}),
      b(this->engine, this->domain);
  const auto there = this->to(b);
  const auto one = numbered(1000, 1);
  this->engine.batch([&] {  // no doorbell, so that the queue of a direct engine stays full
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(a.try_send(one, there));
    EXPECT_EQ(a.try_send(one, there).status, datagram_status::would_block);
  });
  auto waits = this->result_of_send(a, one, there);
  waits.start();
  EXPECT_FALSE(waits.is_done());
  auto second = this->result_of_send(a, one, there);
  second.start();
  ASSERT_TRUE(second.is_done());
  EXPECT_EQ(second.take().status, datagram_status::busy);
  EXPECT_TRUE(this->engine.run_until([&] { return waits.is_done(); }, long_enough));
  EXPECT_TRUE(waits.take());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(b.receive(long_enough).size(), 1000u);
}

TYPED_TEST(datagrams, whose_coroutine_is_destroyed_do_no_harm) {
  typename TestFixture::end a(this->engine, this->domain, {.sends = 1}),
      b(this->engine, this->domain);
  const auto there = this->to(b);
  {
    auto waits = this->status_of_receive(b);
    waits.start();
    EXPECT_FALSE(waits.is_done());
    auto second = this->status_of_receive(b);
    second.start();
    ASSERT_TRUE(second.is_done());
    EXPECT_EQ(second.take(), datagram_status::busy);
  }
  slot_pool pool(this->domain, 512, 1, {.access = access::local_write});
  {
    const auto send = [&]() -> task<datagram_result> {
      const auto sent = co_await a.send({pool.take(), 100}, there);
      co_return sent;
    };
    auto waits = send();
    waits.start();
    EXPECT_EQ(pool.available(), 0u);
  }
  EXPECT_TRUE(this->engine.run_until([&] { return pool.available() == 1; }, long_enough));
  EXPECT_EQ(b.receive(long_enough).size(), 100u);
  EXPECT_TRUE(a.send(numbered(7, 1), there, long_enough));
  EXPECT_EQ(b.receive(long_enough).size(), 7u);
  EXPECT_EQ(b.receive(20ms).status(), datagram_status::timed_out);
}

TYPED_TEST(datagrams, that_wait_end_when_their_socket_is_closed) {
  typename TestFixture::end a(this->engine, this->domain);
  auto waits = this->status_of_receive(a);
  waits.start();
  EXPECT_TRUE(a.close(long_enough));
  EXPECT_TRUE(this->engine.run_until([&] { return waits.is_done(); }, long_enough));
  EXPECT_EQ(waits.take(), datagram_status::closed);
  EXPECT_EQ(a.receive(long_enough).status(), datagram_status::closed);
}

TYPED_TEST(datagrams, keep_a_bounded_number_of_handles) {
  using socket = typename TestFixture::end;
  socket server(this->engine, this->domain, {.peers = 1}), a(this->engine, this->domain),
      b(this->engine, this->domain);
  // Both senders are behind one port, so one handle leads to both queue pairs.
  for (auto* from : {&a, &b, &a}) {
    ASSERT_TRUE(from->send(numbered(3, 1), this->to(server), long_enough));
    const auto got = server.receive(long_enough);
    ASSERT_TRUE(got);
    ASSERT_TRUE(server.send(got.bytes(), got.reply_to(), long_enough));
    EXPECT_EQ(from->receive(long_enough).size(), 3u);
  }
  EXPECT_EQ(server.statistics().handles, 1u);
  server.renew();
  ASSERT_TRUE(a.send(numbered(3, 1), this->to(server), long_enough));
  (void)server.receive(long_enough).reply_to();
  EXPECT_EQ(server.statistics().handles, 2u);
}

TYPED_TEST(datagrams, are_answered_along_their_own_ways) {
  typename TestFixture::end socket(this->engine, this->domain);
  const auto here = socket.native().local_end();
  stream::detail::reply_cache cache(this->domain, here, 2);
  // Packets of IPv6 and GRHs that differ in their traffic class.
  std::array<std::array<std::byte, grh_bytes>, 3> headers{};
  for (std::size_t i = 0; i < headers.size(); ++i) {
    auto& header = headers[i];
    header[0] = std::byte{0x60};
    header[1] = static_cast<std::byte>(i << 4);
    header[5] = static_cast<std::byte>(i);  // the length, which is not part of the way
    header[6] = std::byte{17};
    const auto own = socket.address().gid;
    for (std::size_t k = 0; k < 16; ++k) {
      header[8 + k] = header[24 + k] = static_cast<std::byte>(own.bytes[k]);
    }
  }
  const auto from = [&](std::size_t which) {
    return datagram_origin{.qpn = 5, .slid = lid(here.port.lid), .header = headers[which]};
  };
  const auto* const first = cache.find(from(0)).native();
  EXPECT_EQ(cache.find(from(0)).native(), first);
  headers[0][5] = std::byte{99};
  EXPECT_EQ(cache.find(from(0)).native(), first);
  EXPECT_NE(cache.find(from(1)).native(), first);
  EXPECT_EQ(cache.made(), 2u);
  EXPECT_EQ(cache.find(from(0)).native(), first);
  (void)cache.find(from(2));  // the handle of 1 goes: it was used longest ago
  EXPECT_EQ(cache.size(), 2u);
  EXPECT_EQ(cache.find(from(0)).native(), first);
  EXPECT_EQ(cache.made(), 3u);
  (void)cache.find(from(1));
  EXPECT_EQ(cache.made(), 4u);
}

TYPED_TEST(datagrams, carry_the_key_of_their_socket) {
  using socket = typename TestFixture::end;
  socket a(this->engine, this->domain), b(this->engine, this->domain, {.qkey = 0x777});
  ASSERT_TRUE(a.send(numbered(3, 1), this->to(b), long_enough));  // the device of b drops it
  EXPECT_EQ(b.receive(50ms).status(), datagram_status::timed_out);
  const datagram_destination right(this->domain, b.address(), 0x777);
  ASSERT_TRUE(a.send(numbered(4, 1), right, long_enough));
  EXPECT_EQ(b.receive(long_enough).size(), 4u);
}

TYPED_TEST(datagrams, need_some_room) {
  using socket = typename TestFixture::end;
  EXPECT_THROW(socket(this->engine, this->domain, {.sends = 0}), error);
  EXPECT_THROW(socket(this->engine, this->domain, {.receives = 0}), error);
  socket a(this->engine, this->domain);
  auto none = a.try_receive();
  EXPECT_EQ(none.status(), datagram_status::would_block);
  EXPECT_THROW((void)none.reply_to(), error);
}

TYPED_TEST(datagrams, of_a_device_that_fails) {
  typename TestFixture::end a(this->engine, this->domain), b(this->engine, this->domain);
  const auto there = this->to(b);
  auto waits = this->status_of_receive(a);
  waits.start();
  const auto one = numbered(1000, 1);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(a.try_send(one, there));
  ASSERT_TRUE(this->engine.run_until([&] { return waits.is_done(); }, long_enough));
  EXPECT_EQ(waits.take(), datagram_status::device_failed);
  EXPECT_TRUE(this->engine.failed());
  const auto refused = a.try_send(one, there);
  EXPECT_EQ(refused.status, datagram_status::device_failed);
  EXPECT_NE(refused.message().find("open it again"), std::string::npos) << refused.message();
  EXPECT_TRUE(a.close(long_enough));
}

TYPED_TEST(datagrams, allocate_nothing) {
  typename TestFixture::end a(this->engine, this->domain), b(this->engine, this->domain);
  const auto there = this->to(b);
  const auto sent = numbered(1000, 1);
  const auto exchange = [&] {
    (void)a.try_send(sent, there);
    auto got = b.try_receive();
    while (got.status() == datagram_status::would_block) {
      this->engine.poll();
      got = b.try_receive();
    }
    (void)b.try_send(got.bytes(), got.reply_to());
    got.release();
    auto answer = a.try_receive();
    while (answer.status() == datagram_status::would_block) {
      this->engine.poll();
      answer = a.try_receive();
    }
    return answer.size();
  };
  ASSERT_EQ(exchange(), 1000u);
  const auto before = testing::allocations();
  for (int i = 0; i < 200; ++i) (void)exchange();
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace
}  // namespace verbatim
