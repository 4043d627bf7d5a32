// Connections by rdma_cm: their beginning, their values, and their end.
#include <dlfcn.h>
#include <infiniband/verbs.h>

#include <atomic>
#include <thread>

#include "cm_fixture.hpp"
#include "processor_time.hpp"

namespace {

std::atomic<int> gid_tables_read = 0;

}  // namespace

/// In the place of libibverbs', for the library as well. ibv_query_gid_table() calls it.
extern "C" ssize_t _ibv_query_gid_table(ibv_context* context, ibv_gid_entry* entries,
                                        std::size_t most, std::uint32_t flags, std::size_t size) {
  ++gid_tables_read;
  static const auto of_libibverbs =
      reinterpret_cast<decltype(&_ibv_query_gid_table)>(dlsym(RTLD_NEXT, "_ibv_query_gid_table"));
  return of_libibverbs(context, entries, most, flags, size);
}

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using testing::bytes_of;
using testing::cm_end;
using testing::text_of;

class cm_connections : public testing::cm_fixture {};

TEST_F(cm_connections, ByHostAndPortCarryDataAndPrivateData) {
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  accept_next(listener, server,
              {.private_data = bytes_of("from the server"),
               .end = {.post_receives = [&] { server.receive(); }}});

  auto route = route_to(listener);
  EXPECT_EQ(route.device(), context.name());
  EXPECT_EQ(route.port(), 1);
  EXPECT_EQ(route.peer(), cm::address::parse(address, listener.port()));
  auto connection =
      std::move(route).connect(client.qp, {.private_data = bytes_of("from the client")});
  EXPECT_EQ(client.qp.state(), qp_state::rts);
  EXPECT_EQ(text_of(connection.private_data(), 15), "from the server");
  EXPECT_EQ(connection.peer().port(), listener.port());

  ASSERT_TRUE(client.send("hello")) << *client.last;  // on iWARP the active end sends first
  ASSERT_TRUE(until([&] { return accepted.has_value(); })) << (refused ? refused->what() : "");
  EXPECT_EQ(asked, "from the client");
  EXPECT_EQ(accepted->peer(), connection.local());
  ASSERT_TRUE(server.completes());
  EXPECT_EQ(std::string(server.memory.data(), 5), "hello");

  auto how = cm::ending::not_yet;
  accepted->on_end([&](cm::ending end) { how = end; });
  EXPECT_TRUE(connection.disconnect(long_enough));
  EXPECT_FALSE(connection.is_open());
  ASSERT_TRUE(until([&] { return how != cm::ending::not_yet; }));
  EXPECT_EQ(how, cm::ending::by_peer);
  EXPECT_EQ(server.qp.state(), qp_state::error);
  EXPECT_EQ(client.qp.state(), qp_state::error);
}

TEST_F(cm_connections, KnowTheirPathAndTheRnrTimer) {
  if (is_iwarp()) GTEST_SKIP() << "iWARP has no path records and no RNR timers";
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  accept_next(listener, server, {.end = {.min_rnr_timer = rnr_timer::ms_0_08}});
  auto route = route_to(listener);
  ASSERT_TRUE(route.path().has_value());
  const auto way = verbatim::route(*route.path());
  if (is_roce()) {
    EXPECT_EQ(way.dgid, cm::address::parse(address)->gid());
  } else {
    EXPECT_EQ(way.dgid, context.gid_table(1).front().gid);  // both ends are on the same port
  }
  auto connection = std::move(route).connect(client.qp);
  ASSERT_TRUE(until([&] { return accepted.has_value(); }));
  EXPECT_EQ(server.qp.query().rtr->min_rnr_timer, rnr_timer::ms_0_08);
  EXPECT_EQ(client.qp.query().rtr->min_rnr_timer, rnr_timer::ms_0_64);
  EXPECT_EQ(client.qp.query().peer->qpn, server.qp.qpn());
  EXPECT_EQ(server.qp.query().peer->qpn, client.qp.qpn());
}

TEST_F(cm_connections, TakeTheirOptions) {
  if (is_iwarp()) GTEST_SKIP() << "iWARP has no acknowledgements of packets";
  cm::listener listener(loop, {.id = {.ack_timeout = ack_timeout(15)}});
  cm_end server(pd), client(pd);
  accept_next(listener, server, {.end = {.max_rd_atomic = 2}});
  auto connection =
      route_to(listener, {.id = {.type_of_service = 0x68, .ack_timeout = ack_timeout(16)}})
          .connect(client.qp, {.end = {.retry_cnt = 3}});
  ASSERT_TRUE(until([&] { return accepted.has_value(); }));
  const auto at_client = client.qp.query();
  EXPECT_EQ(at_client.rts->timeout, ack_timeout(16));
  EXPECT_EQ(server.qp.query().rts->timeout, ack_timeout(15));
  EXPECT_EQ(at_client.rts->retry_cnt, 3);
  if (is_roce()) {
    EXPECT_EQ(at_client.rtr->path.traffic_class, 0x68);
  }
  EXPECT_EQ(at_client.rts->max_rd_atomic, 2);
  EXPECT_EQ(server.qp.query().rtr->max_dest_rd_atomic, 2);
}

