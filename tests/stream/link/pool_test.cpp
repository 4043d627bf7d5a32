// Streams to one server that are kept for their next use, with rdma_cm and without it.
#include "verbatim/stream/link/pool.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/exchange_listener.hpp"
#include "verbatim/stream/link/exchange_pool.hpp"
#include "verbatim/stream/link/listener.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::byte_stream;
using stream::stream_status;
using stream::task;

const auto* const any_address = testing::address_under_test();

/// The two ways to connect streams.
template <class Engine>
struct with_rdma_cm {
  using engine = Engine;
  using listener = stream::listener<Engine>;
  using pool = stream::pool<Engine, byte_stream>;
  static auto service_of(const listener& door) { return std::to_string(door.port()); }
};
template <class Engine>
struct by_exchange {
  using engine = Engine;
  using listener = stream::exchange_listener<Engine>;
  using pool = stream::exchange_pool<Engine, byte_stream>;
  static auto service_of(const listener& door) { return door.port(); }
};

template <class Way>
class pools : public ::testing::Test {
 protected:
  using Engine = typename Way::engine;
  using end = byte_stream<Engine>;
  using pool_type = typename Way::pool;

  /// Accepts streams, and sends back what comes over each.
  task<> serve() {
    for (;;) {
      auto& with = *accepted.emplace_back(std::make_unique<end>(engine, domain));
      auto accepting = listener->accept(with);
      const stream::link_result how = co_await accepting;
      how.check();
      echoes.push_back(echo(with));
      echoes.back().start();
    }
  }

  static task<> echo(end& with) {
    std::array<std::byte, 64> piece;
    for (;;) {
      const auto got = co_await with.read_some(piece);
      if (!got) break;
      const auto put = co_await with.write_some(std::span(piece).first(got.bytes));
      EXPECT_EQ(put.bytes, got.bytes);
    }
    with.shutdown_send();
  }

  /// Asks by a stream of the pool. Returns the number of the stream's queue pair.
  static task<std::uint32_t> ask(pool_type& from) {
    auto lease = co_await from.take();
    EXPECT_TRUE(lease) << lease.why().what();
    if (!lease) co_return 0;
    const std::array one{std::byte{7}};
    const auto put = co_await lease->write_some(one);
    EXPECT_EQ(put.bytes, 1u);
    std::array<std::byte, 8> piece;
    const auto got = co_await lease->read_some(piece);
    EXPECT_EQ(got.bytes, 1u);
    co_return lease->native().qpn();
  }

  task<bool> take_and_keep(pool_type& from, std::vector<typename pool_type::lease>& leases) {
    auto lease = co_await from.take();
    const bool is_good = static_cast<bool>(lease);
    leases.push_back(std::move(lease));
    co_return is_good;
  }

  void SetUp() override {
    listener.emplace(engine);
    serving.emplace(serve());
    serving->start();
    port = Way::service_of(*listener);
  }
  void TearDown() override {
    serving.reset();
    echoes.clear();
    accepted.clear();
  }

  context device = testing::device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 1024}};
  std::optional<typename Way::listener> listener;
  decltype(Way::service_of(std::declval<const typename Way::listener&>())) port{};
  std::vector<std::unique_ptr<end>> accepted;
  std::vector<task<>> echoes;
  std::optional<task<>> serving;
};

using ways =
    ::testing::Types<with_rdma_cm<stream::direct_engine<>>, with_rdma_cm<stream::verbs_engine>,
                     by_exchange<stream::direct_engine<>>, by_exchange<stream::verbs_engine>>;
TYPED_TEST_SUITE(pools, ways);

TYPED_TEST(pools, use_a_stream_again) {
  typename TestFixture::pool_type pool(this->engine, this->domain, any_address, this->port);
  const auto first = this->engine.run(this->ask(pool));
  EXPECT_EQ(pool.idle(), 1u);
  EXPECT_EQ(pool.used(), 0u);
  EXPECT_EQ(this->engine.run(this->ask(pool)), first);
  EXPECT_EQ(this->accepted.size(), 2u);  // the second waits for a peer
}

TYPED_TEST(pools, ask_a_stale_stream_whether_the_peer_is_there) {
  typename TestFixture::pool_type pool(this->engine, this->domain, any_address, this->port,
                                       {.stale = 0ms});
  const auto first = this->engine.run(this->ask(pool));
  EXPECT_EQ(this->engine.run(this->ask(pool)), first);
}

TYPED_TEST(pools, have_so_many_streams_and_no_more) {
  typename TestFixture::pool_type pool(this->engine, this->domain, any_address, this->port,
                                       {.most = 2});
  std::vector<typename TestFixture::pool_type::lease> leases;
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(this->engine.run(this->take_and_keep(pool, leases)));
  auto third = this->take_and_keep(pool, leases), fourth = this->take_and_keep(pool, leases);
  third.start();
  fourth.start();
  EXPECT_FALSE(this->engine.run_until([&] { return third.is_done(); }, 20ms));
  EXPECT_EQ(pool.used(), 2u);
  leases.erase(leases.begin());
  ASSERT_TRUE(this->engine.run_until([&] { return third.is_done(); }, long_enough));
  EXPECT_FALSE(fourth.is_done());
  // A coroutine that is destroyed while it waits takes nothing with it.
  fourth = {};
  leases.clear();
  EXPECT_EQ(pool.used(), 0u);
  EXPECT_EQ(pool.idle(), 2u);
}

