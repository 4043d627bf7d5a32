// The endpoint exchange of every kind of queue pair: UC, XRC, datagrams, DC; and of two ends that both begin.
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "exchange_fixture.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/queue_pair/along.hpp"

namespace verbatim {
namespace {

/// Returns the agreement of each end. Both ends run in one thread and exchange bytes.
std::pair<exchange::agreement, exchange::agreement> agree(const exchange::side& one,
                                                          const exchange::side& other) {
  exchange::offerer a(one, "B");
  exchange::answerer b([&](const auto&, const auto&) { return other; }, "A");
  auto to_b = std::optional(a.offer());
  while (to_b) {
    const auto to_a = b.take(exchange::decode_frame(exchange::encode_frame(*to_b)));
    to_b = to_a ? a.take(exchange::decode_frame(exchange::encode_frame(*to_a))) : std::nullopt;
  }
  EXPECT_TRUE(a.is_connected() && b.is_connected());
  EXPECT_EQ(a.agreed().path, reverse(b.agreed().path));
  return {a.agreed(), b.agreed()};
}

TEST_F(exchanges, connects_uc_and_both_halves_of_xrc) {
  const auto expect_connected = [](const connected_qp& one, const connected_qp& other) {
    agree({.qp = one}, {.qp = other});
    EXPECT_EQ(one.state(), qp_state::rts);
    EXPECT_EQ(other.state(), qp_state::rts);
  };
  verbatim::cq<uc_qp<int>> cq(pd.context(), 16);
  uc_qp<int> a(pd, cq), b(pd, cq);
  expect_connected(a, b);
  xrc_domain domain(pd.context());
  verbatim::cq<xrc_send_qp<int>> xrc_cq(pd.context(), 16);
  xrc_send_qp<int> ini(pd, xrc_cq);
  xrc_recv_qp tgt(domain);
  expect_connected(ini, tgt);
}

/// Both have called each other: the nonces decide which of them answers.
void meet(exchange::peer& a, exchange::peer& b) {
  std::vector<exchange::frame> to_a{b.offer()}, to_b{a.offer()};
  while (!to_a.empty() || !to_b.empty()) {
    const auto deliver = [](std::vector<exchange::frame>& from, exchange::peer& to,
                            std::vector<exchange::frame>& back) {
      for (const auto& frame : std::exchange(from, {})) {
        for (int times = 0; times < 2; ++times) {
          if (auto reply = to.take(frame)) back.push_back(*reply);
        }
      }
    };
    deliver(to_a, a, to_b);
    deliver(to_b, b, to_a);
  }
}

TEST_F(exchanges, of_two_ends_that_begin_one_answers) {
  for (const bool a_is_higher : {true, false}) {
    endpoint one(pd);
    endpoint other(pd, 50);
    const exchange::id low{.nonce = 5}, high{.nonce = 6};
    exchange::peer a(one.side(), "b", a_is_higher ? high : low);
    exchange::peer b(other.side(), "a", a_is_higher ? low : high);
    meet(a, b);
    EXPECT_TRUE(a.is_connected() && b.is_connected());
    EXPECT_EQ(a.id(), high);
    EXPECT_EQ(b.id(), high);
    EXPECT_EQ(a.agreed().path, reverse(b.agreed().path));
    ASSERT_TRUE(one.send(100));
    EXPECT_TRUE(one.completes(what::sent));
    EXPECT_TRUE(other.completes(what::received));
    EXPECT_TRUE(other.has(one, 100));
  }
}

TEST_F(exchanges, of_two_ends_of_the_same_nonce_none_begins) {
  endpoint one(pd);
  exchange::peer a(one.side(), "b", {.nonce = 5});
  EXPECT_SAYS(message_of([&] { (void)a.take(a.offer()); }), "the peer offers too");
}

TEST_F(exchanges, readies_datagram_queue_pairs_for_each_other) {
  constexpr std::size_t grh = 40;
  using type = ud_qp<what>;
  std::vector<std::uint8_t> memory(grh + 64);
  const verbatim::mr mr(pd, std::span(memory));
  verbatim::cq<type> cq(pd.context(), 16);
  type a(pd, cq);
  type b(pd, cq);
  exchange::server server(
      {.answer =
           [&](const exchange::id&, const exchange::offer&) {
             return exchange::side{
                 .qp = b, .post_receives = [&](const exchange::agreement&) {
                   EXPECT_TRUE(
                       b.rq_wqe().sge(mr.addr(), grh + 64, mr.lkey()).finish(what::received));
                   b.ring_recv_doorbell();
                 }};
           },
       .ended = [&](const auto&, const auto* failure) { EXPECT_EQ(failure, nullptr); }},
      {.address = "127.0.0.1", .timeout = patience});
  std::thread serves([&] { server.serve(); });
  exchange::client client("127.0.0.1", server.port(), {.qp = a}, {.timeout = patience});
  client.bye(patience);
  server.stop();
  serves.join();  // `b` is of this thread alone from here on
  EXPECT_EQ(a.state(), qp_state::rts);
  EXPECT_EQ(b.state(), qp_state::rts);

  ah_cache handles(pd, a.local_end());
  const auto text = std::as_bytes(std::span("a datagram"));
  ASSERT_TRUE(a.sq_wqe()
                  .av(handles.ud(client.agreed().path))
                  .send()
                  .inline_data(text)
                  .signal(what::sent)
                  .finish());
  a.ring_doorbell();
  unsigned seen = 0;
  const auto deadline = steady_clock::now() + patience;
  while (seen < 2 && steady_clock::now() < deadline) {
    seen += cq.poll([](auto&& c) { EXPECT_TRUE(c.ok()); });
  }
  EXPECT_EQ(seen, 2u);
  EXPECT_EQ(std::memcmp(memory.data() + grh, text.data(), text.size()), 0);
}

TEST_F(exchanges, leaves_datagram_queue_pairs_that_have_peers_as_they_are) {
  verbatim::cq<ud_qp<int>> cq(pd.context(), 16);
  ud_qp<int> used(pd, cq), fresh(pd, cq), other(pd, cq);
  used.activate({.qkey = 0x1234});
  const auto qkey = terms(agree({.qp = used}, {.qp = fresh}).second.path).qkey;
  EXPECT_EQ(qkey, 0x1234u) << "the new one takes that of the old one";
  EXPECT_EQ(fresh.state(), qp_state::rts);
  EXPECT_SAYS(message_of([&] { agree({.qp = other}, {.qp = used}); }),
              "the two ends cannot meet: qkey=0x1234 here and 0x11111111 at the peer");
  EXPECT_EQ(used.state(), qp_state::rts) << "its other peers go on";
  // A peer that is lost does not end it either.
  exchange::answerer answerer([&](const auto&, const auto&) { return exchange::side{.qp = other}; },
                              "A");
  exchange::offerer offerer({.qp = fresh}, "B");
  ASSERT_TRUE(answerer.take(offerer.offer()));
  answerer.abandon();
  EXPECT_EQ(other.state(), qp_state::rts);
}

constexpr std::uint64_t dc_key = 0x0123456789abcdef;

/// A DCI to send with, and a DCT to receive with.
struct dc_end {
  using initiator = dci_qp<what>;
  using target = verbatim::dct<what>;

