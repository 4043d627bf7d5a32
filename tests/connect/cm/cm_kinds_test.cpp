// Connections of queue pairs of every kind, AF_IB addresses, offers over rdma_cm, its resolver and the list
// of addresses.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cm_fixture.hpp"
#include "verbatim/connect/cm/cm_offer.hpp"
#include "verbatim/connect/cm/cm_resolver.hpp"
#include "verbatim/connect/cm/local_addresses.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;
using testing::bytes_of;
using testing::cm_end;

class cm_kinds : public testing::cm_fixture {
 protected:
  /// Connects by the listener, which accepts with the other queue pair.
  cm::connection connect(cm::listener& listener, const connected_qp& from, const connected_qp& to,
                         cm::resolve_options how = {}) {
    listener.on_request([&, to](cm::connection_request request) {
      std::move(request).accept(to, {}, [&](cm::outcome<cm::connection> ended) {
        if (ended) {
          accepted = *std::move(ended);
        } else {
          refused = ended.error();
        }
      });
    });
    auto connection = route_to(listener, how).connect(from);
    EXPECT_TRUE(until([&] { return accepted || refused; }));
    EXPECT_FALSE(refused) << refused->what();
    return connection;
  }
};

/// Queue pairs that post to their rings directly, on mlx5.
class cm_direct : public cm_kinds {
 protected:
  void SetUp() override {
    for (const auto& one : devices()) {
      if (one.name == context.name() && !one.is_mlx5) GTEST_SKIP() << "the device is not mlx5";
    }
  }
};

/// Two queue pairs of the library's own, which post to their rings directly, and memory.
template <class Qp>
struct direct_ends {
  explicit direct_ends(const pd& pd)
      : mr(pd, std::span(memory), access::local_write | access::remote_write),
        cq(pd.context(), 64),
        from(pd, cq),
        to(pd, cq) {}

  /// Writes from the first half of the memory into the second, and returns true if it arrives.
  bool writes(const char* text) {
    const auto length = static_cast<std::uint32_t>(std::strlen(text));
    std::memcpy(memory.data(), text, length);
    const auto finished = from.sq_wqe()
                              .write()
                              .rdma(mr.addr() + half, mr.rkey())
                              .sge(mr.addr(), length, mr.lkey())
                              .signal(1)
                              .finish();
    if (!finished) return false;
    from.ring_doorbell();
    auto status = cqe_syndrome::wr_flush_err;
    if (cq.collect([&](auto&& c) { status = c.status(); }, 1, long_enough) != 1) return false;
    if (status != cqe_syndrome::ok) return false;
    // The CQE of an unreliable queue pair says that the message was sent, not that it has arrived.
    const auto until = std::chrono::steady_clock::now() + long_enough;
    while (std::memcmp(memory.data() + half, text, length) != 0) {
      if (std::chrono::steady_clock::now() > until) return false;
      std::this_thread::yield();
    }
    return true;
  }

  static constexpr std::size_t half = 128;
  std::array<char, 2 * half> memory{};
  verbatim::mr mr;
  verbatim::cq<Qp> cq;
  Qp from, to;
};

TEST_F(cm_direct, QueuePairsOfRc) {
  direct_ends<rc_qp<int>> ends(pd);
  cm::listener listener(loop);
  const auto connection = connect(listener, ends.from, ends.to);
  EXPECT_TRUE(connection.is_open());
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(ends.writes(i % 2 == 0 ? "one way" : "again"));
}

TEST_F(cm_direct, QueuePairsThatAreMadeByDevX) {
  cq<with_format<cq_format{.compression = cqe_compression::enhanced}>, rc_qp<int>> cq(context, 64);
  rc_qp<int> from(pd, cq), to(pd, cq);
  ASSERT_NE(from.devx(), nullptr);
  cm::listener listener(loop);
  const auto connection = connect(listener, from, to);
  std::array<char, 64> memory{"by DevX"};
  mr region(pd, std::span(memory), access::local_write | access::remote_write);
  ASSERT_TRUE(from.sq_wqe()
                  .write()
                  .rdma(region.addr() + 32, region.rkey())
                  .sge(region.addr(), 7, region.lkey())
                  .signal(1)
                  .finish());
  from.ring_doorbell();
  EXPECT_EQ(cq.collect([](auto&& c) { EXPECT_EQ(c.status(), cqe_syndrome::ok); }, 1, long_enough),
            1u);
  EXPECT_EQ(std::string(memory.data() + 32, 7), "by DevX");
}

