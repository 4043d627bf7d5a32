// Datagram queue pairs that rdma_cm introduces, and groups that it joins.
#include "cm_fixture.hpp"
#include "datagram_end.hpp"
#include "verbatim/connect/cm/datagram.hpp"
#include "verbatim/connect/cm/group.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using testing::bytes_of;
using testing::datagram_end;
using testing::text_of;

class cm_datagrams : public testing::cm_fixture {
 protected:
  void SetUp() override {
    if (is_iwarp()) GTEST_SKIP() << "iWARP has no datagrams";
  }
};

TEST_F(cm_datagrams, ReachAPeerThatIsLookedUp) {
  cm::datagram_listener listener(loop);
  datagram_end server(pd), client(pd);
  server.receive();
  listener.on_request([&](cm::datagram_request request) {
    asked = text_of(request.private_data(), 4);
    EXPECT_EQ(request.device(), context.name());
    std::move(request).accept(server.qp, bytes_of("here"));
  });
  auto route = cm::resolve_datagrams(loop, address, std::to_string(listener.port()));
  EXPECT_EQ(route.device(), context.name());
  const auto peer = std::move(route).look_up({.private_data = bytes_of("who?")});
  EXPECT_EQ(asked, "who?");
  EXPECT_EQ(text_of(peer.data, 4), "here");
  EXPECT_EQ(peer.to.qpn, server.qp.qpn());
  EXPECT_EQ(peer.qkey, cm::datagram_qkey);
  const auto handle = peer.handle(pd);
  ASSERT_TRUE(client.send("hello", handle.destination(peer.qkey)));
  ASSERT_TRUE(server.completes());
  EXPECT_EQ(std::string(server.memory.data() + 40, 5), "hello");
}

TEST_F(cm_datagrams, ReachAPeerByTheGidOfAnInfiniBandPort) {
  if (is_roce()) GTEST_SKIP() << "of InfiniBand ports only";
  const auto gid = context.gid_table(1).front().gid;
  cm::datagram_listener listener(loop, {.at = cm::address::of_gid(gid, 0)});
  EXPECT_EQ(listener.local().gid(), gid);
  EXPECT_NE(listener.port(), 0);
  datagram_end server(pd), client(pd);
  server.receive();
  std::size_t length = 0;
  std::vector<std::byte> whole(216);
  std::memcpy(whole.data(), "who?", 4);
  listener.on_request([&](cm::datagram_request request) {
    asked = text_of(request.private_data(), 4);
    length = request.private_data().size();
    std::move(request).accept(server.qp, bytes_of("here"));
  });
  const auto peer = cm::resolve_datagrams(loop, cm::address::of_gid(gid, listener.port()))
                        .look_up({.private_data = std::span(whole)});
  EXPECT_EQ(asked, "who?");
  EXPECT_EQ(length, whole.size());
  EXPECT_EQ(text_of(peer.data, 4), "here");
  ASSERT_TRUE(client.send("by GID", peer.handle(pd).destination(peer.qkey)));
  ASSERT_TRUE(server.completes());
  EXPECT_EQ(std::string(server.memory.data() + 40, 6), "by GID");
  // Ports of connections are not those of datagrams.
  cm::listener other(loop, {.at = cm::address::of_gid(gid, listener.port())});
  EXPECT_EQ(other.port(), listener.port());
}

TEST_F(cm_datagrams, AreRejectedWithData) {
  cm::datagram_listener listener(loop);
  listener.on_request(
      [](cm::datagram_request request) { std::move(request).reject(bytes_of("not today")); });
  const auto port = std::to_string(listener.port());
  try {
    (void)cm::resolve_datagrams(loop, address, port).look_up();
    FAIL() << "it was rejected";
  } catch (const cm::error& error) {
    ASSERT_NE(error.rejected(), nullptr) << error.what();
    EXPECT_EQ(error.rejected()->reason, cm::reject_reason::by_program);
  }
  listener.close();
  try {
    (void)cm::resolve_datagrams(loop, address, port).look_up();
    FAIL() << "nobody listens";
  } catch (const cm::error& error) {
    ASSERT_NE(error.rejected(), nullptr) << error.what();
    EXPECT_EQ(error.rejected()->reason, cm::reject_reason::no_listener);
  }
}

