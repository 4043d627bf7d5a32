// Queue pairs that are connected, accepted and disconnected by rdma_cm, as operations that are awaited.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/queue_pair_connector.hpp"
#include "verbatim/stream/link/queue_pair_listener.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::outcome;
using stream::result;
using stream::task;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

template <class Engine>
class queue_pair_links : public ::testing::Test {
 protected:
  using end = stream::queue_pair<Engine>;
  using door_type = stream::queue_pair_listener<Engine>;
  using out_type = stream::queue_pair_connector<Engine>;
  using link_type = stream::queue_pair_link<Engine>;
  using operation = stream::cm_operation<Engine, link_type>;

  operation connect(const stream::queue_pair_connect_options& how = {}) {
    return out->connect(client, testing::address_under_test(), port, how);
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

  context device = testing::device_under_test();
  pd domain{device};
  mr memory = mr::allocate(domain, 4096, {.access = access::local_write | access::remote_write});
  Engine engine{device, {.cqes = 256, .operations = 64}};
  end client{engine, domain}, server{engine, domain};
  std::optional<door_type> door{std::in_place, engine};
  std::optional<out_type> out{std::in_place, engine};
  std::string port = std::to_string(door->port());
};

using engines = ::testing::Types<stream::direct_engine<rc, uc>, stream::verbs_engine>;
TYPED_TEST_SUITE(queue_pair_links, engines);

TYPED_TEST(queue_pair_links, connect_pass_a_message_and_disconnect) {
  const std::string question = "who?", answer = "here";
  auto first = this->server.recv(this->piece(64, 1024));
  bool was_posted = false;
  std::optional<typename TestFixture::link_type> of_server;
  const auto serve = [&]() -> task<> {
    // GCC 12 destroys temporaries of a co_await twice.
    auto accepting = this->door->accept(
        this->server,
        {.connection = {.private_data = bytes_of(answer),
                        .end = {.post_receives = [&] { was_posted = first.begin(); }}}});
    auto link = co_await accepting;
    EXPECT_TRUE(link);
    if (!link) co_return;
    EXPECT_EQ(static_cast<char>(link->private_data()[3]), '?');
    auto& posted = first;  // GCC 12 copies what a lambda of a template captured and awaits
    const auto got = co_await posted;
    EXPECT_TRUE(got) << got.message();
    EXPECT_EQ(got.byte_count, 5u);
    // The peer disconnects.
    const auto flushed = co_await this->server.recv(this->piece(64, 1024));
    EXPECT_EQ(flushed.how, outcome::failed);
    EXPECT_EQ(flushed.status, wc_status::wr_flush_err);
    of_server = *link;
  };
  const auto ask = [&]() -> task<> {
    auto link = co_await this->connect({.connection = {.private_data = bytes_of(question)}});
    EXPECT_TRUE(link);
    if (!link) co_return;
    EXPECT_EQ(static_cast<char>(link->private_data()[3]), 'e');
    EXPECT_TRUE(link->is_open());
    const auto sent = co_await this->client.send(this->piece(5, 0));
    EXPECT_TRUE(sent) << sent.message();
    auto how = co_await link->disconnect(long_enough);
    EXPECT_TRUE(how);
    EXPECT_EQ(*how, cm::ending::by_this_end);
    EXPECT_FALSE(link->is_open());
    const auto again = co_await link->disconnect();
    EXPECT_TRUE(again);
  };
  auto serving = serve();
  serving.start();
  this->engine.run(ask());
  EXPECT_TRUE(this->until([&] { return serving.is_done(); }));
  EXPECT_TRUE(was_posted);
  // On iWARP the flush may come before the event.
  EXPECT_TRUE(this->until([&] { return of_server && !of_server->is_open(); }));
}

TYPED_TEST(queue_pair_links, connect_uc) {
  stream::queue_pair<TypeParam, uc> near(this->engine, this->domain),
      far(this->engine, this->domain);
  stream::queue_pair_listener<TypeParam> door(this->engine, {.kind = cm::kind::uc});
  auto accepting = door.accept(far);
  auto connecting =
      this->out->connect(near, testing::address_under_test(), std::to_string(door.port()));
  auto made = connecting.get();
  ASSERT_TRUE(made) << made.error().what();
  auto taken = accepting.get();
  ASSERT_TRUE(taken) << taken.error().what();
  auto receiving = far.recv(this->piece(64, 1024));
  ASSERT_TRUE(receiving.begin());
  EXPECT_TRUE(this->engine.run(near.send(this->piece(64, 0))));
  EXPECT_TRUE(this->until([&] { return receiving.is_done(); }));
  EXPECT_TRUE(receiving.await_resume());
}

TYPED_TEST(queue_pair_links, say_why_there_is_no_connection) {
  auto refused = this->out->connect(this->client, testing::address_under_test(), "9").get();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), std::errc::connection_refused) << refused.error().what();

  auto late = this->door->accept(this->server, {.timeout = 20ms}).get();
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code(), std::errc::timed_out);

  const std::string too_much(200, 'x');
  auto long_one =
      this->door->accept(this->server, {.connection = {.private_data = bytes_of(too_much)}});
  ASSERT_TRUE(long_one.is_done());
  EXPECT_EQ(long_one.get().error().code(), std::errc::message_size);
}

TYPED_TEST(queue_pair_links, can_be_cancelled) {
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

TYPED_TEST(queue_pair_links, may_be_destroyed_while_they_wait) {
  const auto never = [&]() -> task<> {
    auto how = co_await this->door->accept(this->server);
    ADD_FAILURE() << (how ? "connected" : how.error().what());
  };
  {
    auto waiting = never();
    waiting.start();
  }
  // The request finds nobody, and the connector goes while its attempt waits.
  {
    auto connecting = this->connect();
    EXPECT_FALSE(this->until([&] { return connecting.is_done(); }, 30ms));
  }
  this->out.reset();
  this->client.close();

  // The listener that is destroyed ends what waits for it.
  typename TestFixture::end other(this->engine, this->domain);
  this->door.emplace(this->engine);
  auto accepting = this->door->accept(other);
  this->door.reset();
  EXPECT_TRUE(this->until([&] { return accepting.is_done(); }));
  EXPECT_EQ(accepting.get().error().code(), std::errc::operation_canceled);
}

TYPED_TEST(queue_pair_links, end_with_their_last_copy) {
  auto links = this->both();
  ASSERT_TRUE(links[0] && links[1]);
  this->door.reset();
  this->out.reset();  // connections live on
  auto receiving = this->server.recv(this->piece(64, 1024));
  ASSERT_TRUE(receiving.begin());
  auto copy = links[0];
  links[0].reset();
  EXPECT_TRUE(this->engine.run(this->client.send(this->piece(64, 0))));
  EXPECT_TRUE(this->until([&] { return receiving.is_done(); }));
  EXPECT_TRUE(receiving.await_resume());

  auto flushed = this->server.recv(this->piece(64, 1024));
  ASSERT_TRUE(flushed.begin());
  copy.reset();
  EXPECT_TRUE(this->until([&] { return flushed.is_done(); }));
  EXPECT_EQ(flushed.await_resume().how, outcome::failed);
  EXPECT_TRUE(this->until([&] { return links[1]->native().ended() == cm::ending::by_peer; }));
}

}  // namespace
}  // namespace verbatim
