// Queue pairs that are connected by an endpoint exchange, as operations that are awaited.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "open_files.hpp"
#include "other_process.hpp"
#include "verbatim/connect/exchange/exchange_client.hpp"
#include "verbatim/connect/exchange/exchange_server.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/exchange_connector.hpp"
#include "verbatim/stream/link/exchange_queue_pair_connector.hpp"
#include "verbatim/stream/link/exchange_queue_pair_listener.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::outcome;
using stream::task;

constexpr auto here = "127.0.0.1";

template <class Engine>
class exchange_queue_pairs : public ::testing::Test {
 protected:
  using end = stream::queue_pair<Engine>;
  using door_type = stream::exchange_queue_pair_listener<Engine>;
  using link_type = stream::exchange_queue_pair_link<Engine>;
  using operation = stream::cm_operation<Engine, link_type>;

  operation connect(const stream::exchange_queue_pair_options& how = {}) {
    return out.connect(client, here, door->port(), how);
  }

  /// Connects the client and the server.
  std::array<std::optional<link_type>, 2> both() {
    auto accepting = door->accept(server);
    auto connecting = connect();
    auto near = connecting.get();
    auto far = accepting.get();
    EXPECT_TRUE(near) << near.error().what();
    EXPECT_TRUE(far) << far.error().what();
    std::array<std::optional<link_type>, 2> made;
    if (near) made[0] = *near;
    if (far) made[1] = *far;
    return made;
  }

  template <class Condition>
  bool until(Condition&& holds, std::chrono::milliseconds limit = long_enough) {
    return engine.run_until(holds, limit);
  }

  memory_slice piece(std::uint32_t length, std::uint32_t offset) const {
    return memory.slice(offset, length);
  }

  /// Expects that a receive of the queue pair is flushed, because its connection has ended.
  void expect_flushed(end& of, const std::function<void()>& by) {
    auto flushed = of.recv(piece(64, 1024));
    ASSERT_TRUE(flushed.begin());
    by();
    EXPECT_TRUE(until([&] { return flushed.is_done(); }));
    const auto how = flushed.await_resume();
    EXPECT_EQ(how.how, outcome::failed);
    EXPECT_EQ(how.status, wc_status::wr_flush_err);
  }

  context device = testing::device_under_test();
  pd domain{device};
  mr memory = mr::allocate(domain, 4096, {.access = access::local_write | access::remote_write});
  Engine engine{device, {.cqes = 256, .operations = 64}};
  end client{engine, domain}, server{engine, domain};
  std::optional<door_type> door{std::in_place, engine};
  stream::exchange_queue_pair_connector<Engine> out{engine};
};

using engines = ::testing::Types<stream::direct_engine<rc, uc>, stream::verbs_engine>;
TYPED_TEST_SUITE(exchange_queue_pairs, engines);

