// Connections of DC queue pairs: each end learns the peer's DCT, and writes into its memory.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "cm_fixture.hpp"
#include "verbatim/connect/cm/dc.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/queue_pair/reserved_qpn.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using testing::bytes_of;
using testing::text_of;

/// One end: a DCI, a DCT with a key of its own, and memory.
struct dc_objects {
  dc_objects(const pd& pd, std::uint64_t key)
      : mr(pd, std::span(memory), access::local_write | access::remote_write),
        sent(pd.context(), 64),
        received(pd.context(), 64),
        srq(pd),
        target(pd, received, srq, {.dc_key = key}),
        dci(pd, sent) {
    dci.activate();
  }

  /// Writes the text into the memory of the other end through its DCT. Returns the status.
  cqe_syndrome write(const pd& pd, const cm::dc_peer& to, dc_objects& there, const char* text) {
    const auto length = static_cast<std::uint32_t>(std::strlen(text));
    std::memcpy(memory.data(), text, length);
    const auto finished = dci.sq_wqe()
                              .av(to.av(pd))
                              .write()
                              .rdma(there.mr.addr() + half, there.mr.rkey())
                              .sge(mr.addr(), length, mr.lkey())
                              .signal(1)
                              .finish();
    EXPECT_TRUE(finished);
    dci.ring_doorbell();
    auto status = cqe_syndrome::wr_flush_err;
    EXPECT_EQ(sent.collect([&](auto&& c) { status = c.status(); }, 1, long_enough), 1u);
    return status;
  }

  std::string arrived(std::size_t length) const { return {memory.data() + half, length}; }

  static constexpr std::size_t half = 128;
  std::array<char, 2 * half> memory{};
  verbatim::mr mr;
  cq<dci_qp<int>> sent;
  cq<dct<int>> received;
  verbatim::srq<int> srq;
  dct<int> target;
  dci_qp<int> dci;
};

class cm_dc : public testing::cm_fixture {
 protected:
  void SetUp() override {
    for (const auto& one : devices()) {
      if (one.name == context.name() && !one.is_mlx5) {
        EXPECT_NE(message_of([&] { reserved_qpn number(context); }).find("mlx5"),
                  std::string::npos);
        GTEST_SKIP() << "the device is not mlx5";
      }
    }
  }

  cm::dc_end sends_only() { return {.number = reserved_qpn(context)}; }
  cm::dc_end with_target(const dc_objects& its) {
    return {.number = reserved_qpn(context), .target = its.target};
  }

  /// Accepts the next request, when the loop is driven.
  void accept_next_dc(cm::listener& listener, cm::dc_end end, cm::dc_accept_options options = {}) {
    listener.on_request([this, end, options](cm::connection_request request) {
      cm::accept_dc(std::move(request), end, options, [this](cm::outcome<cm::dc_connection> how) {
        if (how) {
          passive = *std::move(how);
        } else {
          refused = how.error();
        }
      });
    });
  }

  bool until_accepted() {
    return until([&] { return passive || refused; }) && passive.has_value();
  }

  std::optional<cm::dc_connection> passive;
};

TEST_F(cm_dc, EachEndWritesThroughTheDctOfTheOther) {
  dc_objects server(pd, 0x1122334455667788), client(pd, 0x99);
  cm::listener listener(loop);
  accept_next_dc(listener, with_target(server), {.data = bytes_of("from the server")});
  const auto active = cm::connect_dc(route_to(listener), with_target(client),
                                     {.data = bytes_of("from the client")});
  ASSERT_TRUE(until_accepted());
  EXPECT_EQ(text_of(active.private_data(), 15), "from the server");
  EXPECT_EQ(text_of(passive->private_data(), 15), "from the client");
  EXPECT_TRUE(active.is_open());
  EXPECT_TRUE(active.path());
  EXPECT_EQ(active.peer().port(), listener.port());
  EXPECT_NE(active, *passive);

  ASSERT_TRUE(active.peer_dct() && passive->peer_dct());
  EXPECT_EQ(active.peer_dct()->to.qpn, server.target.dctn());
  EXPECT_EQ(active.peer_dct()->dc_key, 0x1122334455667788u);
  if (is_roce()) {
    EXPECT_EQ(active.peer_dct()->to.gid, server.target.address().gid);
  } else {
    EXPECT_EQ(active.peer_dct()->to.lid, server.target.address().lid);
  }
  EXPECT_EQ(passive->peer_dct()->to.qpn, client.target.dctn());
  EXPECT_EQ(client.write(pd, *active.peer_dct(), server, "to the server"), cqe_syndrome::ok);
  EXPECT_EQ(server.arrived(13), "to the server");
  EXPECT_EQ(server.write(pd, *passive->peer_dct(), client, "and back"), cqe_syndrome::ok);
  EXPECT_EQ(client.arrived(8), "and back");
}

