// Streams that are connected by host name and port.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "device_under_test.hpp"
#include "link_traffic.hpp"
#include "long_enough.hpp"
#include "open_files.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/connector.hpp"
#include "verbatim/stream/link/listener.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::link_result;
using stream::stream_status;
using stream::task;
using testing::ask;
using testing::echo;

const auto* const any_address = testing::address_under_test();

template <class Engine>
class links : public ::testing::Test {
 protected:
  using end = stream::byte_stream<Engine>;

  std::string port() const { return std::to_string(listener.port()); }

  auto connect(end& which) { return connector.connect(which, any_address, port()); }

  /// Connects two new ends.
  void open() {
    auto accepted = listener.accept(server.emplace(engine, domain));
    auto connected = connect(client.emplace(engine, domain));
    const auto how = connected.get();
    ASSERT_TRUE(how) << how.error().what();
    const auto other = accepted.get();
    ASSERT_TRUE(other) << other.error().what();
  }

  /// Connects a queue pair without a stream, and returns the listener's reason for its rejection.
  std::string refused(std::span<const std::byte> values) {
    verbs_cq cq(device, 4);
    verbs_qp<rc> qp(domain, cq);
    std::optional<cm::outcome<cm::connection>> made;
    cm::resolve(connector.reactor(), any_address, port(), {}, [&](cm::outcome<cm::route> route) {
      ASSERT_TRUE(route);
      (*std::move(route)).connect(qp, {.private_data = values}, [&](auto how) {
        made.emplace(std::move(how));
      });
    });
    if (!until([&] { return made.has_value(); }) || *made || !made->error().rejected()) return {};
    const auto& data = made->error().rejected()->data;
    return std::string(
        reinterpret_cast<const char*>(data.data()),
        static_cast<std::size_t>(std::find(data.begin(), data.end(), std::byte{}) - data.begin()));
  }

  /// Runs the engine until the condition holds.
  template <class Condition>
  bool until(Condition&& holds) {
    return engine.run_until(holds, long_enough);
  }

  task<> accept_and_echo() {
    auto accepting = listener.accept(server.emplace(engine, domain));
    const link_result how = co_await accepting;
    how.check();
    co_await echo(*server);
  }

  /// Returns the number of bytes that come back for five.
  task<std::size_t> connect_and_ask() {
    auto& with = client.emplace(engine, domain);
    auto connecting = connect(with);
    const link_result how = co_await connecting;
    how.check();
    const std::array<std::byte, 5> hello{std::byte{1}};
    const auto put = co_await with.write_some(hello);
    EXPECT_EQ(put.bytes, 5u);
    std::array<std::byte, 64> piece;
    const auto got = co_await with.read_some(piece);
    with.shutdown_send();
    co_return got.bytes;
  }

  /// Returns the status of a read.
  static task<stream_status> status_of_read(end& from) {
    std::array<std::byte, 8> piece;
    const auto got = co_await from.read_some(piece);
    co_return got.status;
  }

  context device = testing::device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 1024}};
  stream::connector<Engine> connector{engine};
  stream::listener<Engine> listener{engine};
  std::optional<end> client, server;
};

using engines = ::testing::Types<stream::direct_engine<>, stream::verbs_engine>;
TYPED_TEST_SUITE(links, engines);

TYPED_TEST(links, carry_bytes_both_ways_and_end) {
  this->open();
  std::vector<std::byte> all(10000);
  std::generate(all.begin(), all.end(), [i = 0]() mutable { return static_cast<std::byte>(i++); });
  auto serves = echo(*this->server);
  serves.start();
  EXPECT_EQ(this->engine.run(ask(*this->client, all)), all);
  ASSERT_TRUE(this->until([&] { return serves.is_done(); }));
  EXPECT_EQ(this->client->remote_endpoint(), std::string(any_address) + ":" + this->port());
  EXPECT_EQ(this->client->local_endpoint(), this->server->remote_endpoint());
  // Each side has the other's FIN, so nothing is truncated.
  EXPECT_TRUE(this->client->close(long_enough));
  EXPECT_TRUE(this->server->close(long_enough));
}

TYPED_TEST(links, are_awaited) {
  auto serves = this->accept_and_echo();
  serves.start();
  EXPECT_EQ(this->engine.run(this->connect_and_ask()), 5u);
  EXPECT_TRUE(this->until([&] { return serves.is_done(); }));
  serves.take();
}

