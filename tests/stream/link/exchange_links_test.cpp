// Streams that are connected by an endpoint exchange, without rdma_cm.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "device_under_test.hpp"
#include "link_traffic.hpp"
#include "long_enough.hpp"
#include "open_files.hpp"
#include "other_process.hpp"
#include "verbatim/connect/exchange/exchange_client.hpp"
#include "verbatim/connect/exchange/exchange_server.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/exchange_connector.hpp"
#include "verbatim/stream/link/exchange_listener.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::stream_status;
using testing::ask;
using testing::echo;

constexpr auto here = "127.0.0.1";

template <class Engine>
class exchange_links : public ::testing::Test {
 protected:
  using end = stream::byte_stream<Engine>;
  using listener_type = stream::exchange_listener<Engine>;

  auto connect(end& which, std::chrono::milliseconds timeout = 10s) {
    return connector.connect(which, here, listener->port(), {.timeout = timeout});
  }

  /// Connects two new ends.
  void open() {
    auto accepted = listener->accept(server.emplace(engine, domain));
    auto connected = connect(client.emplace(engine, domain));
    const auto how = connected.get();
    ASSERT_TRUE(how) << how.error().what();
    const auto other = accepted.get();
    ASSERT_TRUE(other) << other.error().what();
  }

  template <class Condition>
  bool until(Condition&& holds, std::chrono::milliseconds limit = long_enough) {
    return engine.run_until(holds, limit);
  }

  verbatim::detail::frame_socket dial() const {
    return verbatim::detail::frame_socket::to(here, listener->port(),
                                              std::chrono::steady_clock::now() + 5s);
  }

  /// Connects a queue pair without a stream, on another thread. Returns the reason why it is refused.
  std::string refused(std::vector<std::byte> values) {
    std::string words;
    std::atomic<bool> is_over = false;
    std::thread stranger([&] {
      verbs_cq cq(device, 4);
      verbs_qp<rc> qp(domain, cq);
      try {
        exchange::client(here, listener->port(), {.qp = qp, .user_data = std::move(values)});
      } catch (const exchange::error& why) {
        words = why.what();
      }
      is_over = true;
      engine.wake();
    });
    EXPECT_TRUE(until([&] { return is_over.load(); }));
    stranger.join();
    return words;
  }

  void expect_echo() {
    auto serves = echo(*server);
    serves.start();
    const std::vector<std::byte> all(3000, std::byte{5});
    EXPECT_EQ(engine.run(ask(*client, all)), all);
    EXPECT_TRUE(until([&] { return serves.is_done(); }));
  }

  context device = testing::device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 1024}};
  stream::exchange_connector<Engine> connector{engine};
  std::optional<listener_type> listener{std::in_place, engine};
  std::optional<end> client, server;
};

using engines = ::testing::Types<stream::direct_engine<>, stream::verbs_engine>;
TYPED_TEST_SUITE(exchange_links, engines);

TYPED_TEST(exchange_links, carry_bytes_both_ways_and_end) {
  this->open();
  this->expect_echo();
  EXPECT_EQ(this->client->remote_endpoint(), here + (":" + std::to_string(this->listener->port())));
  EXPECT_EQ(this->client->local_endpoint(), this->server->remote_endpoint());
  // Each side has the other's FIN, so nothing is truncated.
  EXPECT_TRUE(this->client->close(long_enough));
  EXPECT_TRUE(this->server->close(long_enough));
}

TYPED_TEST(exchange_links, fail_where_nobody_listens) {
  const auto free = this->listener->port();
  this->listener.reset();
  auto& stream = this->client.emplace(this->engine, this->domain);
  const auto refused = this->connector.connect(stream, here, free).get();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), std::errc::connection_refused) << refused.error().what();
  const auto nowhere = this->connector.connect(stream, "no such host.invalid", free).get();
  EXPECT_FALSE(nowhere);
}

TYPED_TEST(exchange_links, refuse_strangers_and_go_on) {
  auto accepted = this->listener->accept(this->server.emplace(this->engine, this->domain));
  auto& client = this->client.emplace(this->engine, this->domain);
  const auto mine = stream::detail::pack(client.address());
  EXPECT_NE(this->refused({}).find("this end takes streams only"), std::string::npos);
  for (const auto version : {std::uint8_t{2}, std::uint8_t{4}}) {
    const auto other = testing::with_version(mine, version);
    const auto words = this->refused({other.begin(), other.end()});
    EXPECT_NE(words.find(testing::other_version(version)), std::string::npos) << words;
  }
  EXPECT_FALSE(accepted.is_done());
  // Bytes that are no frame, and a connection that ends at once.
  auto garbage = this->dial();
  constexpr std::string_view request = "GET / HTTP/1.1\r\n\r\n\r\n\r\n\r\n\r\n\r\n";
  ASSERT_GT(::send(garbage.fd(), request.data(), request.size(), 0), 0);
  (void)this->dial();
  EXPECT_FALSE(this->until([&] { return accepted.is_done(); }, 50ms));
  // A channel of messages, where a stream of bytes waits.
  stream::message_channel<TypeParam> other(this->engine, this->domain);
  const auto unlike = this->connector.connect(other, here, this->listener->port()).get();
  ASSERT_FALSE(unlike);
  EXPECT_NE(std::string(unlike.error().what()).find("streams of the other kind"), std::string::npos)
      << unlike.error().what();
  ASSERT_TRUE(this->connect(client).get());
  ASSERT_TRUE(accepted.get());
  this->expect_echo();
}