TYPED_TEST(exchange_queue_pairs, connect_exchange_values_and_disconnect) {
  auto first = this->server.recv(this->piece(64, 1024));
  bool was_posted = false;
  // GCC 12 compiles no list of these in a coroutine.
  const std::vector shared(1, exchange::share(this->memory, "all"));
  const std::vector about_it{std::byte{42}};
  const auto serve = [&]() -> task<> {
    // GCC 12 destroys temporaries of a co_await twice.
    auto accepting = this->door->accept(
        this->server,
        {.features = 6, .memory = shared, .post_receives = [&](const exchange::agreement& agreed) {
           EXPECT_EQ(agreed.features, 2u);
           was_posted = first.begin();
         }});
    auto link = co_await accepting;
    EXPECT_TRUE(link);
    if (!link) co_return;
    EXPECT_EQ(link->agreed().peer.user_data, about_it);
    auto& posted = first;  // GCC 12 copies what a lambda of a template captured and awaits
    const auto got = co_await posted;
    EXPECT_TRUE(got) << got.message();
    EXPECT_EQ(got.byte_count, 5u);
    // The peer disconnects.
    const auto flushed = co_await this->server.recv(this->piece(64, 1024));
    EXPECT_EQ(flushed.how, outcome::failed);
    EXPECT_EQ(flushed.status, wc_status::wr_flush_err);
    EXPECT_FALSE(link->is_open());
    const auto again = co_await link->disconnect();
    EXPECT_TRUE(again);
  };
  const auto ask = [&]() -> task<> {
    auto connecting = this->connect({.features = 3, .user_data = about_it});
    auto link = co_await connecting;
    EXPECT_TRUE(link);
    if (!link) co_return;
    EXPECT_TRUE(link->is_open());
    EXPECT_EQ(link->remote_endpoint(), here + (":" + std::to_string(this->door->port())));
    const auto all = link->agreed().peer.memory_named("all").region();
    this->memory.memory()[0] = std::byte{7};
    const auto written = co_await this->client.write(this->piece(64, 0), all.slice(2048, 64));
    EXPECT_TRUE(written) << written.message();
    EXPECT_EQ(this->memory.memory()[2048], std::byte{7});
    const auto sent = co_await this->client.send(this->piece(5, 0));
    EXPECT_TRUE(sent) << sent.message();
    auto how = co_await link->disconnect(long_enough);
    EXPECT_TRUE(how);
    EXPECT_TRUE(*how);
    EXPECT_FALSE(link->is_open());
    EXPECT_EQ(this->client.native().state(), qp_state::error);
    auto again = co_await link->disconnect();
    EXPECT_TRUE(again);
    EXPECT_TRUE(*again);
  };
  auto serving = serve();
  serving.start();
  this->engine.run(ask());
  EXPECT_TRUE(this->until([&] { return serving.is_done(); }));
  EXPECT_TRUE(was_posted);
}

TYPED_TEST(exchange_queue_pairs, connect_uc_and_are_disconnected_by_the_end_that_accepted) {
  stream::queue_pair<TypeParam, uc> near(this->engine, this->domain),
      far(this->engine, this->domain);
  auto accepting = this->door->accept(far);
  auto connecting = this->out.connect(near, here, this->door->port());
  auto made = connecting.get();
  ASSERT_TRUE(made) << made.error().what();
  auto taken = accepting.get();
  ASSERT_TRUE(taken) << taken.error().what();
  auto receiving = far.recv(this->piece(64, 1024));
  ASSERT_TRUE(receiving.begin());
  EXPECT_TRUE(this->engine.run(near.send(this->piece(64, 0))));
  EXPECT_TRUE(this->until([&] { return receiving.is_done(); }));
  EXPECT_TRUE(receiving.await_resume());
  auto confirmed = taken->disconnect(long_enough).get();
  ASSERT_TRUE(confirmed);
  EXPECT_TRUE(*confirmed);
  EXPECT_FALSE(made->is_open());
}

TYPED_TEST(exchange_queue_pairs, may_disconnect_at_once_at_both_ends) {
  auto links = this->both();
  ASSERT_TRUE(links[0] && links[1]);
  auto a = links[0]->disconnect(long_enough), b = links[1]->disconnect(long_enough),
       c = links[1]->disconnect(long_enough);
  for (auto* one : {&a, &b, &c}) {
    auto how = one->get();
    ASSERT_TRUE(how);
    EXPECT_TRUE(*how);
  }
}

TYPED_TEST(exchange_queue_pairs, do_not_wait_for_a_silent_peer) {
  // The peer is a blocking client, which confirms nothing.
  auto accepting = this->door->accept(this->server);
  verbs_cq cq(this->device, 4);
  verbs_qp<rc> qp(this->domain, cq);
  std::optional<exchange::client> peer;
  std::atomic<bool> is_there = false;
  std::thread dials([&] {
    peer.emplace(here, this->door->port(), exchange::side{.qp = qp});
    is_there = true;
    this->engine.wake();
  });
  EXPECT_TRUE(this->until([&] { return is_there.load(); }));
  dials.join();
  auto link = accepting.get();
  ASSERT_TRUE(link) << link.error().what();
  auto how = link->disconnect(20ms).get();
  ASSERT_TRUE(how);
  EXPECT_FALSE(*how);
  EXPECT_EQ(this->server.native().state(), qp_state::error);
}

