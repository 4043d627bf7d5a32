// The endpoint exchange between queue pairs of the emulated device, over TCP on this host: connections that
// carry messages, several clients at once, and the steps alone.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "exchange_fixture.hpp"
#include "processor_time.hpp"

namespace verbatim {
namespace {

TEST_F(exchanges, connects_queue_pairs_that_send_and_write) {
  serving peers([](endpoint&, exchange::side& side) {
    side.features = 6;
    side.max_message = 2000u;
    side.receive_depth = 1u;
    side.fill.max_rd_atomic = 3;
    side.user_data = {std::byte{9}};
  });
  endpoint mine(pd);
  auto side = mine.side();
  side.features = 5;
  side.max_message = 3000u;
  side.qp_access_flags = access::remote_write;
  exchange::client client("127.0.0.1", peers.server.port(), side, {.timeout = patience});
  EXPECT_EQ(mine.qp.state(), qp_state::rts);

  const auto& agreed = client.agreed();
  const auto theirs = peers.agreed(client.id());
  EXPECT_EQ(agreed.path, reverse(theirs.path));
  EXPECT_EQ(agreed.features, 4u);
  EXPECT_EQ(theirs.features, 4u);
  EXPECT_EQ(agreed.max_message, 2000u);
  EXPECT_EQ(agreed.peer.receive_depth, 1u);
  EXPECT_EQ(agreed.peer.user_data, std::vector{std::byte{9}});
  EXPECT_EQ(terms(agreed.path).srdatomic, 3);
  auto& peer = peers.of(client.id());
  EXPECT_EQ(peer.qp.state(), qp_state::rts);
  EXPECT_EQ(terms(agreed.path).dqpn, peer.qp.qpn());

  // Receives were posted before either could send.
  ASSERT_TRUE(mine.send(1000));
  EXPECT_TRUE(mine.completes(what::sent));
  EXPECT_TRUE(peer.completes(what::received));
  EXPECT_TRUE(peer.has(mine, 1000));
  ASSERT_TRUE(peer.send(500));
  EXPECT_TRUE(peer.completes(what::sent));
  EXPECT_TRUE(mine.completes(what::received));
  EXPECT_TRUE(mine.has(peer, 500));
  ASSERT_TRUE(mine.write(agreed.peer.memory_named("buffer"), 3000));
  EXPECT_TRUE(mine.completes(what::sent));
  EXPECT_TRUE(peer.has(mine, 3000));
  ASSERT_TRUE(peer.write(theirs.peer.memory_named("buffer"), 2000));
  EXPECT_TRUE(peer.completes(what::sent));
  EXPECT_TRUE(mine.has(peer, 2000));

  client.bye(patience);
  EXPECT_EQ(peers.ends(1), std::vector<std::string>{""});
}

TEST_F(exchanges, says_which_device_it_is_and_what_that_can_do) {
  serving peers;
  endpoint mine(pd);
  const auto client = connect(peers, mine);
  const auto theirs = peers.agreed(client.id());
  EXPECT_EQ(theirs.peer.device, pd.context().local_end(1).device);
  EXPECT_EQ(theirs.peer.memory_named("buffer").device, theirs.peer.device);
  constexpr std::uint32_t nvidia = 0x15b3;
  ASSERT_TRUE(theirs.peer.ece);
  EXPECT_EQ(theirs.peer.ece->vendor_id, nvidia);
  ASSERT_TRUE(client.agreed().peer.ece);
  EXPECT_EQ(client.agreed().peer.ece->vendor_id, nvidia);
}

/// Run this with --devices 2 --ece 7,5.
TEST_F(exchanges, agrees_on_the_options_that_both_devices_have) {
  serving peers;
  endpoint mine(verbatim::pd(open_device("mlx5_1")));
  ASSERT_EQ(mine.qp.query_ece()->options, 5u);
  const auto client = connect(peers, mine);
  const auto theirs = peers.agreed(client.id());
  EXPECT_EQ(client.agreed().peer.ece->options, 5u);
  EXPECT_EQ(theirs.peer.ece->options, 5u);
  EXPECT_EQ(mine.qp.query_ece()->options, 5u);
  EXPECT_EQ(peers.of(client.id()).qp.query_ece()->options, 5u);
}

TEST_F(exchanges, takes_no_processor_time_while_a_client_says_nothing) {
  exchange::server server({.answer = [](const auto&, const auto&) -> exchange::side {
                            throw std::runtime_error("nothing was offered");
                          }},
                          {.address = "127.0.0.1", .timeout = 600s});
  const auto silent =
      detail::frame_socket::to("127.0.0.1", server.port(), steady_clock::now() + patience);
  while (server.clients() == 0) server.serve_once(patience);
  const auto before = processor_time();
  const auto end = steady_clock::now() + 2s;
  while (steady_clock::now() < end) server.serve_once(2s);
  EXPECT_LT(processor_time() - before, next_to_nothing);
  EXPECT_EQ(server.clients(), 1u);
}

TEST_F(exchanges, serves_several_clients_at_once) {
  serving peers;
  auto silent = connected_to(peers);  // holds up nobody
  std::vector<std::unique_ptr<endpoint>> mine;
  std::vector<exchange::client> clients;
  for (int i = 0; i < 4; ++i) {
    mine.push_back(std::make_unique<endpoint>(pd, static_cast<std::uint8_t>(i)));
  }
  {
    std::vector<std::thread> threads;
    std::mutex mutex;
    for (auto& one : mine) {
      threads.emplace_back([&] {
        auto client = connect(peers, *one);
        std::lock_guard lock(mutex);
        clients.push_back(std::move(client));
      });
    }
    for (auto& thread : threads) thread.join();
  }
  ASSERT_EQ(clients.size(), 4u);
  EXPECT_EQ(peers.server.clients(), 5u);
  for (auto& client : clients) {
    const auto qpn = *terms(client.agreed().path).sqpn;
    const auto at = std::find_if(mine.begin(), mine.end(),
                                 [&](const auto& one) { return one->qp.qpn() == qpn; });
    ASSERT_TRUE((*at)->send(100));
    EXPECT_TRUE((*at)->completes(what::sent));
    auto& peer = peers.of(client.id());
    EXPECT_TRUE(peer.completes(what::received));
    EXPECT_TRUE(peer.has(**at, 100));
  }
  clients.clear();  // without BYE
  for (const auto& end : peers.ends(4)) {
    EXPECT_SAYS(end, "failed at use: the peer closed the connection");
  }
}

// The steps alone: frames that come twice, late, or from elsewhere.

class exchange_steps : public exchanges {
 protected:
  exchange_steps()
      : a(mine.side(), "B", {.nonce = 7, .generation = 3}),
        b([this](const auto&, const auto&) { return ++made, theirs.side(); }, "A") {}