  explicit dc_end(const verbatim::pd& pd, const activate_attributes& of_dct = {})
      : pd(pd),
        mr(pd, std::span(memory), access::local_write | access::remote_write),
        cq(pd.context(), 64),
        dci(pd, cq),
        srq(pd),
        dct(pd, cq, srq, {.dc_key = dc_key}, of_dct) {}

  exchange::side with(decltype(exchange::side::qp) qp) {
    return {.qp = std::move(qp),
            .memory = {exchange::share(mr, "buffer")},
            .post_receives = [this](const exchange::agreement&) {
              EXPECT_TRUE(srq.srq_wqe().sge(mr.addr(), 64, mr.lkey()).finish(what::received));
              srq.ring_doorbell();
            }};
  }
  exchange::side side() {
    auto both = with(dci);
    both.dct = dct;
    return both;
  }

  /// Goes where the agreement says.
  bool send(const exchange::agreement& to, std::string_view text) {
    ah_cache handles(pd, dci.local_end());
    const bool posted = dci.sq_wqe()
                            .av(handles.dc(to.path, *to.peer.dc_key))
                            .send()
                            .inline_data(std::as_bytes(std::span(text)))
                            .signal(what::sent)
                            .finish()
                            .ok();
    dci.ring_doorbell();
    return posted;
  }
  testing::AssertionResult has(std::string_view text) {
    const auto received = next_is(cq, what::received);
    if (!received) return received;
    return std::memcmp(memory.data(), text.data(), text.size()) == 0
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << "other bytes arrived";
  }

