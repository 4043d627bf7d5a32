// Sockets of datagrams that find one another by rdma_cm, as operations that are awaited.
#include "verbatim/stream/link/datagram_peers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/datagram_listener.hpp"
#include "verbatim/stream/link/groups.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using stream::task;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}
std::string text_of(std::span<const std::byte> bytes, std::size_t length) {
  std::string text;
  for (const auto one : bytes.first(length)) text += static_cast<char>(one);
  return text;
}

template <class Engine>
class datagram_peers : public ::testing::Test {
 protected:
  using socket = stream::datagram_socket<Engine>;
  using door_type = stream::datagram_listener<Engine>;
  using peers_type = stream::datagram_peers<Engine>;
  using looking_type =
      decltype(std::declval<peers_type&>().look_up(std::declval<socket&>(), "", ""));
  using accepting_type = decltype(std::declval<door_type&>().accept(std::declval<socket&>()));

  auto look_up(const stream::peer_options& how = {}) {
    return peers->look_up(client, testing::address_under_test(), port, how);
  }

  template <class Condition>
  bool until(Condition&& holds, std::chrono::milliseconds limit = long_enough) {
    return engine.run_until(holds, limit);
  }

  /// Waits for an operation, and counts its results.
  template <class Operation>
  static task<> count(Operation& one, int& results, int& values) {
    auto how = co_await one;
    ++results;
    if (how) ++values;
  }

  context device = testing::device_under_test();
  pd domain{device};
  Engine engine{device, {.cqes = 4096}};
  socket client{engine, domain, {.sends = 8, .receives = 8}};
  socket server{engine, domain, {.sends = 8, .receives = 8}};
  std::optional<door_type> door{std::in_place, engine};
  std::optional<peers_type> peers{std::in_place, engine};
  std::string port = std::to_string(door->port());
};

using engines = ::testing::Types<stream::direct_engine<rc, ud>, stream::verbs_engine>;
TYPED_TEST_SUITE(datagram_peers, engines);

/// Accepts callers until an accept() fails.
template <class Socket>
task<> serve(stream::datagram_listener<typename Socket::engine_type>& door, Socket& with) {
  for (;;) {
    auto accepting = door.accept(with);
    auto caller = co_await accepting;
    if (!caller) break;
  }
}

TYPED_TEST(datagram_peers, find_a_socket_and_talk_to_it) {
  const auto serve = [&]() -> task<> {
    auto accepting = this->door->accept(this->server, {.data = bytes_of("here")});
    auto caller = co_await accepting;
    EXPECT_TRUE(caller);
    if (!caller) co_return;
    EXPECT_EQ(text_of(caller->data, 4), "who?");
    const auto got = co_await this->server.receive();
    EXPECT_EQ(text_of(got.bytes(), got.size()), "hello");
    const auto sent = co_await this->server.send(got.bytes().first(4), got.reply_to());
    EXPECT_TRUE(sent) << sent.message();
  };
  const auto ask = [&]() -> task<> {
    auto asking = this->look_up({.data = bytes_of("who?")});
    auto found = co_await asking;
    EXPECT_TRUE(found);
    if (!found) co_return;
    EXPECT_EQ(found->to.qpn(), this->server.qpn());
    EXPECT_EQ(text_of(found->data, 4), "here");
    const auto sent = co_await this->client.send(bytes_of("hello"), found->to);
    EXPECT_TRUE(sent) << sent.message();
    const auto got = co_await this->client.receive();
    EXPECT_EQ(text_of(got.bytes(), got.size()), "hell");
  };
  auto serving = serve();
  serving.start();
  this->engine.run(ask());
  EXPECT_TRUE(this->until([&] { return serving.is_done(); }));
}