TEST_F(cm_direct, QueuePairsOfUc) {
  direct_ends<uc_qp<int>> ends(pd);
  cm::listener listener(loop, {.kind = cm::kind::uc});
  const auto connection = connect(listener, ends.from, ends.to, {.kind = cm::kind::uc});
  EXPECT_TRUE(connection.is_open());
  EXPECT_TRUE(ends.writes("unreliable"));
}

TEST_F(cm_direct, AnXrcConnectionForMessagesToAnySrq) {
  xrc_domain domain(context);
  cq<xrc_srq<int>> received(context, 16);
  xrc_srq<int> srq(domain, pd, received);
  xrc_recv_qp to(domain);
  cq<xrc_send_qp<int>> sent(context, 16);
  xrc_send_qp<int> from(pd, sent);
  std::array<char, 64> memory{"by XRC"};
  mr region(pd, std::span(memory));
  cm::listener listener(loop, {.kind = cm::kind::xrc_recv});
  const auto connection = connect(listener, from, to, {.kind = cm::kind::xrc_send});
  ASSERT_TRUE(srq.srq_wqe().sge(region.addr() + 32, 32, region.lkey()).finish(7));
  srq.ring_doorbell();
  ASSERT_TRUE(
      from.sq_wqe().xrc(srq.srqn()).send().sge(region.addr(), 6, region.lkey()).signal(1).finish());
  from.ring_doorbell();
  int entry = 0;
  EXPECT_EQ(received.collect([&](auto&& c) { entry = c.entry; }, 1, long_enough), 1u);
  EXPECT_EQ(entry, 7);
  EXPECT_EQ(std::string(memory.data() + 32, 6), "by XRC");
}

TEST_F(cm_kinds, ByTheGidOfAnInfiniBandPort) {
  if (context.port(1).link_layer == link_layer::ethernet)
    GTEST_SKIP() << "of InfiniBand ports only";
  const auto gid = context.gid_table(1).front().gid;
  const auto peer = cm::address::of_gid(gid, 7471);
  const auto route = cm::resolve(loop, peer);
  EXPECT_EQ(route.device(), context.name());
  EXPECT_EQ(route.peer().family(), cm::family::infiniband);
  EXPECT_EQ(route.peer().gid(), gid);
  ASSERT_TRUE(route.path());
  EXPECT_EQ(verbatim::route(*route.path()).dgid, gid);

  cm::listener listener(loop, {.at = cm::address::of_gid(gid, 0)});
  EXPECT_EQ(listener.local().gid(), gid);
  cm_end server(pd), client(pd);
  std::vector<std::byte> arrived;
  listener.on_request([&](cm::connection_request request) {
    arrived.assign(request.private_data().begin(), request.private_data().end());
    std::move(request).accept(server.qp, {.end = {.post_receives = [&] { server.receive(); }}},
                              [&](cm::outcome<cm::connection> made) {
                                if (made)
                                  accepted = *std::move(made);
                                else
                                  refused = made.error();
                              });
  });
  const auto there = cm::address::of_gid(gid, listener.port());
  // No header of IP addresses is before the program's data.
  const std::vector<std::byte> whole(92, std::byte{7}), longer(93);
  EXPECT_THROW(
      (void)cm::resolve(loop, there).connect(client.qp, {.private_data = std::span(longer)}),
      cm::error);
  const auto connection =
      cm::resolve(loop, there).connect(client.qp, {.private_data = std::span(whole)});
  EXPECT_TRUE(until([&] { return accepted || refused; }));
  EXPECT_EQ(arrived, whole);
  ASSERT_FALSE(refused) << refused->what();
  EXPECT_TRUE(client.send("by GID"));
  EXPECT_TRUE(server.completes());
  EXPECT_EQ(std::string(server.memory.data(), 6), "by GID");
}

TEST_F(cm_kinds, AGidThatNobodyHas) {
  if (context.port(1).link_layer == link_layer::ethernet)
    GTEST_SKIP() << "of InfiniBand ports only";
  const auto begin = std::chrono::steady_clock::now();
  const auto nobody = cm::address::of_gid(*parse_gid("fe80::dead:beef"), 7471);
  EXPECT_THROW((void)cm::resolve(loop, nobody, {.timeout = 2s}), cm::error);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 8s);
}