TYPED_TEST(exchange_links, end_with_a_listener_of_another_version) {
  auto& client = this->client.emplace(this->engine, this->domain);
  const auto values = testing::with_version(stream::detail::pack(client.address()), 4);
  verbs_cq cq(this->device, 4);
  verbs_qp<rc> qp(this->domain, cq);
  exchange::server door({.answer = [&](const exchange::id&, const exchange::offer&) {
    return exchange::side{.qp = qp, .user_data = {values.begin(), values.end()}};
  }});
  auto connecting = this->connector.connect(client, here, door.port());
  for (int turns = 0; turns != 5000 && !connecting.is_done(); ++turns) {
    door.serve_once(1ms);
    (void)this->engine.wait(1ms);
  }
  ASSERT_TRUE(connecting.is_done());
  const auto how = connecting.get();
  ASSERT_FALSE(how);
  const std::string words = how.error().what();
  EXPECT_NE(words.find(testing::other_version(4)), std::string::npos) << words;
}

TYPED_TEST(exchange_links, wait_for_accept_and_pass_over_a_peer_that_has_given_up) {
  auto& impatient = this->client.emplace(this->engine, this->domain);
  const auto gave_up = this->connect(impatient, 50ms).get();
  ASSERT_FALSE(gave_up);
  EXPECT_EQ(gave_up.error().code(), std::errc::timed_out) << gave_up.error().what();
  auto connected = this->connect(this->client.emplace(this->engine, this->domain));
  EXPECT_FALSE(this->until([&] { return connected.is_done(); }, 50ms));
  auto accepted = this->listener->accept(this->server.emplace(this->engine, this->domain));
  ASSERT_TRUE(connected.get());
  ASSERT_TRUE(accepted.get());
  this->expect_echo();
}

TYPED_TEST(exchange_links, let_in_no_more_peers_than_they_may) {
  this->listener.emplace(this->engine,
                         stream::exchange_listener_options{.timeout = 200ms, .most_requests = 1});
  const auto silent = this->dial();  // until its time is over
  auto accepted = this->listener->accept(this->server.emplace(this->engine, this->domain));
  auto connected = this->connect(this->client.emplace(this->engine, this->domain));
  EXPECT_FALSE(this->until([&] { return connected.is_done(); }, 50ms));
  ASSERT_TRUE(connected.get());
  ASSERT_TRUE(accepted.get());
  this->expect_echo();
}

TYPED_TEST(exchange_links, are_abandoned_with_their_operation) {
  for (unsigned turns = 0; turns != 12; ++turns) {
    {
      const auto connected = this->connect(this->client.emplace(this->engine, this->domain));
      const auto accepted =
          this->listener->accept(this->server.emplace(this->engine, this->domain));
      for (auto left = turns; left != 0; --left) (void)this->engine.wait(1ms);
    }
    this->client.reset();
    this->server.reset();
  }
  (void)this->until([] { return false; }, 100ms);
  this->listener.emplace(this->engine);
  this->open();
  this->expect_echo();
}

TYPED_TEST(exchange_links, that_are_abandoned_with_their_engine_leave_no_file_open) {
  const auto abandon = [this](int turns) {
    TypeParam engine(this->device, {.takes_device_events = false});
    stream::exchange_connector<TypeParam> connector(engine);
    stream::exchange_listener<TypeParam> listener(engine);
    stream::byte_stream<TypeParam> from(engine, this->domain), to(engine, this->domain);
    const auto accepted = listener.accept(to);
    const auto connected = connector.connect(from, here, listener.port());
    for (; turns != 0; --turns) (void)engine.wait(1ms);
  };
  abandon(0);
  std::this_thread::sleep_for(50ms);  // for the thread that connects
  const auto before = testing::open_files();
  for (int turns = 0; turns < 12; ++turns) abandon(turns);
  const auto last = std::chrono::steady_clock::now() + 5s;
  while (testing::open_files() != before && std::chrono::steady_clock::now() < last) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(testing::open_files(), before);
}

TYPED_TEST(exchange_links, end_their_waits_with_their_listener) {
  auto accepted = this->listener->accept(this->server.emplace(this->engine, this->domain));
  this->listener.reset();
  ASSERT_TRUE(accepted.is_done());
  EXPECT_EQ(accepted.get().error().code(), std::errc::operation_canceled);
}

TYPED_TEST(exchange_links, live_on_without_their_listener) {
  this->open();
  this->listener.reset();
  this->expect_echo();
}

TEST(exchange_links_deaths, a_reader_hears_that_the_peer_was_killed) {
  using engine_type = stream::verbs_engine;
  other_process peer([](const auto& parent) {
    const auto port = static_cast<std::uint16_t>(parent.hear());
    const auto device = testing::device_under_test();
    const pd domain(device);
    engine_type engine(device, {.cqes = 1024});
    stream::byte_stream<engine_type> stream(engine, domain);
    stream::exchange_connector<engine_type> connector(engine);
    connector.connect(stream, here, port).get().check();
    parent.say(1);
    parent.stay();
  });
  const auto device = testing::device_under_test();
  const pd domain(device);
  engine_type engine(device, {.cqes = 1024});
  stream::exchange_listener<engine_type> listener(engine);
  stream::byte_stream<engine_type> stream(engine, domain);
  peer.tell(listener.port());
  listener.accept(stream).get().check();
  EXPECT_EQ(peer.hear(), 1u);
  std::array<std::byte, 8> piece;
  EXPECT_EQ(stream.read_some(piece, 20ms).status, stream_status::timed_out);
  peer.kill_it();
  EXPECT_EQ(stream.read_some(piece, long_enough).status, stream_status::truncated);
}

}  // namespace
}  // namespace verbatim