TYPED_TEST(datagram_peers, wait_for_accept_and_are_answered_in_order) {
  std::vector<typename TestFixture::looking_type> questions;
  for (const char* const name : {"1", "2", "3"}) {
    questions.push_back(this->look_up({.data = bytes_of(name)}));
  }
  EXPECT_FALSE(this->until([&] { return questions[0].is_done(); }, 30ms));
  std::string names;
  for (int i = 0; i < 3; ++i) {
    auto caller = this->door->accept(this->server).get();
    ASSERT_TRUE(caller) << caller.error().what();
    names += text_of(caller->data, 1);
  }
  std::sort(names.begin(), names.end());  // each request is a datagram, and may overtake others
  EXPECT_EQ(names, "123");
  for (auto& one : questions) EXPECT_TRUE(one.get());
}

TYPED_TEST(datagram_peers, say_why_nobody_was_found) {
  const auto late = this->look_up({.timeout = 30ms}).get();
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code(), std::errc::timed_out) << late.error().what();
  this->door.reset();
  const auto refused = this->look_up().get();
  ASSERT_FALSE(refused);
  ASSERT_NE(refused.error().rejected(), nullptr) << refused.error().what();
  EXPECT_EQ(refused.error().rejected()->reason, cm::reject_reason::no_listener);
  const auto nowhere = this->peers->look_up(this->client, "no such host.invalid", "1").get();
  EXPECT_FALSE(nowhere);
  const auto no_address = this->peers->look_up(this->client, cm::address()).get();
  EXPECT_FALSE(no_address);
  const std::vector<std::byte> data(cm::datagram_request_data::limit + 100);
  const auto long_data = this->look_up({.data = std::span(data)}).get();
  ASSERT_FALSE(long_data);
  EXPECT_NE(std::string(long_data.error().what()).find("room for"), std::string::npos)
      << long_data.error().what();
}

TYPED_TEST(datagram_peers, that_cannot_be_answered_are_rejected_in_words) {
  const std::vector<std::byte> data(cm::datagram_reply_data::limit + 1);
  const auto long_data = this->door->accept(this->server, {.data = std::span(data)}).get();
  ASSERT_FALSE(long_data);
  EXPECT_NE(std::string(long_data.error().what()).find("room for 136"), std::string::npos)
      << long_data.error().what();
  const auto nobody = this->door->accept(this->server, {.timeout = 20ms}).get();
  ASSERT_FALSE(nobody);
  EXPECT_EQ(nobody.error().code(), std::errc::timed_out) << nobody.error().what();
  // A socket that is closed meanwhile passes the caller on.
  std::optional<typename TestFixture::socket> closed;
  closed.emplace(this->engine, this->domain);
  auto first = this->door->accept(*closed), second = this->door->accept(this->server);
  closed.reset();
  const auto found = this->look_up().get();
  ASSERT_TRUE(found);
  ASSERT_TRUE(second.get());
  const auto gone = first.get();
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code(), std::errc::bad_file_descriptor) << gone.error().what();
}

TYPED_TEST(datagram_peers, are_cancelled_and_nothing_is_lost) {
  int results = 0, values = 0;
  auto accepting = this->door->accept(this->server);
  auto waits = this->count(accepting, results, values);
  waits.start();
  EXPECT_TRUE(accepting.cancel());
  EXPECT_FALSE(accepting.cancel());
  EXPECT_EQ(results, 0);  // not within cancel()
  ASSERT_TRUE(this->until([&] { return waits.is_done(); }));
  EXPECT_EQ(values, 0);
  EXPECT_EQ(accepting.get().error().code(), std::errc::operation_canceled);
  auto asking = this->look_up();
  auto asks = this->count(asking, results, values);
  asks.start();
  EXPECT_FALSE(this->until([] { return false; }, 20ms));  // the request is at the door
  EXPECT_TRUE(asking.cancel());
  ASSERT_TRUE(this->until([&] { return asks.is_done(); }));
  EXPECT_EQ(results, 2);
  EXPECT_EQ(values, 0);
  // The request of the caller that has given up may have arrived; the next is answered all the same.
  auto serving = serve(*this->door, this->server);
  serving.start();
  EXPECT_TRUE(this->look_up().get());
  serving = {};
  EXPECT_EQ(this->look_up({.timeout = 20ms}).get().error().code(), std::errc::timed_out);
}