TEST_F(cm_kinds, AddressesWithAScope) {
  const auto local = cm::address::parse("fe80::1%lo", 7471);
  ASSERT_TRUE(local);
  EXPECT_EQ(local->host(), "fe80::1%lo");
  EXPECT_EQ(to_string(*local), "[fe80::1%lo]:7471");
  EXPECT_NE(local, cm::address::parse("fe80::1", 7471));
  EXPECT_FALSE(cm::address::parse("fe80::1%no-interface"));
  EXPECT_FALSE(cm::address::parse("fe80::1%"));
  EXPECT_EQ(local->with_port(1), cm::address::parse("fe80::1%lo", 1));
  // The kernel refuses a link-local address without one.
  EXPECT_NE(message_of([&] { cm::listener(loop, {.address = "fe80::1"}); }), "no error");
}

TEST_F(cm_kinds, OffersFitIntoPrivateData) {
  cm::listener listener(loop);
  cm_end server(pd), client(pd);
  exchange::offer mine{.max_message = 4096, .receive_depth = 16, .features = 0b110};
  exchange::offer theirs{.max_message = 1024, .receive_depth = 32, .features = 0b011};
  std::optional<exchange::agreement> agreed_there;
  listener.on_request([&](cm::connection_request request) {
    agreed_there = cm::agree(theirs, cm::unpack_offer(request.private_data()));
    std::move(request).accept(server.qp, {.private_data = cm::packed_offer<196>(theirs)},
                              [&](cm::outcome<cm::connection> how) { accepted = *std::move(how); });
  });
  auto connection =
      route_to(listener).connect(client.qp, {.private_data = cm::packed_offer<56>(mine)});
  const auto agreed = cm::agree(mine, cm::unpack_offer(connection.private_data()));
  EXPECT_EQ(agreed.features, 0b010u);
  EXPECT_EQ(agreed.max_message, 1024u);
  ASSERT_TRUE(agreed_there);
  EXPECT_EQ(agreed_there->features, agreed.features);
  EXPECT_EQ(agreed_there->max_message, agreed.max_message);

  // Data of a peer that speaks something else.
  EXPECT_THROW((void)cm::unpack_offer(bytes_of("GET / HTTP/1.1\r\n")), verbatim::error);
  EXPECT_THROW((void)cm::unpack_offer({}), verbatim::error);
  mine.user_data.resize(200);
  EXPECT_THROW((void)cm::packed_offer<56>(mine), verbatim::error);
}

TEST_F(cm_kinds, TheResolverFillsPathsThatCarryMessages) {
  if (is_iwarp()) GTEST_SKIP() << "iWARP has no paths";
  cm_end server(pd), client(pd);
  cm::resolver resolver;
  const auto there = client.qp.local_end(), here = server.qp.local_end();
  auto way = fill(resolver.resolve(address, there), there).path;
  const auto way_back = fill(reverse(way), here).path;
  way = fill(reverse(way_back), there).path;
  client.qp.connect(way);
  server.qp.connect(way_back);
  server.receive();
  ASSERT_TRUE(client.send("along a route"));
  ASSERT_TRUE(server.completes());
  EXPECT_EQ(std::string(server.memory.data(), 13), "along a route");
  EXPECT_THROW((void)resolver.resolve("no.such.host.invalid", client.qp.local_end()), cm::error);
}

TEST_F(cm_kinds, EveryListedAddressLeadsToItsDevice) {
  const auto all = cm::local_addresses();
  EXPECT_TRUE(std::ranges::any_of(all, [&](const auto& one) {
    return one.address == *cm::address::parse(address) && one.device == context.name() &&
           one.port == 1;
  }));
  for (const auto& one : all) {
    const auto host = one.address.host();
    EXPECT_EQ(cm::address::parse(host), one.address);
    SCOPED_TRACE(host + " of " + one.interface);
    cm::listener listener(loop, {.address = host});
    EXPECT_EQ(listener.local().with_port(0), one.address);
    if (one.address != *cm::address::parse(address)) continue;
    const auto route = route_to(listener);
    EXPECT_EQ(route.device(), one.device);
    EXPECT_EQ(route.port(), one.port);
  }
}

}  // namespace
}  // namespace verbatim
