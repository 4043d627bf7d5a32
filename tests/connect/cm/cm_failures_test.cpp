// Connections by rdma_cm that go wrong: each ends with a clear error, within its deadline.
#include "cm_fixture.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using testing::bytes_of;
using testing::cm_end;

class cm_failures : public testing::cm_fixture {
 protected:
  using clock = std::chrono::steady_clock;

  /// The error of an action, and how long it took.
  template <class Action>
  cm::error error_of(Action&& action) {
    const auto begin = clock::now();
    try {
      action();
    } catch (const cm::error& error) {
      took = clock::now() - begin;
      return error;
    }
    ADD_FAILURE() << "no error";
    return cm::error(0, "", "", "");
  }

  clock::duration took{};
};

TEST_F(cm_failures, NobodyListens) {
  cm_end client(pd);
  std::string port;
  {
    cm::listener listener(loop);
    port = port_of(listener);
  }
  const auto error = error_of([&] { (void)cm::resolve(loop, address, port).connect(client.qp); });
  EXPECT_EQ(error.code(), std::errc::connection_refused) << error.what();
  if (!is_iwarp()) {
    ASSERT_NE(error.rejected(), nullptr);
    EXPECT_EQ(error.rejected()->reason, cm::reject_reason::no_listener);
    EXPECT_NE(std::string(error.what()).find("nobody listens"), std::string::npos) << error.what();
  }
}

TEST_F(cm_failures, ANameThatDoesNotResolve) {
  const auto error =
      error_of([&] { (void)cm::resolve(loop, "no-such-host.invalid", "7471", {.timeout = 3s}); });
  EXPECT_EQ(error.call(), "getaddrinfo") << error.what();
  EXPECT_LT(took, 8s);
}

TEST_F(cm_failures, AServiceThatNobodyKnows) {
  const auto error = error_of([&] { (void)cm::resolve(loop, address, "no-such-service"); });
  EXPECT_NE(std::string(error.what()).find("give the port as a number"), std::string::npos)
      << error.what();
}

TEST_F(cm_failures, AnAddressThatNobodyHas) {
  // Documentation addresses are on no network (RFC 5737).
  const auto error =
      error_of([&] { (void)cm::resolve(loop, "203.0.113.7", "7471", {.timeout = 2s}); });
  EXPECT_NE(std::string(error.what()).find("rdma_resolve_addr"), std::string::npos) << error.what();
  EXPECT_LT(took, 8s);
}

TEST_F(cm_failures, ASourceThatIsNotOfThisMachine) {
  const auto error = error_of([&] {
    (void)cm::resolve(loop, address, "7471", {.source = cm::address::parse("203.0.113.7")});
  });
  EXPECT_EQ(error.code(), std::errc::address_not_available) << error.what();
}

TEST_F(cm_failures, APortInUse) {
  cm::listener listener(loop, {.address = address});
  const auto of_same =
      error_of([&] { cm::listener(loop, {.address = address, .port = listener.port()}); });
  EXPECT_EQ(of_same.code(), std::errc::address_in_use) << of_same.what();
  // The kernel itself says EADDRNOTAVAIL here.
  const auto of_wildcard = error_of([&] { cm::listener(loop, {.port = listener.port()}); });
  EXPECT_EQ(of_wildcard.code(), std::errc::address_in_use) << of_wildcard.what();
}

TEST_F(cm_failures, AListenerOnAnAddressThatIsNone) {
  EXPECT_NE(message_of([&] {
              cm::listener(loop, {.address = "localhost"});
            }).find("give the address as a number"),
            std::string::npos);
}

TEST_F(cm_failures, PrivateDataThatIsAByteTooLong) {
  cm::listener listener(loop);
  cm_end client(pd);
  const std::vector<std::byte> data(cm::request_data::limit + 1);
  auto route = route_to(listener);
  const auto of_request = error_of(
      [&] { (void)std::move(route).connect(client.qp, {.private_data = std::span(data)}); });
  EXPECT_EQ(of_request.code(), std::errc::message_size);
  EXPECT_NE(std::string(of_request.what()).find("57 bytes, and the message has room for 56"),
            std::string::npos)
      << of_request.what();

  std::optional<cm::error> of_reply, of_rejection;
  listener.on_request([&](cm::connection_request request) {
    const std::vector<std::byte> reply(cm::reply_data::limit + 1);
    of_reply = error_of([&] {
      std::move(request).accept(client.qp, {.private_data = std::span(reply)},
                                [](cm::outcome<cm::connection>) {});
    });
    const std::vector<std::byte> rejection(cm::reject_data::limit + 1);
    of_rejection = error_of([&] { std::move(request).reject(std::span(rejection)); });
  });
  EXPECT_EQ(error_of([&] { (void)route_to(listener).connect(client.qp); }).code(),
            std::errc::connection_refused)
      << "the request is dropped in the end";
  EXPECT_EQ(of_reply->code(), std::errc::message_size);
  EXPECT_EQ(of_rejection->code(), std::errc::message_size);
}