TYPED_TEST(datagram_peers, may_be_destroyed_while_their_coroutines_wait) {
  int results = 0, values = 0;
  {
    auto accepting = this->door->accept(this->server);
    auto asking = this->peers->look_up(this->client, testing::address_under_test(), "9");
    std::vector<task<>> waits;
    waits.push_back(this->count(accepting, results, values));
    waits.push_back(this->count(asking, results, values));
    for (auto& one : waits) one.start();
  }
  EXPECT_TRUE(this->door->accept(this->server, {.timeout = 1ms}).get().error().code() ==
              std::errc::timed_out);
  // An operation that outlives its coroutine resumes no coroutine.
  {
    auto accepting = this->door->accept(this->server);
    {
      auto waits = this->count(accepting, results, values);
      waits.start();
    }
    EXPECT_TRUE(accepting.cancel());
    EXPECT_FALSE(this->until([] { return false; }, 5ms));
    EXPECT_EQ(accepting.get().error().code(), std::errc::operation_canceled);
  }
  // Everything that an operation needs may be gone before it is destroyed.
  auto accepting = this->door->accept(this->server);
  auto accepts = this->count(accepting, results, values);
  accepts.start();
  {
    const auto asking = this->look_up();
    stream::groups<TypeParam> members(this->engine);
    const auto joining = members.join(
        this->client, "239.1.2.8", {.source = cm::address::parse(testing::address_under_test())});
    this->peers.reset();
  }
  this->door.reset();
  EXPECT_EQ(results, 0);
  ASSERT_TRUE(this->until([&] { return accepts.is_done(); }));
  EXPECT_EQ(values, 0);
  EXPECT_EQ(accepting.get().error().code(), std::errc::operation_canceled);
}

TYPED_TEST(datagram_peers, that_are_closed_and_cancelled_at_any_time_end_once) {
  using asks_type = typename TestFixture::looking_type;
  using accepts_type = typename TestFixture::accepting_type;
  std::minstd_rand dice(7);
  int found = 0;
  for (int round = 0; round < 12; ++round) {
    auto with = std::make_unique<typename TestFixture::socket>(
        this->engine, this->domain, stream::datagram_options{.sends = 2, .receives = 2});
    std::vector<std::unique_ptr<accepts_type>> accepts;
    std::vector<std::unique_ptr<asks_type>> asks;
    std::array<int, 6> results{};
    std::array<int, 6> values{};
    std::vector<task<>> waits;
    for (std::size_t i = 0; i < 3; ++i) {
      accepts.push_back(std::unique_ptr<accepts_type>(new accepts_type(this->door->accept(*with))));
      waits.push_back(this->count(*accepts.back(), results[i], values[i]));
      asks.push_back(std::unique_ptr<asks_type>(new asks_type(this->look_up({.timeout = 40ms}))));
      waits.push_back(this->count(*asks.back(), results[3 + i], values[3 + i]));
    }
    for (auto& one : waits) one.start();
    for (int step = 0; step < 3; ++step) {
      for (auto turns = dice() % 12; turns != 0; --turns) (void)this->engine.wait(0ns);
      switch (dice() % 4) {
        case 0:
          (void)accepts[dice() % 3]->cancel();
          break;
        case 1:
          (void)asks[dice() % 3]->cancel();
          break;
        case 2:
          if (dice() % 4 == 0) with->close();
          break;
        default:
          if (dice() % 4 == 0) {
            this->door.reset();
            this->door.emplace(this->engine);
            this->port = std::to_string(this->door->port());
          }
      }
    }
    // Callers end by their time, and the others are cancelled.
    for (auto& one : asks) ASSERT_TRUE(this->until([&] { return one->is_done(); }));
    for (auto& one : accepts) (void)one->cancel();
    ASSERT_TRUE(this->until([&] {
      return std::all_of(waits.begin(), waits.end(), [](const auto& one) { return one.is_done(); });
    }));
    for (const auto one : results) EXPECT_EQ(one, 1);
    for (std::size_t i = 3; i < 6; ++i) found += values[i];
  }
  EXPECT_GT(found, 3);
}

}  // namespace
}  // namespace verbatim