TYPED_TEST(links, fail_where_nobody_listens) {
  const auto free = this->port();
  this->client.emplace(this->engine, this->domain);
  const auto how = this->connector.connect(*this->client, any_address, "1").get();
  ASSERT_FALSE(how);
  EXPECT_EQ(how.error().code(), std::errc::connection_refused) << how.error().what();
  EXPECT_THROW(how.check(), cm::error);
  const auto nowhere = this->connector.connect(*this->client, "no such host.invalid", free).get();
  ASSERT_FALSE(nowhere);
}

TYPED_TEST(links, refuse_a_peer_that_is_no_stream_of_this_version_and_go_on) {
  auto accepted = this->listener.accept(this->server.emplace(this->engine, this->domain));
  auto& client = this->client.emplace(this->engine, this->domain);
  const auto mine = stream::detail::pack(client.address());
  auto absurd = mine;
  absurd[7] = std::byte{0};  // no window
  EXPECT_EQ(this->refused({}), "this end takes streams only");
  EXPECT_EQ(this->refused(testing::with_version(mine, 2)), testing::other_version(2));
  EXPECT_EQ(this->refused(testing::with_version(mine, 255)), testing::other_version(255));
  EXPECT_EQ(this->refused(absurd), "this end takes no stream with such values");
  EXPECT_FALSE(accepted.is_done());
  EXPECT_TRUE(this->connect(client).get());
  EXPECT_TRUE(accepted.get());
}

TYPED_TEST(links, end_with_a_listener_of_another_version) {
  auto& client = this->client.emplace(this->engine, this->domain);
  const auto values = testing::with_version(stream::detail::pack(client.address()), 4);
  verbs_cq cq(this->device, 4);
  verbs_qp<rc> qp(this->domain, cq);
  cm::listener door(this->connector.reactor());
  std::optional<cm::outcome<cm::connection>> made;
  door.on_request([&](cm::connection_request request) {
    std::move(request).accept(qp, {.private_data = values},
                              [&](auto how) { made.emplace(std::move(how)); });
  });
  const auto how = this->connector.connect(client, any_address, std::to_string(door.port())).get();
  ASSERT_FALSE(how);
  EXPECT_EQ(how.error().code(), std::errc::protocol_error);
  EXPECT_EQ(how.error().advice(), testing::other_version(4));
  EXPECT_TRUE(this->until([&] { return made.has_value(); }));
}

TYPED_TEST(links, are_abandoned_with_their_operation) {
  {
    this->client.emplace(this->engine, this->domain);
    const auto connected = this->connect(*this->client);
    this->server.emplace(this->engine, this->domain);
    const auto accepted = this->listener.accept(*this->server);
    EXPECT_FALSE(connected.is_done());
  }
  this->client.reset();
  this->server.reset();
  (void)this->engine.run_until([] { return false; }, 100ms);
  // The abandoned connector may be among the requests. Its connection ends; others are made.
  std::vector<std::unique_ptr<stream::byte_stream<TypeParam>>> streams;
  bool both = false;
  for (int i = 0; i < 3 && !both; ++i) {
    auto& of_server = *streams.emplace_back(
        std::make_unique<stream::byte_stream<TypeParam>>(this->engine, this->domain));
    auto accepted = this->listener.accept(of_server);
    auto& of_client = *streams.emplace_back(
        std::make_unique<stream::byte_stream<TypeParam>>(this->engine, this->domain));
    const auto how = this->connect(of_client).get();
    both = static_cast<bool>(how) && static_cast<bool>(accepted.get());
  }
  EXPECT_TRUE(both);
}

TYPED_TEST(links, that_are_abandoned_with_their_engine_leave_no_file_open) {
  const auto abandon = [this](int turns) {
    TypeParam engine(this->device, {.takes_device_events = false});
    stream::connector<TypeParam> connector(engine);
    stream::listener<TypeParam> listener(engine);
    stream::byte_stream<TypeParam> from(engine, this->domain), to(engine, this->domain),
        other(engine, this->domain);
    const auto accepted = listener.accept(to), waits = listener.accept(other);
    const auto connected = connector.connect(from, any_address, std::to_string(listener.port()));
    for (; turns != 0; --turns) (void)engine.wait(1ms);
  };
  abandon(0);
  const auto before = testing::open_files();
  for (int turns = 0; turns < 20; ++turns) {
    abandon(turns);
    EXPECT_TRUE(testing::open_files_become(before)) << turns;
  }
}