TEST_F(cm_connections, HaveTheMostPrivateDataThatEachMessageHasRoomFor) {
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  std::array<std::byte, cm::request_data::limit> most;
  most.fill(std::byte{0x5a});
  std::array<std::byte, cm::reply_data::limit> reply;
  reply.fill(std::byte{0xa5});
  std::vector<std::byte> came;
  listener.on_request([&](cm::connection_request request) {
    came.assign(request.private_data().begin(), request.private_data().end());
    std::move(request).accept(server.qp, {.private_data = reply},
                              [&](cm::outcome<cm::connection> how) { accepted = *std::move(how); });
  });
  auto connection = route_to(listener).connect(client.qp, {.private_data = most});
  EXPECT_EQ(came, std::vector(most.begin(), most.end()));
  EXPECT_EQ(std::vector(connection.private_data().begin(), connection.private_data().end()),
            std::vector(reply.begin(), reply.end()));
  if (is_iwarp()) (void)client.send("!");  // iWARP waits for the first message of the active end
  EXPECT_TRUE(until([&] { return accepted.has_value(); }));
}

TEST_F(cm_connections, AreRejectedWithData) {
  cm::listener listener(loop);
  cm_end client(pd);
  listener.on_request(
      [](cm::connection_request request) { std::move(request).reject(bytes_of("no room")); });
  try {
    (void)route_to(listener).connect(client.qp);
    FAIL() << "it was rejected";
  } catch (const cm::error& error) {
    EXPECT_EQ(error.code(), std::errc::connection_refused);
    ASSERT_NE(error.rejected(), nullptr) << error.what();
    EXPECT_EQ(error.rejected()->reason, cm::reject_reason::by_program);
    EXPECT_EQ(text_of(error.rejected()->data, 7), "no room");
    EXPECT_NE(error.advice().find("It says: no room"), std::string::npos) << error.what();
  }
  // It can be used again, except on iWARP, where it has left RESET before.
  EXPECT_EQ(client.qp.state(), is_iwarp() ? qp_state::error : qp_state::reset);
}

TEST_F(cm_connections, AreRejectedByARequestThatIsDropped) {
  cm::listener listener(loop);
  cm_end client(pd);
  listener.on_request([](cm::connection_request) {});
  const auto message = message_of([&] { (void)route_to(listener).connect(client.qp); });
  EXPECT_NE(message.find("refused"), std::string::npos) << message;
}

TEST_F(cm_connections, EndWithTheirLastHandle) {
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  accept_next(listener, server);
  auto how = cm::ending::not_yet;
  {
    auto connection = route_to(listener).connect(client.qp);
    if (is_iwarp()) (void)client.send("!");
    ASSERT_TRUE(until([&] { return accepted.has_value(); }));
    accepted->on_end([&](cm::ending end) { how = end; });
  }
  EXPECT_EQ(client.qp.state(), qp_state::error);
  ASSERT_TRUE(until([&] { return how != cm::ending::not_yet; }));
  EXPECT_EQ(how, cm::ending::by_peer);
}

TEST_F(cm_connections, ArriveAtAListenerThatIsAsked) {
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  std::optional<cm::connection> made;
  cm::resolve(loop, address, port_of(listener), {}, [&](cm::outcome<cm::route> route) {
    ASSERT_TRUE(route) << route.error().what();
    (*std::move(route)).connect(client.qp, {}, [&](cm::outcome<cm::connection> how) {
      ASSERT_TRUE(how) << how.error().what();
      made = *std::move(how);
      if (is_iwarp()) (void)client.send("!");
    });
  });
  auto request = listener.next(long_enough);
  EXPECT_EQ(request.device(), context.name());
  EXPECT_EQ(request.local().port(), listener.port());
  const auto connection =
      std::move(request).accept(server.qp, {.end = {.post_receives = [&] { server.receive(); }}});
  EXPECT_TRUE(connection.is_open());
  // On iWARP, the passive end may be ready first.
  EXPECT_TRUE(until([&] { return made.has_value(); }));
}

TEST_F(cm_connections, GoOnInAnotherReactorWhereTheRequestWasHandedTo) {
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  cm::reactor other;
  std::optional<cm::connection_request> handed;
  listener.on_request(
      [&](cm::connection_request request) { handed = std::move(request).migrate(other); });
  std::optional<cm::connection> made;
  cm::resolve(loop, address, port_of(listener), {}, [&](cm::outcome<cm::route> route) {
    (*std::move(route)).connect(client.qp, {}, [&](cm::outcome<cm::connection> how) {
      ASSERT_TRUE(how) << how.error().what();
      made = *std::move(how);
      if (is_iwarp()) (void)client.send("!");
    });
  });
  ASSERT_TRUE(until([&] { return handed.has_value(); }));
  std::thread worker([&] { accepted = std::move(*handed).accept(server.qp); });
  EXPECT_TRUE(until([&] { return made.has_value(); }));
  worker.join();
  EXPECT_TRUE(accepted->close().complete());
  EXPECT_TRUE(until([&] { return !made->is_open(); }));
}

