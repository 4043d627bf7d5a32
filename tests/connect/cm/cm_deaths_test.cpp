// Peers that are killed at each step of a connection, of datagrams and of a group. The calls of the other end
// end within their deadline.
#include "cm_fixture.hpp"
#include "datagram_end.hpp"
#include "other_process.hpp"
#include "verbatim/connect/cm/datagram.hpp"
#include "verbatim/connect/cm/group.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

/// One program: a device, an event loop and a queue pair. Make it after fork.
class program : public testing::cm_fixture {
 public:
  using cm_fixture::accepted;
  using cm_fixture::address;
  using cm_fixture::is_iwarp;
  using cm_fixture::loop;
  using cm_fixture::pd;
  using cm_fixture::route_to;
  using cm_fixture::until;

  cm::listener listen() { return cm::listener(loop, {.address = address}); }
  cm::route route_to_port(std::uint32_t port) {
    return cm::resolve(loop, address, std::to_string(port));
  }
  auto post_receives() {
    return cm::end_options{.post_receives = [this] { end.receive(); }};
  }

  testing::cm_end end{pd};

 private:
  void TestBody() override {}
};

constexpr auto deadline = 5s;

/// A client that connects to the port that it gets, reports, and keeps the connection.
void be_a_client(const other_process::reporter& parent) {
  const auto port = parent.hear();
  program its;
  const auto connection =
      its.route_to_port(port).connect(its.end.qp, {.end = its.post_receives(), .timeout = 30s});
  parent.say(1);
  parent.stay();
}

/// A server that prints its port when it may begin, and that it has taken a request. It accepts the request
/// if it reads a 1.
void be_a_server(const other_process::reporter& parent) {
  const bool accepts = parent.hear() == 1;
  program its;
  auto listener = its.listen();
  parent.say(listener.port());
  auto request = listener.next(30s);
  parent.say(2);
  if (!accepts) parent.stay();
  const auto connection = std::move(request).accept(its.end.qp, {.end = its.post_receives()});
  parent.say(3);
  parent.stay();
}

/// A client that gets the server's acceptance, and reports instead of confirming it.
void be_a_client_that_does_not_confirm(const other_process::reporter& parent) {
  const auto port = parent.hear();
  program its;
  const auto stays = [&] {
    parent.say(1);
    parent.stay();
  };
  (void)its.route_to_port(port).connect(its.end.qp, {.end = {.post_receives = stays}});
}

/// A server of datagrams that prints its port when it may begin, and that it has taken a request. It accepts
/// the request if it reads a 1.
void be_a_datagram_server(const other_process::reporter& parent) {
  const bool accepts = parent.hear() == 1;
  program its;
  testing::datagram_end end(its.pd);
  cm::datagram_listener listener(its.loop, {.address = its.address});
  parent.say(listener.port());
  auto request = listener.next(30s);
  if (accepts) std::move(request).accept(end.qp);
  parent.say(2);
  parent.stay();
}

/// A client of datagrams that asks on the port that it gets.
void be_a_datagram_client(const other_process::reporter& parent) {
  const auto port = parent.hear();
  program its;
  (void)cm::resolve_datagrams(its.loop, its.address, std::to_string(port))
      .look_up({.timeout = 30s});
  parent.stay();
}

constexpr auto the_group = "239.1.2.3";

/// A member of a group, which joins on request.
void be_a_member(const other_process::reporter& parent) {
  (void)parent.hear();
  program its;
  testing::datagram_end end(its.pd);
  const auto joined =
      cm::join(its.loop, end.qp, the_group, {.source = cm::address::parse(its.address)});
  end.receive();
  parent.say(1);
  parent.say(end.completes() ? 2 : 3);
  parent.stay();
}

/// The peers. librdmacm does not work in a process that was forked after its first call.
class cm_deaths : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    for (auto& one : clients) one = std::make_unique<other_process>(be_a_client);
    for (auto& one : servers) one = std::make_unique<other_process>(be_a_server);
    unsure = std::make_unique<other_process>(be_a_client_that_does_not_confirm);
    for (auto& one : datagram_servers) {
      one = std::make_unique<other_process>(be_a_datagram_server);
    }
    datagram_client = std::make_unique<other_process>(be_a_datagram_client);
    member = std::make_unique<other_process>(be_a_member);
  }
  static void TearDownTestSuite() {
    for (auto& one : clients) one.reset();
    for (auto& one : servers) one.reset();
    for (auto& one : datagram_servers) one.reset();
    for (auto* const one : {&unsure, &datagram_client, &member}) one->reset();
  }
  static inline std::array<std::unique_ptr<other_process>, 2> clients;
  static inline std::array<std::unique_ptr<other_process>, 3> servers, datagram_servers;
  static inline std::unique_ptr<other_process> unsure, datagram_client, member;
};