TYPED_TEST(links, pass_over_a_peer_that_has_given_up) {
  this->client.emplace(this->engine, this->domain);
  const auto gave_up =
      this->connector.connect(*this->client, any_address, this->port(), {.timeout = 30ms}).get();
  ASSERT_FALSE(gave_up);
  EXPECT_EQ(gave_up.error().code(), std::errc::timed_out) << gave_up.error().what();
  auto accepted = this->listener.accept(this->server.emplace(this->engine, this->domain));
  const auto how = this->connect(this->client.emplace(this->engine, this->domain)).get();
  ASSERT_TRUE(how) << how.error().what();
  const auto other = accepted.get();
  ASSERT_TRUE(other) << other.error().what();
  auto serves = echo(*this->server);
  serves.start();
  const std::vector<std::byte> all(3000, std::byte{5});
  EXPECT_EQ(this->engine.run(ask(*this->client, all)), all);
}

TYPED_TEST(links, tell_a_reader_that_the_peer_has_gone) {
  this->open();
  auto waits = this->status_of_read(*this->server);
  waits.start();
  EXPECT_FALSE(waits.is_done());
  // It sends nothing: its connection ends with the queue pair.
  this->client->native().to_error();
  this->client.reset();
  ASSERT_TRUE(this->until([&] { return waits.is_done(); }));
  const auto status = waits.take();
  EXPECT_TRUE(status == stream_status::truncated || status == stream_status::reset) << name(status);
}

TYPED_TEST(links, live_on_without_their_listener_and_connector) {
  auto first = std::make_unique<stream::listener<TypeParam>>(this->engine);
  auto second = std::make_unique<stream::connector<TypeParam>>(this->engine);
  auto accepted = first->accept(this->server.emplace(this->engine, this->domain));
  auto connected = second->connect(this->client.emplace(this->engine, this->domain), any_address,
                                   std::to_string(first->port()));
  ASSERT_TRUE(connected.get());
  ASSERT_TRUE(accepted.get());
  first.reset();
  second.reset();
  const std::array<std::byte, 3> bytes{};
  EXPECT_EQ(this->client->write_some(bytes, long_enough).bytes, 3u);
  std::array<std::byte, 8> piece;
  EXPECT_EQ(this->server->read_some(piece, long_enough).bytes, 3u);
  // Each side notices the end of the other, though it sends nothing.
  this->client->shutdown_send();
  this->server->shutdown_send();
  EXPECT_TRUE(this->client->close(long_enough));
  EXPECT_TRUE(this->server->close(long_enough));
}

TYPED_TEST(links, that_wait_end_with_their_listener) {
  std::optional<stream::listener<TypeParam>> door(std::in_place, this->engine);
  auto accepting = door->accept(this->server.emplace(this->engine, this->domain));
  door.reset();
  ASSERT_TRUE(accepting.is_done());
  const auto how = accepting.get();
  ASSERT_FALSE(how);
  EXPECT_EQ(how.error().code(), std::errc::operation_canceled) << how.error().what();
}

TYPED_TEST(links, connect_channels_of_messages_with_their_like) {
  stream::message_channel<TypeParam> from(this->engine, this->domain),
      to(this->engine, this->domain), other(this->engine, this->domain);
  // A stream of bytes waits, so a channel is refused.
  auto accepted = this->listener.accept(this->server.emplace(this->engine, this->domain));
  const auto refused = this->connector.connect(other, any_address, this->port()).get();
  ASSERT_FALSE(refused);
  ASSERT_TRUE(refused.error().rejected()) << refused.error().what();
  ASSERT_TRUE(this->connect(this->client.emplace(this->engine, this->domain)).get());
  ASSERT_TRUE(accepted.get());

  auto taken = this->listener.accept(to);
  ASSERT_TRUE(this->connector.connect(from, any_address, this->port()).get());
  ASSERT_TRUE(taken.get());
  const std::array<std::byte, 7> sent{std::byte{1}};
  EXPECT_EQ(from.send(sent, long_enough), stream_status::ok);
  EXPECT_EQ(to.receive(long_enough).size(), sent.size());
}

