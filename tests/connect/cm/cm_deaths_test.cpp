// Peers that are killed at each step of a connection. The other end learns of it within its deadline.
#include "cm_fixture.hpp"
#include "other_process.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

/// One program: a device, an event loop and a queue pair. Make it after fork.
class program : public testing::cm_fixture {
 public:
  using cm_fixture::accepted;
  using cm_fixture::is_iwarp;
  using cm_fixture::loop;
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

/// A client that connects to the port that it is told, reports, and keeps the connection.
void be_a_client(const other_process::reporter& parent) {
  const auto port = parent.hear();
  program its;
  const auto connection =
      its.route_to_port(port).connect(its.end.qp, {.end = its.post_receives(), .timeout = 30s});
  parent.say(1);
  parent.stay();
}

/// A server that says its port once it is told to begin, and that it has taken a request. It accepts one if
/// it is told 1.
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

/// The peers. librdmacm does not work in a process that was forked after its first call.
class cm_deaths : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    for (auto& one : clients) one = std::make_unique<other_process>(be_a_client);
    for (auto& one : servers) one = std::make_unique<other_process>(be_a_server);
  }
  static void TearDownTestSuite() {
    for (auto& one : clients) one.reset();
    for (auto& one : servers) one.reset();
  }
  static inline std::array<std::unique_ptr<other_process>, 2> clients;
  static inline std::array<std::unique_ptr<other_process>, 3> servers;
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

}  // namespace
}  // namespace verbatim