TYPED_TEST(pools, end_the_wait_for_a_stream_at_its_time) {
  typename TestFixture::pool_type pool(this->engine, this->domain, any_address, this->port,
                                       {.most = 1});
  std::optional only(this->engine.run(pool.take(0ms)));  // there is room for it
  ASSERT_TRUE(*only);
  auto waits = pool.take(10s), late = pool.take(20ms), forever = pool.take();
  for (auto* one : {&waits, &late, &forever}) one->start();
  ASSERT_TRUE(this->engine.run_until([&] { return late.is_done(); }, long_enough));
  const auto none = late.take();
  ASSERT_FALSE(none);
  EXPECT_EQ(none.why().code(), std::errc::timed_out);
  EXPECT_NE(std::string(none.why().what()).find("all 1 streams are in use"), std::string::npos)
      << none.why().what();
  EXPECT_FALSE(waits.is_done());
  only.reset();
  ASSERT_TRUE(this->engine.run_until([&] { return waits.is_done(); }, long_enough));
  EXPECT_FALSE(forever.is_done());
  EXPECT_TRUE(waits.take());  // and it ends at once
  ASSERT_TRUE(this->engine.run_until([&] { return forever.is_done(); }, long_enough));
  EXPECT_TRUE(forever.take());
}

TYPED_TEST(pools, close_streams_that_nobody_uses) {
  typename TestFixture::pool_type pool(this->engine, this->domain, any_address, this->port,
                                       {.idle = 30ms});
  (void)this->engine.run(this->ask(pool));
  EXPECT_EQ(pool.idle(), 1u);
  EXPECT_TRUE(this->engine.run_until([&] { return pool.idle() == 0; }, long_enough));
  // The server has the FIN, not a reset.
  EXPECT_TRUE(this->engine.run_until([&] { return this->echoes[0].is_done(); }, long_enough));
  std::array<std::byte, 8> piece;
  EXPECT_EQ(this->accepted[0]->try_read(piece).status, stream_status::end);
}

TYPED_TEST(pools, replace_a_stream_whose_peer_has_gone) {
  typename TestFixture::pool_type pool(this->engine, this->domain, any_address, this->port);
  EXPECT_NE(this->engine.run(this->ask(pool)), 0u);
  this->echoes[0] = {};
  this->accepted[0]->reset(3);
  (void)this->engine.run_until([] { return false; }, 20ms);
  EXPECT_EQ(this->echoes.size(), 1u);
  EXPECT_NE(this->engine.run(this->ask(pool)), 0u);
  EXPECT_EQ(this->echoes.size(), 2u);  // of another stream
}

TYPED_TEST(pools, keep_no_stream_that_was_discarded_or_holds_bytes) {
  typename TestFixture::pool_type pool(this->engine, this->domain, any_address, this->port);
  {
    std::vector<typename TestFixture::pool_type::lease> leases;
    EXPECT_TRUE(this->engine.run(this->take_and_keep(pool, leases)));
    leases[0].discard();
  }
  EXPECT_EQ(pool.idle(), 0u);
  std::vector<typename TestFixture::pool_type::lease> leases;
  EXPECT_TRUE(this->engine.run(this->take_and_keep(pool, leases)));
  EXPECT_EQ(leases[0]->try_write(std::array{std::byte{1}}).bytes, 1u);
  // The answer is not read.
  ASSERT_TRUE(this->engine.run_until([&] { return !leases[0]->is_quiet(); }, long_enough));
  leases.clear();
  EXPECT_EQ(pool.idle(), 0u);
  EXPECT_EQ(pool.used(), 0u);
}

TYPED_TEST(pools, try_again_after_pauses_and_give_up_with_the_error) {
  this->serving.reset();
  this->accepted.clear();
  this->listener.reset();
  typename TestFixture::pool_type pool(this->engine, this->domain, any_address, this->port,
                                       {.first_pause = 20ms, .tries = 3});
  std::vector<typename TestFixture::pool_type::lease> leases;
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_FALSE(this->engine.run(this->take_and_keep(pool, leases)));
  // At least half of 20 ms, and half of 40 ms.
  EXPECT_GE(std::chrono::steady_clock::now() - begun, 30ms);
  EXPECT_EQ(leases[0].why().code(), std::errc::connection_refused) << leases[0].why().what();
  EXPECT_EQ(pool.used(), 0u);
}

TYPED_TEST(pools, may_be_destroyed_while_their_coroutines_wait) {
  typename TestFixture::pool_type pool(this->engine, this->domain, any_address, this->port,
                                       {.most = 1});
  std::vector<typename TestFixture::pool_type::lease> leases;
  {
    auto connects = this->take_and_keep(pool, leases), waits = this->take_and_keep(pool, leases);
    connects.start();
    waits.start();
    EXPECT_EQ(pool.used(), 1u);
  }
  EXPECT_EQ(pool.used(), 0u);
  EXPECT_TRUE(leases.empty());
  EXPECT_NE(this->engine.run(this->ask(pool)), 0u);
}

TYPED_TEST(pools, of_no_streams_are_refused) {
  EXPECT_THROW(typename TestFixture::pool_type(this->engine, this->domain, any_address, this->port,
                                               {.most = 0}),
               error);
}

}  // namespace
}  // namespace verbatim