  verbatim::pd pd;
  std::vector<char> memory = std::vector<char>(64);
  verbatim::mr mr;
  verbatim::cq<initiator, target> cq;
  initiator dci;
  verbatim::srq<what> srq;
  target dct;
};

TEST_F(exchanges, tells_a_dci_what_its_address_vectors_need) {
  dc_end mine(pd);
  std::unique_ptr<dc_end> theirs;
  exchange::server server(
      {.answer =
           [&](const exchange::id&, const exchange::offer& offer) {
             EXPECT_EQ(offer.transport, verbs::transport::dci);
             EXPECT_EQ(offer.dc_key, std::nullopt) << "it has no DCT";
             // The DCT as this client wants it.
             const auto end = pd.context().local_end(1);
             const auto own = exchange::own_path(std::nullopt, offer.path, end);
             theirs = std::make_unique<dc_end>(pd, activate_along(own, end));
             return theirs->with(theirs->dct);
           },
       .ended = [&](const auto&, const auto* failure) { EXPECT_EQ(failure, nullptr); }},
      {.address = "127.0.0.1", .timeout = patience});
  std::thread serves([&] { server.serve(); });
  auto side = mine.with(mine.dci);
  path wanted = roce_path{};
  if (mine.dci.local_end().port.link_layer == verbatim::link_layer::infiniband) wanted = ib_path{};
  terms(wanted).mtu = 1024;
  side.wanted = wanted;
  exchange::client client("127.0.0.1", server.port(), side, {.timeout = patience});

  const auto& agreed = client.agreed();
  EXPECT_EQ(mine.dci.state(), qp_state::rts);
  client.bye(patience);
  server.stop();
  serves.join();  // `theirs` is of this thread alone from here on
  EXPECT_EQ(terms(agreed.path).dqpn, theirs->dct.dctn());
  EXPECT_EQ(terms(agreed.path).sqpn, std::nullopt) << "nobody sends to a DCI";
  EXPECT_EQ(terms(agreed.path).mtu, mtu(1024));
  EXPECT_EQ(theirs->dct.local_end().qp->path_mtu, mtu(1024));
  EXPECT_EQ(agreed.peer.dc_key, dc_key);
  ASSERT_TRUE(mine.send(agreed, "to a DCT"));
  EXPECT_TRUE(next_is(mine.cq, what::sent));
  EXPECT_TRUE(theirs->has("to a DCT"));
}

TEST_F(exchanges, joins_a_dci_and_a_dct_with_any_number_of_others) {
  dc_end hub(pd);
  for (int i = 0; i < 3; ++i) {
    dc_end other(pd);
    // Either of them may begin.
    auto of_hub = hub.side(), of_other = other.side();
    auto [from_hub, from_other] = i == 1 ? agree(of_other, of_hub) : agree(of_hub, of_other);
    if (i == 1) std::swap(from_hub, from_other);
    EXPECT_EQ(terms(from_other.path).dqpn, hub.dct.dctn());
    ASSERT_TRUE(hub.send(from_hub, "from the hub"));
    EXPECT_TRUE(next_is(hub.cq, what::sent));
    EXPECT_TRUE(other.has("from the hub"));
    ASSERT_TRUE(other.send(from_other, "to the hub"));
    EXPECT_TRUE(next_is(other.cq, what::sent));
    EXPECT_TRUE(hub.has("to the hub"));
  }
}

TEST_F(exchanges, agrees_on_the_mtu_that_a_dct_has) {
  dc_end mine(pd), small(pd, {.path_mtu = mtu(512)}), smaller(pd, {.path_mtu = mtu(256)});
  const auto [agreed, theirs] = agree(mine.with(mine.dci), small.with(small.dct));
  EXPECT_EQ(terms(agreed.path).mtu, mtu(512));
  EXPECT_EQ(mine.dci.local_end().qp->path_mtu, mtu(512));
  // The DCI has it now, for all of its peers.
  EXPECT_SAYS(message_of([&] { agree(mine.with(mine.dci), smaller.with(smaller.dct)); }),
              "failed at negotiate: check_mtu on ");
  EXPECT_EQ(mine.dci.state(), qp_state::rts) << "its other peers go on";
  EXPECT_SAYS(message_of([&] { agree(small.with(small.dci), smaller.side()); }), "no error");
  EXPECT_SAYS(message_of([&] { agree(small.side(), mine.with(mine.dct)); }),
              "the DCT has an MTU of 4096 bytes for all of its peers: make it with the least");
}

TEST_F(exchanges, refuses_dc_without_a_dci_or_without_a_dct) {
  dc_end one(pd), other(pd);
  EXPECT_SAYS(message_of([&] { agree(one.with(one.dci), other.with(other.dci)); }),
              "the queue pair here is an DCI, and that of the peer an DCI");
  EXPECT_SAYS(message_of([&] { agree(one.with(one.dct), other.with(other.dct)); }),
              "the queue pair here is an DCT, and that of the peer an DCT");
  endpoint connected(pd);
  EXPECT_SAYS(message_of([&] { agree(one.side(), connected.side()); }),
              "the queue pair here is an RC QP, and that of the peer an DCI with a DCT");
  auto wrong = connected.side();
  wrong.dct = one.dct;
  EXPECT_SAYS(message_of([&] { agree(wrong, other.side()); }),
              "a DCT goes beside a DCI, and not beside an RC QP");
  ASSERT_EQ(pd.context().limits().phys_port_cnt, 2);
  wrong = one.side();
  wrong.dct = verbatim::dct<what>(pd, one.cq, one.srq, {.dc_key = dc_key, .port = 2});
  EXPECT_SAYS(message_of([&] { agree(wrong, other.side()); }),
              "the DCI and the DCT are of different ports");
  EXPECT_EQ(one.dci.state(), qp_state::reset);
  EXPECT_EQ(other.dci.state(), qp_state::reset);
}

TEST_F(exchanges, refuses_queue_pairs_that_have_no_peer) {
  using type = raw_packet_qp<what>;
  if (pd.context().port(1).link_layer != verbatim::link_layer::ethernet) {
    GTEST_SKIP() << "InfiniBand has no raw packets";
  }
  verbatim::cq<type> cq(pd.context(), 16);
  type qp(pd, cq);
  EXPECT_SAYS(message_of([&] { exchange::offerer({.qp = qp}, "nobody"); }),
              "a raw packet QP has no peer to meet");
}

}  // namespace
}  // namespace verbatim