TEST_F(cm_connections, ComeAndGoByTheDozen) {
  cm::listener listener(loop);
  for (int i = 0; i < 24; ++i) {
    cm_end server(pd), client(pd);
    accepted.reset();
    accept_next(listener, server);
    auto connection = route_to(listener).connect(client.qp);
    if (is_iwarp()) (void)client.send("!");
    ASSERT_TRUE(until([&] { return accepted.has_value(); }));
    ASSERT_TRUE(connection.disconnect(long_enough));
    ASSERT_TRUE(until([&] { return !accepted->is_open(); }));
  }
}

/// An edge-triggered event loop calls turn() once for several events.
TEST_F(cm_connections, ReachAProgramInOneTurn) {
  cm::reactor of_clients;
  cm::listener listener(loop);
  std::size_t requests = 0;
  listener.on_request([&](cm::connection_request) { ++requests; });  // which rejects it
  std::vector<std::unique_ptr<cm_end>> ends;
  std::size_t begun = 0;
  for (int i = 0; i < 3; ++i) {
    auto& end = *ends.emplace_back(std::make_unique<cm_end>(pd));
    cm::resolve(of_clients, address, port_of(listener), {}, [&](cm::outcome<cm::route> route) {
      ASSERT_TRUE(route) << route.error().what();
      (*std::move(route)).connect(end.qp, {}, [](cm::outcome<cm::connection>) {});
      ++begun;
    });
  }
  while (begun < 3) (void)of_clients.turn(50ms);
  std::this_thread::sleep_for(500ms);  // until all three have arrived
  (void)loop.turn(long_enough);
  EXPECT_EQ(requests, 3u);
}

TEST_F(cm_connections, TakeNoProcessorTimeWhileNothingComes) {
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  accept_next(listener, server);
  const auto connection = route_to(listener).connect(client.qp);
  if (is_iwarp()) (void)client.send("!");
  ASSERT_TRUE(until([&] { return accepted.has_value(); }));
  const auto before = processor_time();
  EXPECT_NE(message_of([&] { (void)listener.next(2s); }).find("nobody has connected in time"),
            std::string::npos);
  EXPECT_LT(processor_time() - before, next_to_nothing);
  EXPECT_TRUE(connection.is_open() && accepted->is_open());
}

/// A table may have a thousand entries, and to read it then takes a quarter of the time of a connection.
TEST_F(cm_connections, ReadNoGidTables) {
  (void)context.gid_table(1);
  const int before = gid_tables_read;
  ASSERT_GT(before, 0) << "this test does not see it";
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  accept_next(listener, server);
  const auto connection = route_to(listener).connect(client.qp);
  if (is_iwarp()) (void)client.send("!");
  ASSERT_TRUE(until([&] { return accepted.has_value(); }));
  EXPECT_EQ(gid_tables_read, before);
}

TEST_F(cm_connections, CloseFromAnyThread) {
  cm::listener listener(loop);
  for (int i = 0; i < 8; ++i) {
    cm_end server(pd), client(pd);
    accepted.reset();
    accept_next(listener, server);
    auto connection = route_to(listener).connect(client.qp);
    if (is_iwarp()) (void)client.send("!");
    ASSERT_TRUE(until([&] { return accepted.has_value(); }));
    std::thread one([&] { EXPECT_TRUE(connection.close().complete()); });
    std::thread other([mine = *std::exchange(accepted, std::nullopt)]() mutable {
      EXPECT_TRUE(mine.close().complete());
    });
    (void)until([&] { return !connection.is_open(); });
    one.join();
    other.join();
    EXPECT_EQ(client.qp.state(), qp_state::error);
  }
}

TEST_F(cm_connections, EndOperationsUnderWayWithTheReactor) {
  cm::listener listener(loop);
  cm_end client(pd);
  std::optional<cm::error> how;
  cm::reactor other;
  cm::resolve(other, address, port_of(listener), {}, [&](cm::outcome<cm::route> route) {
    (*std::move(route)).connect(client.qp, {}, [&](cm::outcome<cm::connection> made) {
      if (!made) how = made.error();
    });
    other.post([&] { other.close(); });
  });
  while (other.is_open()) (void)other.turn(50ms);
  while (!how) (void)other.turn(50ms);
  EXPECT_EQ(how->code(), std::errc::operation_canceled);
  EXPECT_NE(message_of([&] { (void)other.turn(); }).find("closed"), std::string::npos);
}

}  // namespace
}  // namespace verbatim
