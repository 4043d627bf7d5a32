// Faults that the emulated device makes on request, one in each run: lost messages, events on a live
// connection, and a device that is taken out. meson.build has the option of each test.
#include <optional>
#include <string>
#include <utility>

#include "cm_fixture.hpp"
#include "raw_channel.hpp"
#include "verbatim/connect/cm/group.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using testing::cm_end;

class cm_made_faults : public testing::cm_fixture {
 protected:
  /// Connects, and returns the error of the active end if it fails.
  std::optional<cm::error> connect(const cm::connect_options& options = {},
                                   const cm::accept_options& of_server = {}) {
    accept_next(listener, server, of_server);
    try {
      connection = route_to(listener).connect(client.qp, options);
    } catch (const cm::error& error) {
      return error;
    }
    return std::nullopt;
  }

  bool established() {
    if (const auto failed = connect()) ADD_FAILURE() << failed->what();
    return connection && until([&] { return accepted.has_value(); });
  }

  cm::listener listener{loop};
  cm_end server{pd}, client{pd};
  std::optional<cm::connection> connection;
};

class cm_commands : public testing::cm_fixture {};

/// --fail-cm reject:1:10
TEST_F(cm_made_faults, ARequestThatIsRejectedAsStale) {
  const auto failed = connect();
  ASSERT_TRUE(failed);
  ASSERT_TRUE(failed->rejected()) << failed->what();
  EXPECT_EQ(failed->rejected()->reason, cm::reject_reason::stale_connection);
  EXPECT_EQ(failed->code(), std::errc::resource_unavailable_try_again);
}

/// --fail-cm drop-rep:1
TEST_F(cm_made_faults, AnAcceptanceThatIsLost) {
  const auto failed = connect({.timeout = 300ms}, {.timeout = 300ms});
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->code(), std::errc::timed_out) << failed->what();
  // The active end has gone, which this one hears, or its own deadline passes first.
  EXPECT_TRUE(until([&] { return refused.has_value(); }));
  EXPECT_FALSE(accepted);
  EXPECT_EQ(server.qp.state(), qp_state::error);
}

/// --fail-cm drop-rtu:1
TEST_F(cm_made_faults, AConfirmationThatIsLost) {
  const auto failed = connect({}, {.timeout = 300ms});
  EXPECT_FALSE(failed) << failed->what();
  EXPECT_TRUE(until([&] { return refused.has_value(); }));
  EXPECT_EQ(refused->code(), std::errc::timed_out) << refused->what();
  // This end is connected, and hears that the other has given up.
  EXPECT_TRUE(until([&] { return !connection->is_open(); }));
  EXPECT_EQ(connection->ended(), cm::ending::by_peer);
}

/// --fail-cm drop-rtu:1
TEST_F(cm_made_faults, GoodbyeInsteadOfAConfirmation) {
  const auto failed = connect({}, {.timeout = 30s});
  ASSERT_FALSE(failed) << failed->what();
  connection->close();
  EXPECT_TRUE(until([&] { return refused.has_value(); }));
  EXPECT_EQ(refused->code(), std::errc::connection_reset) << refused->what();
}

/// --fail-cm drop-drep:1
TEST_F(cm_made_faults, AGoodbyeThatIsNotConfirmed) {
  ASSERT_TRUE(established());
  EXPECT_FALSE(connection->disconnect(300ms));
  EXPECT_EQ(connection->ended(), cm::ending::unconfirmed);
}

/// --fail-cm command:5
TEST_F(cm_commands, ACommandThatFails) {
  // librdmacm has used some commands before, to learn what the kernel can do.
  int failed = 0, made = 0;
  for (int i = 0; i < 5; ++i) {
    try {
      const cm::listener another(loop);
      ++made;
    } catch (const cm::error& error) {
      ++failed;
      EXPECT_EQ(error.code(), std::errc::not_enough_memory) << error.what();
    }
  }
  EXPECT_EQ(failed, 1);
  EXPECT_EQ(made, 4);
}

/// --fail-cm event:1
TEST_F(cm_made_faults, AnAddressThatIsNotResolved) {
  const auto failed = connect();
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->call(), "rdma_resolve_addr") << failed->what();
  EXPECT_FALSE(connect());
}

/// --fail-cm event:2
TEST_F(cm_made_faults, ARouteThatIsNotFound) {
  const auto failed = connect();
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->call(), "rdma_resolve_route") << failed->what();
  EXPECT_FALSE(connect());
}

