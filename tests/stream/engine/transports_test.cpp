// Operations that are awaited on UC, UD and DC.
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <utility>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using stream::outcome;
using stream::result;
using stream::task;
using stream::with_imm;
using direct = stream::direct_engine<rc, uc, ud, dci>;

constexpr std::uint32_t length = 64, header = 40;  ///< of a message, and in front of a datagram
constexpr std::uint64_t dc_key = 0x1234567;

template <class Engine>
class transports : public ::testing::Test {
 protected:
  void fill(std::size_t offset, char what) {
    std::memset(memory.memory().data() + offset, what, length);
  }
  bool holds(std::size_t offset, char what) const {
    for (const auto one : memory.memory().subspan(offset, length)) {
      if (one != static_cast<std::byte>(what)) return false;
    }
    return true;
  }

  /// Posts the receive, sends, and returns the result of the receive.
  template <class Receive, class Send>
  result passed(Receive&& receive, Send&& send) {
    EXPECT_TRUE(receive.begin());
    const auto sent = engine.run(std::forward<Send>(send));
    EXPECT_TRUE(sent) << sent.message();
    EXPECT_TRUE(engine.run_until([&] { return receive.is_done(); }, long_enough));
    return receive.await_resume();
  }

  context device = testing::device_under_test();
  pd domain{device};
  mr memory = mr::allocate(domain, 4096,
                           {.access = access::local_write | access::remote_write |
                                      access::remote_read | access::remote_atomic});
  Engine engine{device, {.cqes = 256, .operations = 64}};
};

using engines = ::testing::Types<direct, stream::verbs_engine>;
TYPED_TEST_SUITE(transports, engines);

TYPED_TEST(transports, send_and_write_over_uc) {
  stream::queue_pair<TypeParam, uc> a(this->engine, this->domain), b(this->engine, this->domain);
  const auto address = a.native().address();
  a.native().connect(b.native().address());
  b.native().connect(address);

  this->fill(0, 'a');
  const auto got = this->passed(b.recv(this->memory.slice(1024, 256)),
                                a.send(this->memory.slice(0, length), with_imm(7)));
  EXPECT_TRUE(got) << got.message();
  EXPECT_EQ(got.byte_count, length);
  EXPECT_EQ(got.imm, 7u);
  EXPECT_TRUE(this->holds(1024, 'a'));

  this->fill(0, 'b');
  const auto told = this->passed(
      b.recv(this->memory.slice(1024, 256)),
      a.write(this->memory.slice(0, length), this->memory.remote(2048, length), with_imm(8)));
  EXPECT_EQ(told.imm, 8u);
  EXPECT_TRUE(this->holds(2048, 'b'));

  const auto refused = this->engine.run(
      a.write(this->memory.slice(0, length), this->memory.remote(2048, length - 1)));
  EXPECT_EQ(refused.how, outcome::not_posted);
  EXPECT_EQ(refused.error_number, ERANGE);

  // An outstanding receive ends with the queue pair.
  auto waits = b.recv(this->memory.slice(1024, 256));
  ASSERT_TRUE(waits.begin());
  EXPECT_TRUE(b.close());
  EXPECT_TRUE(waits.is_done());
  EXPECT_EQ(waits.await_resume().how, outcome::failed);
}

TYPED_TEST(transports, send_datagrams_to_a_peer) {
  stream::queue_pair<TypeParam, ud> a(this->engine, this->domain), b(this->engine, this->domain);
  a.native().activate({.qkey = stream::default_qkey});
  b.native().activate({.qkey = stream::default_qkey});
  const stream::datagram_destination to(this->domain, b.native().address());

  this->fill(0, 'c');
  const auto got = this->passed(b.recv(this->memory.slice(1024, 256)),
                                a.to(to).send(this->memory.slice(0, length), with_imm(9)));
  EXPECT_TRUE(got) << got.message();
  EXPECT_EQ(got.byte_count, length + header);
  EXPECT_EQ(got.imm, 9u);
  EXPECT_TRUE(this->holds(1024 + header, 'c'));

  // A coroutine may be destroyed while it waits, and the queue pair closed after it.
  {
    const auto receive = [&]() -> task<> {
      const auto never = co_await b.recv(this->memory.slice(1024, 256));
      ADD_FAILURE() << never.message();
    };
    auto waits = receive();
    waits.start();
    EXPECT_EQ(this->engine.under_way(), 1u);
  }
  EXPECT_TRUE(b.close());
  EXPECT_EQ(this->engine.under_way(), 0u);
}