/// Sends the memory as slices, which are not copied.
template <class Stream>
task<> send_slices(Stream& to, const mr& from, std::size_t most) {
  for (std::size_t at = 0; at < from.length(); at += most) {
    const auto put = co_await to.send(from.slice(at, std::min(most, from.length() - at)));
    EXPECT_TRUE(put) << name(put.status);
  }
  to.shutdown_send();
}

TYPED_TEST(links, carry_slices_and_messages_of_any_length) {
  const auto from =
      mr::allocate(this->domain, 100'000, {.access = access::local_write | access::remote_read});
  const auto into = mr::allocate(this->domain, 100'000, {.access = access::local_write});
  for (std::size_t i = 0; i < from.length(); ++i) from.memory()[i] = std::byte(i * 31 >> 3);
  this->open();
  auto sends = send_slices(*this->client, from, 30'000);
  sends.start();
  std::size_t count = 0;
  while (const auto got = this->server->read_some(into.memory().subspan(count), long_enough)) {
    count += got.bytes;
    if (count == from.length()) break;
  }
  EXPECT_EQ(std::memcmp(into.memory().data(), from.memory().data(), count), 0) << count;
  EXPECT_EQ(this->client->statistics().bytes_in_place, from.length());

  stream::message_channel<TypeParam> out(this->engine, this->domain),
      in(this->engine, this->domain, {.lend_from = 50'000});
  auto taken = this->listener.accept(in);
  ASSERT_TRUE(this->connector.connect(out, any_address, this->port()).get());
  ASSERT_TRUE(taken.get());
  for (const std::size_t length : {1u, 60u, 5000u, 30'000u, 100'000u}) {
    std::fill(into.memory().begin(), into.memory().end(), std::byte(0));
    auto sent = stream_status::busy;
    auto send = [&]() -> task<> { sent = co_await out.send(from, 0, length); };
    auto sending = send();
    sending.start();
    EXPECT_EQ(in.receive_into(into, 0, into.length(), long_enough).bytes, length);
    EXPECT_EQ(std::memcmp(into.memory().data(), from.memory().data(), length), 0) << length;
    ASSERT_TRUE(this->until([&] { return sending.is_done(); }));
    EXPECT_EQ(sent, stream_status::ok) << name(sent);
  }
  EXPECT_EQ(out.statistics().lent, 1u);
}

TEST(links_of_streams_that_share, grow_their_windows) {
  using engine_type = stream::verbs_engine;
  const auto device = testing::device_under_test();
  const pd domain(device);
  engine_type engine(device, {.cqes = 1024});
  engine.share_receives(domain, {.slots = 256, .slot_bytes = 64});
  stream::connector<engine_type> connector(engine);
  stream::listener<engine_type> listener(engine);
  stream::byte_stream<engine_type> client(engine, domain,
                                          {.receives = stream::receive_from::shared}),
      server(engine, domain, {.receives = stream::receive_from::shared});
  auto accepted = listener.accept(server);
  auto connected = connector.connect(client, any_address, std::to_string(listener.port()));
  connected.get().check();
  accepted.get().check();
  EXPECT_EQ(engine.free_receives(), 256u - 14);
  const std::vector<std::byte> all(64 * 100, std::byte{7});
  std::vector<std::byte> got(all.size());
  std::size_t put = 0, taken = 0;
  std::uint32_t fewest = 256;
  EXPECT_TRUE(engine.run_until(
      [&] {
        put += client.try_write(std::span(all).subspan(put)).bytes;
        (void)client.core().is_writable();
        taken += server.try_read(std::span(got).subspan(taken)).bytes;
        fewest = std::min(fewest, engine.free_receives());
        return taken == all.size();
      },
      long_enough));
  EXPECT_EQ(got, all);
  EXPECT_LT(fewest, 256u - 14);  // the peer has said that it knows windows that grow
  client.shutdown_send();
  server.shutdown_send();
  EXPECT_TRUE(server.close(long_enough));
  EXPECT_TRUE(client.close(long_enough));
  EXPECT_EQ(engine.free_receives(), 256u);
}

}  // namespace
}  // namespace verbatim
