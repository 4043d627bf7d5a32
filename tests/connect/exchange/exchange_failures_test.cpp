// The endpoint exchange where an end fails, dies or does not follow the rules, at each stage.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "exchange_fixture.hpp"

namespace verbatim {
namespace {

// The other end gets a failure, with its stage.

TEST_F(exchanges, tells_the_client_where_the_server_failed) {
  struct trial {
    serving::hook change;
    const char* words;
    exchange::stage stage;
  };
  const std::vector<trial> trials{
      {[](endpoint&, exchange::side&) { throw std::runtime_error("no queue pairs left"); },
       "peer failed at OFFER: no queue pairs left", exchange::stage::offer},
      {[](endpoint& made, exchange::side& side) {
         const bool ethernet =
             made.qp.local_end().port.link_layer == verbatim::link_layer::ethernet;
         side.wanted = ethernet ? path(ib_path{}) : path(roce_path{});
       },
       "peer failed at negotiate: own_path on ", exchange::stage::negotiate},
      {[](endpoint&, exchange::side& side) { side.user_data.resize(5000); },
       "peer failed at negotiate: encode_frame on ANSWER", exchange::stage::negotiate},
      {[](endpoint& made, exchange::side&) { made.qp.to_init(), made.qp.to_error(); },
       "peer failed at INIT: ", exchange::stage::init},
      {[](endpoint&, exchange::side& side) {
         side.post_receives = [](const exchange::agreement&) {
           throw std::runtime_error("no memory");
         };
       },
       "peer failed at posting receives: no memory", exchange::stage::receives},
      {[](endpoint& made, exchange::side& side) {
         side.post_receives = [&](const exchange::agreement&) { made.qp.close(); };
       },
       "peer failed at RTR: ", exchange::stage::rtr},
      {[](endpoint& made, exchange::side&) { made.qp.close(); },
       "peer failed at negotiate: local_end on RC QP", exchange::stage::negotiate},
  };
  for (const auto& [change, words, stage] : trials) {
    serving peers(change);
    endpoint mine(pd);
    try {
      (void)connect(peers, mine);
      ADD_FAILURE() << words;
    } catch (const exchange::error& e) {
      EXPECT_SAYS(e.what(), words);
      EXPECT_EQ(e.stage(), stage);
      EXPECT_TRUE(e.is_of_peer());
    }
    EXPECT_EQ(mine.qp.state(), qp_state::reset) << "it has not moved";
    EXPECT_EQ(peers.ends(1).size(), 1u);
  }
}

TEST_F(exchanges, tells_the_server_where_the_client_failed) {
  serving peers;
  const auto expect = [&](endpoint& mine, const exchange::side& side, std::size_t count,
                          const std::string& words) {
    const auto said = message_of(
        [&] { exchange::client("127.0.0.1", peers.server.port(), side, {.timeout = patience}); });
    EXPECT_SAYS(said, ": failed at " + words);
    EXPECT_SAYS(peers.ends(count).back(), ": peer failed at " + words);
    EXPECT_NE(mine.qp.is_open() ? mine.qp.state() : qp_state::error, qp_state::rts);
  };
  endpoint a(pd), b(pd), c(pd);
  auto side = a.side();
  side.post_receives = [](const exchange::agreement&) { throw std::runtime_error("no memory"); };
  expect(a, side, 1, "posting receives: no memory");
  EXPECT_EQ(a.qp.state(), qp_state::error);
  side = b.side();
  side.post_receives = [&](const exchange::agreement&) { b.qp.close(); };
  expect(b, side, 2, "RTR: ");
  c.qp.to_init();
  c.qp.to_error();
  expect(c, c.side(), 3, "INIT: ");

  // The receive that was posted comes back, and the queue pair can be connected anew.
  a.qp.reset();
  EXPECT_EQ(connect(peers, a).agreed().peer.memory.size(), 1u);
}

// A peer that stops to speak, or goes, at each stage.

TEST_F(exchanges, of_a_client_that_dies) {
  serving peers(nullptr, soon);
  endpoint mine(pd);
  exchange::offerer steps(mine.side(), "the server");
  const auto bytes = exchange::encode_frame(steps.offer());
  std::size_t ended = 0;
  const auto last = [&] { return peers.ends(++ended).back(); };

  { (void)connected_to(peers); }
  EXPECT_SAYS(last(), "failed at OFFER: the peer closed the connection");
  auto mute = connected_to(peers);
  EXPECT_SAYS(last(), "failed at OFFER: no answer came until the deadline");
  EXPECT_SAYS(receive(mute).failure.reason, "no answer came until the deadline");

  // Half of an OFFER.
  {
    auto socket = connected_to(peers);
    ASSERT_EQ(write(socket.fd(), bytes.data(), bytes.size() / 2),
              static_cast<ssize_t>(bytes.size() / 2));
  }
  EXPECT_SAYS(last(), "failed at OFFER: the peer closed the connection");

  {
    auto socket = connected_to(peers);
    send(socket, steps.offer());
    EXPECT_EQ(receive(socket).type, exchange::frame_type::answer);
  }
  EXPECT_SAYS(last(), "failed at READY: the peer closed the connection");
  EXPECT_EQ(peers.of(steps.id()).qp.state(), qp_state::error) << "its receive comes back";

  exchange::offerer again(mine.side(), "the server");
  auto silent = connected_to(peers);
  send(silent, again.offer());
  EXPECT_EQ(receive(silent).type, exchange::frame_type::answer);
  EXPECT_SAYS(last(), "failed at READY: no answer came until the deadline");
  EXPECT_EQ(receive(silent).failure.stage, exchange::stage::ready);

  { auto client = connect(peers, mine); }
  EXPECT_SAYS(last(), "failed at use: the peer closed the connection");
}

TEST_F(exchanges, of_a_server_that_dies) {
  detail::frame_listener listener("127.0.0.1", 0);
  endpoint theirs(pd);
  // Follows the rules for so many frames, and then goes or falls silent.
  const auto server = [&](unsigned frames, bool goes) {
    const auto deadline = steady_clock::now() + patience;
    std::optional<detail::frame_socket> socket;
    while (!socket && steady_clock::now() < deadline) socket = listener.accept();
    if (theirs.qp.state() != qp_state::reset) theirs.qp.reset();
    exchange::answerer steps([&](const auto&, const auto&) { return theirs.side(); }, "the client");
    for (unsigned i = 0; i < frames; ++i) {
      if (const auto reply = steps.take(receive(*socket)); reply && i + 1 < frames) {
        send(*socket, *reply);
      }
    }
    if (!goes)
      (void)message_of([&] {
        for (;;) (void)receive(*socket);
      });
  };
  for (const bool goes : {true, false}) {
    for (const unsigned frames : {0u, 1u, 2u}) {
      endpoint mine(pd);
      std::thread thread(server, frames, goes);
      const auto said = message_of(
          [&] { exchange::client("127.0.0.1", listener.port(), mine.side(), {.timeout = soon}); });
      thread.join();
      EXPECT_SAYS(said, frames < 2 ? "failed at OFFER: " : "failed at READY: ");
      EXPECT_SAYS(said,
                  goes ? "the peer closed the connection" : "no answer came until the deadline");
      EXPECT_EQ(mine.qp.state(), frames < 2 ? qp_state::reset : qp_state::error);
    }
  }
  endpoint mine(pd);
  std::uint16_t port = 0;
  {
    const detail::frame_listener gone("127.0.0.1", 0);
    port = gone.port();
  }
  EXPECT_SAYS(
      message_of([&] { exchange::client("127.0.0.1", port, mine.side(), {.timeout = patience}); }),
      "failed at connect: connect on 127.0.0.1:" + std::to_string(port) +
          ": Connection refused: is the server running");
}

// Frames that do not follow the rules.

TEST_F(exchanges, of_strangers) {
  serving peers;
  const auto expect_told = [&](std::string_view bytes, const std::string& words) {
    auto socket = connected_to(peers);
    ASSERT_EQ(write(socket.fd(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    const auto told = receive(socket);
    EXPECT_EQ(told.type, exchange::frame_type::error);
    EXPECT_SAYS(told.failure.reason, words);
  };
  expect_told("GET / HTTP/1.1\r\nHost: there\r\n\r\n", "it does not begin with VERBATIM");
  using namespace std::string_literals;
  expect_told("VERBATIM\0\1\0\3\0\0\0\20"s, "byte 16: READY: nonce is missing");
  expect_told("VERBATIM\0\1\0\3\1\0\0\20"s, "byte 12: a length of 16777232");
  EXPECT_EQ(peers.ends(3).size(), 3u);
}

TEST_F(exchanges, of_an_offer_that_is_not_understood) {
  serving peers(nullptr, soon);
  endpoint mine(pd);
  exchange::offerer steps(mine.side(), "the server");
  auto bytes = exchange::encode_frame(steps.offer());
  // Half of it, and then nothing more.
  auto slow = connected_to(peers);
  ASSERT_EQ(write(slow.fd(), bytes.data(), bytes.size() / 2),
            static_cast<ssize_t>(bytes.size() / 2));
  EXPECT_SAYS(receive(slow).failure.reason, "no answer came until the deadline");
  // With a critical field of a later version.
  for (const int byte : {0x80 | 0x7f, 0x77, 0, 1, 9}) bytes.push_back(static_cast<std::byte>(byte));
  bytes[14] = static_cast<std::byte>(bytes.size() >> 8);
  bytes[15] = static_cast<std::byte>(bytes.size());
  auto later = connected_to(peers);
  ASSERT_EQ(write(later.fd(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  const auto told = receive(later);
  EXPECT_EQ(told.failure.stage, exchange::stage::offer);
  EXPECT_SAYS(told.failure.reason, "critical field 32631 is not known here: the peer needs");
  EXPECT_EQ(told.failure.error_number, static_cast<std::uint32_t>(EOPNOTSUPP));
  EXPECT_EQ(peers.ends(2).size(), 2u);
}

TEST_F(exchanges, of_ends_that_cannot_meet) {
  const auto refusal = [&](endpoint& mine, const path& wanted, serving& peers) {
    auto side = mine.side();
    side.wanted = wanted;
    return message_of(
        [&] { exchange::client("127.0.0.1", peers.server.port(), side, {.timeout = patience}); });
  };
  const bool ethernet = pd.context().port(1).link_layer == link_layer::ethernet;
  path odd = ethernet ? path(roce_path{}) : path(ib_path{});
  terms(odd).mtu = mtu(1000);
  path other_partition = ethernet ? path(roce_path{}) : path(ib_path{});
  terms(other_partition).pkey = pkey(0x8123);
  serving peers([&](endpoint&, exchange::side& side) {
    if (ethernet) side.wanted = roce_path{.type = gid_type::roce_v2};
  });
  endpoint mine(pd);
  EXPECT_SAYS(refusal(mine, odd, peers),
              "failed at OFFER: encode_frame on OFFER: mtu cannot be 1000");
  EXPECT_SAYS(refusal(mine, other_partition, peers), "is not in partition 0x8123");
  if (ethernet) {
    EXPECT_SAYS(refusal(mine, roce_path{.type = gid_type::roce_v1}, peers),
                "peer failed at negotiate: settle on RoCE path");
    EXPECT_SAYS(refusal(mine, roce_path{.type = gid_type::roce_v1}, peers),
                "type=RoCE v2 here and RoCE v1 at the peer");
  }
  EXPECT_EQ(mine.qp.state(), qp_state::reset);
}

/// --raise-at 1:device_removed
TEST_F(exchanges, of_a_device_that_disappears) {
  serving peers;
  endpoint mine(pd), other(pd);
  exchange::offerer late(other.side(), "the server");
  auto client = connect(peers, mine);
  ASSERT_TRUE(mine.send(100));
  ASSERT_TRUE(pd.context().wait_event(patience));
  EXPECT_TRUE(pd.context().failed());

  // A connected peer can still get the end of the connection.
  client.bye(patience);
  EXPECT_EQ(peers.ends(1), std::vector<std::string>{""});
  // Neither end gets further, and both say why.
  const auto begin = steady_clock::now();
  EXPECT_SAYS(message_of([&] { connect(peers, other); }), "failed at OFFER: ");
  auto socket = connected_to(peers);
  send(socket, late.offer());
  const auto told = receive(socket);
  EXPECT_EQ(told.failure.stage, exchange::stage::offer);
  EXPECT_EQ(told.failure.error_number, static_cast<std::uint32_t>(EIO)) << told.failure.reason;
  EXPECT_LT(steady_clock::now() - begin, patience);
}

TEST_F(exchanges, of_a_server_that_talks_of_other_things) {
  detail::frame_listener listener("127.0.0.1", 0);
  std::thread thread([&] {
    const auto deadline = steady_clock::now() + patience;
    std::optional<detail::frame_socket> socket;
    while (!socket && steady_clock::now() < deadline) socket = listener.accept();
    const auto talk = [&] {
      for (;;) socket->send({.type = exchange::frame_type::ready, .id = {.nonce = 1}}, deadline);
    };
    EXPECT_SAYS(message_of(talk), "the peer closed the connection");
  });
  {
    endpoint mine(pd);
    const auto said = message_of(
        [&] { exchange::client("127.0.0.1", listener.port(), mine.side(), {.timeout = soon}); });
    EXPECT_SAYS(said, "failed at OFFER: receive on 127.0.0.1");
    EXPECT_SAYS(said, "no answer came until the deadline");
  }
  thread.join();
}

TEST_F(exchanges, of_a_client_that_only_talks) {
  serving peers(nullptr, soon);
  endpoint mine(pd);
  auto side = mine.side();
  side.user_data.resize(3000);
  exchange::offerer steps(side, "the server");
  auto socket = connected_to(peers);
  // Each OFFER is answered, until the answers have nowhere to go.
  const auto talk = [&] {
    for (;;) socket.send(steps.offer(), steady_clock::now() + patience);
  };
  EXPECT_SAYS(message_of(talk), "the peer closed the connection");
  EXPECT_SAYS(peers.ends(1).front(), "failed at READY: no answer came until the deadline");
}

TEST_F(exchanges, lets_out_what_the_program_throws) {
  endpoint mine(pd), theirs(pd);
  const auto enough = [](const auto&, const auto&) {
    throw exchange::error(std::errc::io_error, "the program", exchange::stage::use, "enough");
  };
  exchange::server server(
      {.answer = [&](const auto&, const auto&) { return theirs.side(); }, .ready = enough},
      {.address = "127.0.0.1"});
  std::thread thread([&] {
    EXPECT_EQ(message_of([&] {
                exchange::client("127.0.0.1", server.port(), mine.side(), {.timeout = patience});
              }),
              "no error");
  });
  const auto serve = [&] {
    const auto deadline = steady_clock::now() + patience;
    while (steady_clock::now() < deadline) server.serve_once(100ms);
  };
  EXPECT_SAYS(message_of(serve), "exchange with the program: failed at use: enough");
  thread.join();
  EXPECT_EQ(theirs.qp.state(), qp_state::rts);
}

}  // namespace
}  // namespace verbatim