TYPED_TEST(transports, begin_before_they_are_awaited) {
  stream::queue_pair<TypeParam> a(this->engine, this->domain), b(this->engine, this->domain);
  const auto address = a.native().address();
  a.native().connect(b.native().address());
  b.native().connect(address);
  const auto work = [&]() -> task<> {
    auto first = b.recv(this->memory.slice(1024, 256));
    EXPECT_TRUE(first.begin());
    EXPECT_TRUE(co_await a.send(this->memory.slice(0, length)));
    const auto got = co_await first;
    EXPECT_EQ(got.byte_count, length);
    auto refused = a.send(slot_pool::slot());
    EXPECT_FALSE(refused.begin());
    const auto why = co_await refused;
    EXPECT_EQ(why.error_number, ENOBUFS);
  };
  this->engine.run(work());
}

class dynamic_connections : public transports<direct> {};

TEST_F(dynamic_connections, reach_a_target_with_every_operation) {
  stream::dc_target target(engine, domain, {.dct = {.dc_key = dc_key}});
  stream::queue_pair<direct, dci> pair(engine, domain);
  pair.native().activate();
  const address_handle way(domain, target.native().address());
  const auto peer = way.dc(dc_key);

  fill(0, 'd');
  const auto got = passed(target.recv(memory.slice(1024, 256)),
                          pair.to(peer).send(memory.slice(0, length), with_imm(11)));
  EXPECT_TRUE(got) << got.message();
  EXPECT_EQ(got.byte_count, length);
  EXPECT_EQ(got.imm, 11u);
  EXPECT_TRUE(holds(1024, 'd'));

  EXPECT_TRUE(
      engine.run(pair.to(peer).write(memory.slice(0, length), memory.remote(2048, length))));
  EXPECT_TRUE(holds(2048, 'd'));
  EXPECT_TRUE(
      engine.run(pair.to(peer).read(memory.slice(512, length), memory.remote(2048, length))));
  EXPECT_TRUE(holds(512, 'd'));

  const std::uint64_t word = 40;
  std::memcpy(memory.memory().data() + 2048, &word, sizeof word);
  const auto at = memory.remote(2048, 8);
  EXPECT_TRUE(engine.run(pair.to(peer).fetch_add(memory.slice(512, 8), at, 2)));
  EXPECT_TRUE(engine.run(pair.to(peer).compare_swap(memory.slice(520, 8), at, 42, 1)));
  std::uint64_t found[2] = {};
  std::memcpy(found, memory.memory().data() + 512, sizeof found);
  EXPECT_EQ(found[0], 40u);
  EXPECT_EQ(found[1], 42u);
}

TEST_F(dynamic_connections, end_their_receives_when_the_target_is_closed) {
  stream::dc_target target(engine, domain, {.dct = {.dc_key = dc_key}});
  auto first = target.recv(memory.slice(1024, 256));
  ASSERT_TRUE(first.begin());
  target.close();
  EXPECT_EQ(first.await_resume().how, outcome::failed);

  stream::dc_target other(engine, domain, {.dct = {.dc_key = dc_key}});
  stream::cancellation stop;
  auto second = other.recv(memory.slice(1024, 256)).cancel_by(stop);
  ASSERT_TRUE(second.begin());
  EXPECT_TRUE(stop.cancel(stream::cancel_kind::terminal));
  ASSERT_TRUE(second.is_done());
  EXPECT_EQ(second.await_resume().how, outcome::cancelled);
  EXPECT_EQ(engine.run(other.recv(memory.slice(1024, 256))).how, outcome::not_posted);
}

}  // namespace
}  // namespace verbatim