TEST_F(cm_dc, OneDciOfManyConnections) {
  dc_objects first(pd, 1), second(pd, 2), client(pd, 3);
  cm::listener to_first(loop), to_second(loop);
  accept_next_dc(to_first, with_target(first));
  const auto one = cm::connect_dc(route_to(to_first), sends_only());
  ASSERT_TRUE(until_accepted());
  EXPECT_FALSE(passive->peer_dct()) << "the client only sends";
  const auto kept = *std::exchange(passive, std::nullopt);
  accept_next_dc(to_second, with_target(second));
  const auto other = cm::connect_dc(route_to(to_second), sends_only());
  ASSERT_TRUE(until_accepted());
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(client.write(pd, *one.peer_dct(), first, "one"), cqe_syndrome::ok);
    ASSERT_EQ(client.write(pd, *other.peer_dct(), second, "two"), cqe_syndrome::ok);
  }
  EXPECT_EQ(first.arrived(3), "one");
  EXPECT_EQ(second.arrived(3), "two");
}

TEST_F(cm_dc, APeerThatRejects) {
  cm::listener listener(loop);
  listener.on_request(
      [](cm::connection_request request) { std::move(request).reject(bytes_of("no DC today")); });
  try {
    (void)cm::connect_dc(route_to(listener), sends_only());
    FAIL() << "it was rejected";
  } catch (const cm::error& error) {
    EXPECT_EQ(error.code(), std::errc::connection_refused) << error.what();
    ASSERT_NE(error.rejected(), nullptr);
    EXPECT_EQ(text_of(error.rejected()->data, 11), "no DC today");
  }
}

TEST_F(cm_dc, APeerThatCloses) {
  dc_objects server(pd, 7), client(pd, 8);
  cm::listener listener(loop);
  accept_next_dc(listener, with_target(server));
  auto active = cm::connect_dc(route_to(listener), sends_only());
  ASSERT_TRUE(until_accepted());
  std::optional<cm::ending> ended;
  active.on_end([&](cm::ending how) { ended = how; });
  EXPECT_TRUE(passive->close().complete());
  EXPECT_TRUE(until([&] { return ended.has_value(); }));
  EXPECT_EQ(ended, cm::ending::by_peer);
  EXPECT_FALSE(active.is_open());
  // The DCI is of no connection, and the DCT still receives.
  EXPECT_EQ(client.write(pd, *active.peer_dct(), server, "still"), cqe_syndrome::ok);
  EXPECT_EQ(server.arrived(5), "still");
}

TEST_F(cm_dc, Disconnects) {
  dc_objects server(pd, 7);
  cm::listener listener(loop);
  accept_next_dc(listener, with_target(server));
  auto active = cm::connect_dc(route_to(listener), sends_only());
  ASSERT_TRUE(until_accepted());
  EXPECT_TRUE(active.disconnect(long_enough));
  EXPECT_EQ(active.ended(), cm::ending::by_this_end);
  EXPECT_EQ(passive->ended(), cm::ending::by_peer);
}

TEST_F(cm_dc, PeersThatAreNotOfDc) {
  testing::cm_end rc(pd);
  cm::listener listener(loop);
  accept_next(listener, rc);
  EXPECT_NE(
      message_of([&] { (void)cm::connect_dc(route_to(listener), sends_only()); }).find("not of DC"),
      std::string::npos);
  EXPECT_TRUE(until([&] { return accepted || refused; }));
  EXPECT_TRUE(refused) << "the client gave up";

  std::string said;
  cm::listener other(loop);
  other.on_request([&](cm::connection_request request) {
    said = message_of(
        [&] { (void)cm::accept_dc(std::move(request), sends_only(), {}, [](auto&&) {}); });
  });
  testing::cm_end client(pd);
  EXPECT_THROW((void)route_to(other).connect(client.qp), cm::error);
  EXPECT_NE(said.find("not of DC"), std::string::npos) << said;
}

TEST_F(cm_dc, EndsThatDoNotFit) {
  dc_objects server(pd, 7);
  cm::listener listener(loop, {.kind = cm::kind::uc});
  EXPECT_NE(message_of([&] {
              (void)cm::connect_dc(route_to(listener, {.kind = cm::kind::uc}), sends_only());
            }).find("the kind rc"),
            std::string::npos);
  cm::listener of_rc(loop);
  auto end = with_target(server);
  end.number.close();
  EXPECT_NE(message_of([&] { (void)cm::connect_dc(route_to(of_rc), end); }).find("been closed"),
            std::string::npos);
  const std::array<std::byte, 45> much{};
  EXPECT_THROW((void)cm::connect_dc(route_to(of_rc), sends_only(),
                                    {.data = std::span<const std::byte>(much.data(), 45)}),
               cm::error);
  const cm::route used = route_to(of_rc);
}

TEST_F(cm_dc, NumbersAreReservedOnceEach) {
  std::optional<reserved_qpn> one(context), other(context);
  EXPECT_NE(one->qpn(), other->qpn());
  EXPECT_NE(one->qpn(), 0u);
  EXPECT_NE(one->describe().find("reserved QPN"), std::string::npos) << *one;
  EXPECT_TRUE(one->close().complete());
  EXPECT_FALSE(one->is_open());
  const auto copy = *other;
  other.reset();
  EXPECT_TRUE(copy.is_open());
}

}  // namespace
}  // namespace verbatim