TEST_F(cm_datagrams, WaitForAnAnswerUntilTheDeadline) {
  cm::reactor silent;
  cm::datagram_listener listener(silent);
  auto route = cm::resolve_datagrams(loop, address, std::to_string(listener.port()));
  const auto begin = std::chrono::steady_clock::now();
  try {
    (void)std::move(route).look_up({.timeout = 300ms});
    FAIL() << "nobody answers";
  } catch (const cm::error& error) {
    EXPECT_EQ(error.code(), std::errc::timed_out) << error.what();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
}

TEST_F(cm_datagrams, HavePrivateDataThatIsNotTooLong) {
  cm::datagram_listener listener(loop);
  datagram_end server(pd);
  std::string of_answer, of_rejection;
  std::size_t came = 0;
  listener.on_request([&](cm::datagram_request request) {
    came = request.private_data().size();
    const std::vector<std::byte> data(cm::datagram_reply_data::limit + 1);
    of_answer = message_of([&] { std::move(request).accept(server.qp, std::span(data)); });
    of_rejection = message_of([&] { std::move(request).reject(std::span(data)); });
    std::move(request).accept(server.qp, std::span(data).first(data.size() - 1));
  });
  const auto port = std::to_string(listener.port());
  const std::vector<std::byte> data(cm::datagram_request_data::limit + 1);
  EXPECT_NE(
      message_of([&] {
        (void)cm::resolve_datagrams(loop, address, port).look_up({.private_data = std::span(data)});
      }).find("room for 180"),
      std::string::npos);
  const auto peer = cm::resolve_datagrams(loop, address, port)
                        .look_up({.private_data = std::span(data).first(data.size() - 1)});
  EXPECT_EQ(came, 180u);
  EXPECT_EQ(peer.data.size(), 136u);
  EXPECT_NE(of_answer.find("room for 136"), std::string::npos) << of_answer;
  EXPECT_NE(of_rejection.find("room for 136"), std::string::npos) << of_rejection;
}

TEST_F(cm_datagrams, NeedAQueuePairThatCanReceive) {
  cm::datagram_listener listener(loop);
  verbs_cq cq(context, 4);
  verbs_qp<ud> idle(pd, cq);
  std::string said;
  listener.on_request([&](cm::datagram_request request) {
    said = message_of([&] { std::move(request).accept(idle); });
  });
  EXPECT_NE(message_of([&] {
              (void)cm::resolve_datagrams(loop, address, std::to_string(listener.port())).look_up();
            }),
            "no error");
  EXPECT_NE(said.find("activate"), std::string::npos) << said;
}

TEST_F(cm_datagrams, JoinAndLeaveGroups) {
  datagram_end member(pd), sender(pd);
  const auto source = cm::address::parse(address);
  EXPECT_EQ(cm::device_of_group(loop, "239.1.2.3", {.source = source}), context.name());
  auto group = cm::join(loop, member.qp, "239.1.2.3", {.source = source});
  EXPECT_EQ(group.peer().to.qpn, 0xffffffu);
  EXPECT_EQ(group.peer().qkey, cm::datagram_qkey);
  EXPECT_TRUE(group.id().mgid.is_multicast());
  const auto as_sender =
      cm::join(loop, sender.qp, "239.1.2.3", {.source = source, .send_only = true});
  const auto handle = as_sender.peer().handle(pd);
  member.receive();
  ASSERT_TRUE(sender.send("hello", handle.destination(as_sender.peer().qkey)));
  ASSERT_TRUE(member.completes());
  EXPECT_EQ(std::string(member.memory.data() + 40, 5), "hello");
  member.receive();
  EXPECT_TRUE(group.leave().complete());
  EXPECT_FALSE(group.is_open());
  ASSERT_TRUE(sender.send("again", handle.destination(as_sender.peer().qkey)));
  EXPECT_FALSE(member.completes(not_there));
}

TEST_F(cm_datagrams, JoinNothingThatIsNoGroup) {
  datagram_end member(pd);
  EXPECT_NE(message_of([&] { (void)cm::join(loop, member.qp, address); }).find("239.1.2.3"),
            std::string::npos);
}

}  // namespace
}  // namespace verbatim