TEST_F(cm_failures, ALengthInsideThatDoesNotFit) {
  const std::array<std::byte, 3> wrong{std::byte{3}, std::byte{1}, std::byte{2}};
  EXPECT_EQ(error_of([&] { (void)cm::without_length(wrong); }).code(), std::errc::bad_message);
  const cm::measured_data<56> right(bytes_of("seven b"));
  const cm::request_data sent = right;
  EXPECT_EQ(sent.bytes().size(), 8u);
  std::array<std::byte, 56> received{};  // with zeros behind it
  std::copy(sent.bytes().begin(), sent.bytes().end(), received.begin());
  EXPECT_EQ(testing::text_of(cm::without_length(received), 56), "seven b");
  EXPECT_EQ(error_of([] { cm::measured_data<56>(std::vector<std::byte>(56)); }).code(),
            std::errc::message_size);
}

TEST_F(cm_failures, AServerThatDoesNotAccept) {
  cm::reactor of_server;
  cm::listener listener(of_server);
  cm_end client(pd);
  const auto error = error_of([&] {
    (void)cm::resolve(loop, address, port_of(listener)).connect(client.qp, {.timeout = 300ms});
  });
  EXPECT_EQ(error.code(), std::errc::timed_out) << error.what();
  EXPECT_LT(took, 8s);
  if (is_iwarp()) return;  // the kernel still waits for the server, and may connect
  // The request is there, although its peer has given up.
  auto request = listener.next(long_enough);
  cm_end server(pd);
  EXPECT_NE(message_of([&] { (void)std::move(request).accept(server.qp, {.timeout = 300ms}); }),
            "no error");
}

TEST_F(cm_failures, AClientThatConnectsAndSaysNothing) {
  if (is_iwarp()) GTEST_SKIP() << "the kernel confirms by itself";
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  cm::reactor silent;
  bool sent = false;
  cm::resolve(silent, address, port_of(listener), {}, [&](cm::outcome<cm::route> route) {
    (*std::move(route)).connect(client.qp, {}, [](cm::outcome<cm::connection>) {});
    sent = true;
  });
  while (!sent) (void)silent.turn(50ms);  // and never again
  auto request = listener.next(long_enough);
  const auto error =
      error_of([&] { (void)std::move(request).accept(server.qp, {.timeout = 300ms}); });
  EXPECT_EQ(error.code(), std::errc::timed_out) << error.what();
  EXPECT_LT(took, 8s);
  EXPECT_EQ(server.qp.state(), qp_state::error);
}

TEST_F(cm_failures, AFullBacklog) {
  cm::reactor of_server;
  cm::listener listener(of_server, {.backlog = 1});
  std::vector<std::unique_ptr<cm_end>> ends;
  std::size_t failed = 0;
  for (int i = 0; i < 3; ++i) {
    ends.push_back(std::make_unique<cm_end>(pd));
    cm::resolve(loop, address, port_of(listener), {}, [&, i](cm::outcome<cm::route> route) {
      (*std::move(route))
          .connect(ends[static_cast<std::size_t>(i)]->qp, {.timeout = 500ms},
                   [&](cm::outcome<cm::connection> how) { failed += !how; });
    });
  }
  EXPECT_TRUE(until([&] { return failed == 3; }));
}

TEST_F(cm_failures, ARouteOfAnotherKindOrDevice) {
  cm::listener listener(loop);
  cm_end client(pd);
  client.qp.close();
  EXPECT_NE(message_of([&] { (void)route_to(listener).connect(client.qp); }).find("closed"),
            std::string::npos);
}

TEST_F(cm_failures, ARouteOrARequestThatWasUsed) {
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  auto route = route_to(listener);
  std::move(route).connect(client.qp, {}, [](cm::outcome<cm::connection>) {});
  EXPECT_NE(message_of([&] {
              std::move(route).connect(client.qp, {}, [](cm::outcome<cm::connection>) {});
            }).find("resolve again"),
            std::string::npos);
  auto request = listener.next(long_enough);
  std::move(request).reject();
  EXPECT_NE(message_of([&] { (void)std::move(request).accept(server.qp); }).find("rejected"),
            std::string::npos);
}

TEST_F(cm_failures, ReceivesThatCannotBePosted) {
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  accept_next(listener, server,
              {.end = {.post_receives = [] { throw std::runtime_error("no memory"); }}});
  const auto error = error_of([&] { (void)route_to(listener).connect(client.qp); });
  EXPECT_EQ(error.code(), std::errc::connection_refused) << error.what();
  ASSERT_TRUE(until([&] { return refused.has_value(); }));
  EXPECT_NE(std::string(refused->what()).find("no memory"), std::string::npos);
}

TEST_F(cm_failures, AReactorThatIsDroppedForgetsItsOperations) {
  const auto alive = std::make_shared<int>(0);
  {
    cm::reactor dropped;
    cm::resolve(dropped, address, "7471", {}, [alive](cm::outcome<cm::route>) {});
    cm::resolve(dropped, "no-such-host.invalid", "7471", {}, [alive](cm::outcome<cm::route>) {});
    EXPECT_GT(alive.use_count(), 1);
  }
  // The name service may still be asked.
  const auto over = clock::now() + long_enough;
  while (alive.use_count() > 1 && clock::now() < over) (void)loop.turn(10ms);
  EXPECT_EQ(alive.use_count(), 1);
}

}  // namespace
}  // namespace verbatim