TYPED_TEST(exchange_queue_pairs, are_accepted_by_a_server_and_accept_a_client) {
  verbs_cq cq(this->device, 4);
  verbs_qp<rc> qp(this->domain, cq);
  bool was_told = false;
  exchange::server server(
      {.answer = [&](const exchange::id&,
                     const exchange::offer&) { return exchange::side{.qp = qp}; },
       .ended = [&](const exchange::id&,
                    const exchange::error* why) { was_told = why == nullptr; }});
  const auto serve_until = [&](auto&& holds) {
    for (int turns = 0; turns != 5000 && !holds(); ++turns) {
      server.serve_once(1ms);
      (void)this->engine.wait(1ms);
    }
    return holds();
  };
  auto connecting = this->out.connect(this->client, here, server.port());
  ASSERT_TRUE(serve_until([&] { return connecting.is_done(); }));
  auto link = connecting.get();
  ASSERT_TRUE(link) << link.error().what();
  auto leaving = link->disconnect(long_enough);
  EXPECT_TRUE(serve_until([&] { return leaving.is_done() && was_told; }));
  auto how = leaving.get();
  ASSERT_TRUE(how);
  EXPECT_TRUE(*how);

  auto accepting = this->door->accept(this->server);
  std::atomic<bool> is_over = false;
  std::thread dials([&] {
    verbs_cq other(this->device, 4);
    verbs_qp<rc> mine(this->domain, other);
    exchange::client peer(here, this->door->port(), exchange::side{.qp = mine});
    peer.bye();
    is_over = true;
    this->engine.wake();
  });
  EXPECT_TRUE(this->until([&] { return is_over.load(); }));
  dials.join();
  auto taken = accepting.get();
  ASSERT_TRUE(taken) << taken.error().what();
  EXPECT_TRUE(this->until([&] { return !taken->is_open(); }));
}

TYPED_TEST(exchange_queue_pairs, say_why_there_is_no_connection) {
  auto late = this->door->accept(this->server, {.timeout = 20ms}).get();
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code(), std::errc::timed_out);

  auto impatient = this->connect({.timeout = 50ms}).get();  // nobody accepts
  ASSERT_FALSE(impatient);
  EXPECT_EQ(impatient.error().code(), std::errc::timed_out) << impatient.error().what();

  const auto port = this->door->port();
  this->door.reset();
  typename TestFixture::end other(this->engine, this->domain);
  auto refused = this->out.connect(other, here, port).get();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), std::errc::connection_refused) << refused.error().what();
}

TYPED_TEST(exchange_queue_pairs, refuse_streams_and_go_on) {
  auto accepting = this->door->accept(this->server);
  stream::exchange_connector<TypeParam> of_streams(this->engine);
  stream::byte_stream<TypeParam> stranger(this->engine, this->domain);
  const auto unlike = of_streams.connect(stranger, here, this->door->port()).get();
  ASSERT_FALSE(unlike);
  EXPECT_NE(std::string(unlike.error().what()).find("this end takes queue pairs"),
            std::string::npos)
      << unlike.error().what();
  EXPECT_FALSE(accepting.is_done());
  auto connecting = this->connect();
  EXPECT_TRUE(connecting.get());
  EXPECT_TRUE(accepting.get());
}

TYPED_TEST(exchange_queue_pairs, fail_with_an_error_of_their_program) {
  auto accepting = this->door->accept(
      this->server, {.post_receives = [](const exchange::agreement&) {
        throw error(std::errc::no_buffer_space, "post", "a test", "there is no memory");
      }});
  auto connecting = this->connect();
  auto near = connecting.get();
  auto far = accepting.get();
  ASSERT_FALSE(near);
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().code(), std::errc::no_buffer_space) << far.error().what();
  EXPECT_NE(std::string(near.error().what()).find("there is no memory"), std::string::npos)
      << near.error().what();
}