void expect_that_it_ended(program& its, const cm::connection& connection) {
  const auto begin = clock::now();
  EXPECT_TRUE(its.until([&] { return !connection.is_open(); }));
  EXPECT_LT(clock::now() - begin, deadline);
  EXPECT_EQ(connection.ended(), cm::ending::by_peer);
  EXPECT_FALSE(its.end.completes());
  ASSERT_TRUE(its.end.last) << "the receive stays posted";
  EXPECT_EQ(its.end.last->status(), wc_status::wr_flush_err);
}

TEST_F(cm_deaths, of_a_client_that_was_not_accepted) {
  auto& client = *clients[0];
  program its;
  auto listener = its.listen();
  client.tell(listener.port());
  auto request = listener.next(long_enough);
  client.kill_it();
  const auto begin = clock::now();
  EXPECT_THROW((void)std::move(request).accept(its.end.qp, {.timeout = 2s}), verbatim::error);
  EXPECT_LT(clock::now() - begin, deadline);
}

TEST_F(cm_deaths, of_a_client_that_is_connected) {
  auto& client = *clients[1];
  program its;
  auto listener = its.listen();
  client.tell(listener.port());
  const auto connection =
      listener.next(long_enough).accept(its.end.qp, {.end = its.post_receives()});
  EXPECT_EQ(client.hear(), 1u);
  client.kill_it();
  expect_that_it_ended(its, connection);
}

TEST_F(cm_deaths, of_a_server_that_listened) {
  auto& server = *servers[0];
  program its;
  server.tell(0);
  auto route = its.route_to_port(server.hear());
  server.kill_it();
  const auto begin = clock::now();
  try {
    (void)std::move(route).connect(its.end.qp);
    FAIL() << "nobody listens";
  } catch (const cm::error& error) {
    EXPECT_EQ(error.code(), std::errc::connection_refused) << error.what();
    // On iWARP, TCP refuses, without a reason.
    if (!its.is_iwarp()) {
      ASSERT_NE(error.rejected(), nullptr) << error.what();
      EXPECT_EQ(error.rejected()->reason, cm::reject_reason::no_listener);
    }
  }
  EXPECT_LT(clock::now() - begin, deadline);
}

TEST_F(cm_deaths, of_a_server_that_has_not_accepted) {
  auto& server = *servers[1];
  program its;
  server.tell(0);
  const auto port = server.hear();
  std::optional<cm::outcome<cm::connection>> outcome;
  its.route_to_port(port).connect(
      its.end.qp, {.timeout = 4s},
      [&](cm::outcome<cm::connection> how) { outcome = std::move(how); });
  EXPECT_EQ(server.hear(), 2u);
  server.kill_it();
  const auto begin = clock::now();
  EXPECT_TRUE(its.until([&] { return outcome.has_value(); }));
  EXPECT_LT(clock::now() - begin, deadline);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(*outcome);
}

TEST_F(cm_deaths, of_a_server_that_is_connected) {
  auto& server = *servers[2];
  program its;
  server.tell(1);
  const auto port = server.hear();
  const auto connection = its.route_to_port(port).connect(its.end.qp, {.end = its.post_receives()});
  EXPECT_EQ(server.hear(), 2u);
  EXPECT_EQ(server.hear(), 3u);
  server.kill_it();
  expect_that_it_ended(its, connection);
}

TEST_F(cm_deaths, of_a_client_that_has_not_confirmed) {
  program its;
  if (its.is_iwarp()) GTEST_SKIP() << "iWARP has no confirmation";
  auto listener = its.listen();
  unsure->tell(listener.port());
  std::optional<cm::outcome<cm::connection>> outcome;
  listener.next(long_enough)
      .accept(its.end.qp, {.end = its.post_receives(), .timeout = 4s},
              [&](cm::outcome<cm::connection> how) { outcome = std::move(how); });
  EXPECT_EQ(unsure->hear(), 1u);
  EXPECT_FALSE(outcome) << "the client has not confirmed";
  unsure->kill_it();
  const auto begin = clock::now();
  EXPECT_TRUE(its.until([&] { return outcome.has_value(); }));
  EXPECT_LT(clock::now() - begin, deadline);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(*outcome);
  EXPECT_FALSE(its.end.completes());
  ASSERT_TRUE(its.end.last) << "the receive stays posted";
  EXPECT_EQ(its.end.last->status(), wc_status::wr_flush_err);
}