/// --fail-cm event:3
TEST_F(cm_made_faults, AnAcceptanceThatIsAnError) {
  const auto failed = connect();
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->code(), std::errc::timed_out) << failed->what();
  // The other end hears that this one has gone.
  EXPECT_TRUE(until([&] { return refused.has_value(); }));
  EXPECT_FALSE(accepted);
}

/// --fail-cm unreachable:1:20,address-change:1:20
TEST_F(cm_made_faults, HintsOnALiveConnection) {
  ASSERT_TRUE(established());
  int ends = 0;
  connection->on_end([&](cm::ending) { ++ends; });
  accepted->on_end([&](cm::ending) { ++ends; });
  (void)until([] { return false; }, 200ms);
  EXPECT_EQ(ends, 0);
  EXPECT_TRUE(client.send("still there")) << *client.last;
  EXPECT_TRUE(connection->disconnect(long_enough));
}

/// --fail-cm multicast-error:1
TEST_F(cm_made_faults, AGroupThatCannotBeJoined) {
  verbs_qp<ud> member(pd, client.cq);
  const auto source = cm::address::parse(address);
  try {
    (void)cm::join(loop, member, "239.1.2.3", {.source = source});
    FAIL() << "it was joined";
  } catch (const cm::error& error) {
    EXPECT_NE(std::string(error.what()).find("not joined"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(cm::join(loop, member, "239.1.2.3", {.source = source}).is_open());
}

/// --fail-cm multicast-error:1:50
TEST_F(cm_made_faults, AGroupThatIsLost) {
  verbs_qp<ud> member(pd, client.cq);
  auto group = cm::join(loop, member, "239.1.2.3", {.source = cm::address::parse(address)});
  std::string lost;
  group.on_lost([&](const cm::error& why) { lost = why.what(); });
  EXPECT_TRUE(until([&] { return !lost.empty(); }));
  EXPECT_NE(lost.find("taken out of it"), std::string::npos) << lost;
  EXPECT_FALSE(group.is_open());
}

/// --raise-at 1:device_removed
TEST_F(cm_made_faults, ADeviceThatIsTakenOut) {
  verbs_qp<ud> member(pd, client.cq);
  auto group = cm::join(loop, member, "239.1.2.3", {.source = cm::address::parse(address)});
  ASSERT_TRUE(established());
  std::optional<cm::ending> active, passive;
  std::string lost;
  connection->on_end([&](cm::ending how) { active = how; });
  accepted->on_end([&](cm::ending how) { passive = how; });
  group.on_lost([&](const cm::error& why) { lost = why.what(); });
  verbs_qp<rc>::request request[] = {verbs_qp<rc>::request::send(client.mr.slice(0, 8)).signal(1)};
  ASSERT_TRUE(client.qp.post(request));
  EXPECT_TRUE(until([&] { return active && passive && !lost.empty(); }));
  EXPECT_EQ(active, cm::ending::device_removed);
  EXPECT_EQ(passive, cm::ending::device_removed);
  EXPECT_FALSE(connection->is_open());
  EXPECT_FALSE(group.is_open());
  EXPECT_NE(lost.find("device"), std::string::npos) << lost;
}

/// --raise-at 1:device_removed
TEST_F(cm_made_faults, IdsOfADeviceThatIsTakenOut) {
  raw_channel raw;
  const std::uint32_t bound = raw.made(1), wildcard = raw.made(2);
  const auto here = socket_address::of(address, 0);
  ASSERT_EQ(raw.bind(bound, here), 0);
  ASSERT_EQ(raw.listen(wildcard), 0);
  ASSERT_TRUE(established());
  verbs_qp<rc>::request request[] = {verbs_qp<rc>::request::send(client.mr.slice(0, 8)).signal(1)};
  ASSERT_TRUE(client.qp.post(request));
  EXPECT_TRUE(until([&] { return !connection->is_open(); }));
  EXPECT_EQ(raw.expect(ev::device_removal).uid, 1u);
  EXPECT_EQ(raw.listen(bound), ENXIO);
  EXPECT_EQ(raw.resolve_address(bound, here), ENXIO);
  EXPECT_EQ(raw.disconnect(bound), ENXIO);
  EXPECT_EQ(raw.destroy(bound), 0);
  EXPECT_FALSE(raw.has_event(50)) << "a wildcard listener hears nothing";
}

}  // namespace
}  // namespace verbatim