TYPED_TEST(exchange_queue_pairs, can_be_cancelled) {
  auto accepting = this->door->accept(this->server);
  std::error_code why;
  const auto wait = [&]() -> task<> {
    auto how = co_await accepting;
    EXPECT_FALSE(how);
    if (!how) why = how.error().code();
  };
  auto waiting = wait();
  waiting.start();
  EXPECT_TRUE(accepting.cancel());
  EXPECT_TRUE(this->until([&] { return waiting.is_done(); }));
  EXPECT_EQ(why, std::errc::operation_canceled);
  EXPECT_FALSE(accepting.cancel());

  // Nobody accepts, so the attempt would wait.
  auto connecting = this->connect();
  EXPECT_FALSE(this->until([&] { return connecting.is_done(); }, 30ms));
  EXPECT_TRUE(connecting.cancel());
  EXPECT_EQ(connecting.get().error().code(), std::errc::operation_canceled);
  EXPECT_EQ(this->engine.under_way(), 0u);
}

TYPED_TEST(exchange_queue_pairs, may_be_destroyed_at_every_step) {
  const auto before = testing::open_files();
  for (int turns = 0; turns < 12; ++turns) {
    typename TestFixture::end from(this->engine, this->domain), to(this->engine, this->domain);
    const auto connect = [&]() -> task<> {
      (void)co_await this->out.connect(from, here, this->door->port());
    };
    const auto accept = [&]() -> task<> { (void)co_await this->door->accept(to); };
    auto connecting = connect(), accepting = accept();
    connecting.start();
    accepting.start();
    for (int left = turns; left != 0; --left) (void)this->engine.wait(1ms);
  }
  const auto last = std::chrono::steady_clock::now() + 5s;
  while (testing::open_files() != before && std::chrono::steady_clock::now() < last) {
    (void)this->engine.wait(1ms);
  }
  EXPECT_EQ(testing::open_files(), before);
  auto links = this->both();
  EXPECT_TRUE(links[0] && links[1]);
}

TYPED_TEST(exchange_queue_pairs, end_their_waits_with_their_listener) {
  auto accepting = this->door->accept(this->server);
  this->door.reset();
  EXPECT_TRUE(this->until([&] { return accepting.is_done(); }));
  EXPECT_EQ(accepting.get().error().code(), std::errc::operation_canceled);
}

TYPED_TEST(exchange_queue_pairs, end_with_their_last_copy) {
  auto links = this->both();
  ASSERT_TRUE(links[0] && links[1]);
  this->door.reset();  // connections live on
  auto copy = links[0];
  links[0].reset();
  auto receiving = this->server.recv(this->piece(64, 1024));
  ASSERT_TRUE(receiving.begin());
  EXPECT_TRUE(this->engine.run(this->client.send(this->piece(64, 0))));
  EXPECT_TRUE(this->until([&] { return receiving.is_done(); }));
  EXPECT_TRUE(receiving.await_resume());
  this->expect_flushed(this->server, [&] { copy.reset(); });
  EXPECT_FALSE(links[1]->is_open());
}

TEST(exchange_queue_pairs_deaths, a_receive_is_flushed_when_the_peer_was_killed) {
  using engine_type = stream::verbs_engine;
  other_process peer([](const auto& parent) {
    const auto port = static_cast<std::uint16_t>(parent.hear());
    const auto device = testing::device_under_test();
    const pd domain(device);
    engine_type engine(device, {.cqes = 64});
    stream::queue_pair<engine_type> pair(engine, domain);
    stream::exchange_queue_pair_connector<engine_type> out(engine);
    const auto link = out.connect(pair, here, port).get();
    parent.say(link ? 1 : 0);
    parent.stay();
  });
  const auto device = testing::device_under_test();
  const pd domain(device);
  const auto memory = mr::allocate(domain, 64, {.access = access::local_write});
  engine_type engine(device, {.cqes = 64});
  stream::exchange_queue_pair_listener<engine_type> door(engine);
  stream::queue_pair<engine_type> pair(engine, domain);
  peer.tell(door.port());
  auto link = door.accept(pair).get();
  ASSERT_TRUE(link) << link.error().what();
  EXPECT_EQ(peer.hear(), 1u);
  auto flushed = pair.recv(memory.slice(0, 64));
  ASSERT_TRUE(flushed.begin());
  peer.kill_it();
  EXPECT_TRUE(engine.run_until([&] { return flushed.is_done(); }, long_enough));
  EXPECT_EQ(flushed.await_resume().status, wc_status::wr_flush_err);
  EXPECT_FALSE(link->is_open());
}

}  // namespace
}  // namespace verbatim