/// Expects that looking up the peer on the port ends in time, with an error.
void expect_no_answer(program& its, std::uint32_t port, const std::function<void()>& meanwhile) {
  std::optional<cm::outcome<cm::datagram_peer>> outcome;
  cm::resolve_datagrams(its.loop, its.address, std::to_string(port))
      .look_up({.timeout = 4s},
               [&](cm::outcome<cm::datagram_peer> how) { outcome = std::move(how); });
  meanwhile();
  const auto begin = clock::now();
  EXPECT_TRUE(its.until([&] { return outcome.has_value(); }));
  EXPECT_LT(clock::now() - begin, deadline);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(*outcome);
}

TEST_F(cm_deaths, of_a_datagram_server_that_listened) {
  auto& server = *datagram_servers[0];
  program its;
  if (its.is_iwarp()) GTEST_SKIP() << "iWARP has no datagrams";
  server.tell(0);
  const auto port = server.hear();
  server.kill_it();
  expect_no_answer(its, port, [] {});
}

TEST_F(cm_deaths, of_a_datagram_server_that_has_not_answered) {
  auto& server = *datagram_servers[1];
  program its;
  if (its.is_iwarp()) GTEST_SKIP() << "iWARP has no datagrams";
  server.tell(0);
  const auto port = server.hear();
  expect_no_answer(its, port, [&] {
    EXPECT_EQ(server.hear(), 2u);
    server.kill_it();
  });
}

TEST_F(cm_deaths, of_a_datagram_server_that_has_answered) {
  auto& server = *datagram_servers[2];
  program its;
  if (its.is_iwarp()) GTEST_SKIP() << "iWARP has no datagrams";
  server.tell(1);
  const auto port = server.hear();
  const auto peer =
      cm::resolve_datagrams(its.loop, its.address, std::to_string(port)).look_up({.timeout = 4s});
  EXPECT_EQ(server.hear(), 2u);
  server.kill_it();
  testing::datagram_end end(its.pd);
  EXPECT_TRUE(end.send("nobody hears it", peer.handle(its.pd).destination(peer.qkey)));
}

TEST_F(cm_deaths, of_a_datagram_client_that_waits) {
  program its;
  if (its.is_iwarp()) GTEST_SKIP() << "iWARP has no datagrams";
  testing::datagram_end end(its.pd);
  cm::datagram_listener listener(its.loop, {.address = its.address});
  datagram_client->tell(listener.port());
  auto request = listener.next(long_enough);
  datagram_client->kill_it();
  const auto begin = clock::now();
  EXPECT_NO_THROW(std::move(request).accept(end.qp)) << "the answer is sent, and nobody hears it";
  EXPECT_LT(clock::now() - begin, deadline);
  EXPECT_TRUE(listener.close().complete());
}

TEST_F(cm_deaths, of_a_member_of_a_group) {
  program its;
  if (its.is_iwarp()) GTEST_SKIP() << "iWARP has no groups";
  testing::datagram_end end(its.pd);
  auto group = cm::join(its.loop, end.qp, the_group,
                        {.source = cm::address::parse(its.address), .send_only = true});
  const auto to = group.peer().handle(its.pd);
  const auto destination = to.destination(group.peer().qkey);
  member->tell(0);
  EXPECT_EQ(member->hear(), 1u);
  EXPECT_TRUE(end.send("to a member", destination));
  EXPECT_EQ(member->hear(), 2u) << "it has not received";
  member->kill_it();
  const auto begin = clock::now();
  EXPECT_TRUE(end.send("to nobody", destination));
  EXPECT_TRUE(group.leave().complete());
  EXPECT_LT(clock::now() - begin, deadline);
  // The group can be joined again.
  EXPECT_TRUE(
      cm::join(its.loop, end.qp, the_group, {.source = cm::address::parse(its.address)}).is_open());
}

}  // namespace
}  // namespace verbatim