  exchange::frame of(exchange::frame_type type, exchange::id id) {
    return {.type = type, .id = id};
  }

  endpoint mine{pd}, theirs{pd};
  int made = 0;
  exchange::offerer a;
  exchange::answerer b;
};

TEST_F(exchange_steps, do_nothing_twice) {
  const auto answer = b.take(a.offer());
  ASSERT_TRUE(answer);
  EXPECT_EQ(theirs.qp.state(), qp_state::rtr);
  EXPECT_EQ(b.take(a.offer()), answer) << "the first may have been lost";
  EXPECT_EQ(made, 1);

  auto late = *answer;
  late.id.generation = 2;
  EXPECT_EQ(a.take(late), std::nullopt);
  late.id = {.nonce = 8, .generation = 3};
  EXPECT_EQ(a.take(late), std::nullopt);
  EXPECT_EQ(mine.qp.state(), qp_state::reset) << "they are of others";

  const auto ready = a.take(*answer);
  ASSERT_TRUE(ready);
  EXPECT_EQ(mine.qp.state(), qp_state::rts);
  EXPECT_EQ(a.take(*answer), std::nullopt);
  EXPECT_FALSE(a.is_connected());
  EXPECT_EQ(b.take(of(exchange::frame_type::ready, {7, 2})), std::nullopt);
  EXPECT_EQ(theirs.qp.state(), qp_state::rtr);
  const auto acknowledged = b.take(*ready);
  ASSERT_TRUE(acknowledged);
  EXPECT_TRUE(b.is_connected());
  EXPECT_EQ(theirs.qp.state(), qp_state::rts);
  EXPECT_EQ(b.take(*ready), acknowledged);
  EXPECT_EQ(a.take(*acknowledged), std::nullopt);
  EXPECT_EQ(a.take(*acknowledged), std::nullopt);
  EXPECT_TRUE(a.is_connected());

  EXPECT_EQ(b.take(of(exchange::frame_type::bye, {7, 2})), std::nullopt);
  EXPECT_FALSE(b.is_over());
  EXPECT_TRUE(b.take(of(exchange::frame_type::bye, a.id())));
  EXPECT_TRUE(b.is_over());
}

TEST_F(exchange_steps, refuse_what_is_out_of_order) {
  EXPECT_SAYS(message_of([&] { (void)a.take(of(exchange::frame_type::ready, a.id())); }),
              "exchange with B: failed at OFFER: READY came before the ANSWER");
  EXPECT_SAYS(message_of([&] { (void)a.take(a.offer()); }), "the peer offers too");
  EXPECT_SAYS(message_of([&] { (void)a.take(of(exchange::frame_type::bye, a.id())); }),
              "BYE before it was READY");
  EXPECT_SAYS(message_of([&] { (void)b.take({.id = {.nonce = 0}, .offer = a.offer().offer}); }),
              "a nonce of 0 is nobody's");
  const auto answer = b.take(a.offer());
  EXPECT_EQ(theirs.qp.state(), qp_state::rtr);
  auto another = a.offer();
  another.id.generation = 2;
  EXPECT_EQ(b.take(another), std::nullopt) << "it is late";
  another.id.generation = 4;
  EXPECT_SAYS(message_of([&] { (void)b.take(another); }),
              "another OFFER came, of 0x7, generation 4");
  EXPECT_EQ(theirs.qp.state(), qp_state::error);

  auto changed = *answer;
  terms(changed.offer.path).sqpsn = *terms(answer->offer.path).sqpsn ^ 1u;
  EXPECT_SAYS(message_of([&] { (void)a.take(changed); }), "failed at negotiate: accept_answer");
  const exchange::frame failed{.type = exchange::frame_type::error,
                               .failure = {exchange::stage::rtr, 113, "no route"}};
  try {
    (void)a.take(failed);
    ADD_FAILURE();
  } catch (const exchange::error& e) {
    EXPECT_STREQ(e.what(), "exchange with B: peer failed at RTR: no route");
    EXPECT_EQ(e.code(), std::errc::host_unreachable);
    EXPECT_EQ(e.failure(), failed.failure);
  }
}

TEST_F(exchanges, that_begins_anew_takes_the_place_of_the_old_one) {
  serving peers;
  endpoint mine(pd);
  auto first = connect(peers, mine, exchange::id{.nonce = 5, .generation = 2});
  mine.qp.reset();
  for (const std::uint32_t generation : {1u, 2u}) {
    EXPECT_SAYS(message_of([&] {
                  connect(peers, mine, exchange::id{5, generation});
                }),
                "peer failed at OFFER: exchange::server: an OFFER of 0x5, generation " +
                    std::to_string(generation) + " is late: generation 2 was here");
  }
  EXPECT_EQ(peers.of(first.id()).qp.state(), qp_state::rts) << "it stays";
  auto second = connect(peers, mine, exchange::id{5, 3});
  const auto ends = peers.ends(3);
  EXPECT_SAYS(ends.back(), "failed at use: it begins anew, as 0x5, generation 3");
  ASSERT_TRUE(mine.send(64));
  EXPECT_TRUE(mine.completes(what::sent));
  EXPECT_TRUE(peers.of(second.id()).has(mine, 64));
}

}  // namespace
}  // namespace verbatim
