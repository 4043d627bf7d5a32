// Connections through the device file of rdma_cm: events, their order, statuses and lengths, and what a
// peer's death does.
#include <string>

#include "other_process.hpp"
#include "raw_channel.hpp"

namespace {

const std::string here = "127.0.0.1";

/// A connection between two ids of one process.
class connection_test : public ::testing::Test {
 protected:
  /// Connects up to CONNECT_REQUEST, and returns the id of the request.
  std::uint32_t request(const std::string& data = "hello") {
    listening = passive.listener(here, 1);
    active_id = active.made(2);
    active.resolve(active_id, here, passive.port_of(listening));
    EXPECT_EQ(active.connect(active_id, 0x123, data), 0);
    const auto found = passive.expect(ev::connect_request);
    EXPECT_EQ(found.uid, 1u);
    request_parameters = found.param.conn;
    request_ece = found.ece;
    return found.id;
  }

  /// Connects wholly.
  void establish() {
    passive_id = request();
    ASSERT_EQ(passive.accept(passive_id, 3, 0x456, "world"), 0);
    reply_parameters = active.expect(ev::connect_response).param.conn;
    ASSERT_EQ(active.establish(active_id), 0);
    const auto found = passive.expect(ev::established);
    EXPECT_EQ(found.uid, 3u);
    EXPECT_EQ(found.param.conn.private_data_len, 0);
  }

  raw_channel passive;
  raw_channel active;
  std::uint32_t listening = 0;
  std::uint32_t active_id = 0;
  std::uint32_t passive_id = 0;
  rdma_ucm_conn_param request_parameters{};
  rdma_ucm_conn_param reply_parameters{};
  rdma_ucm_ece request_ece{};
};

TEST_F(connection_test, both_sides_learn_what_the_other_said) {
  establish();
  // The kernel keeps 36 of 92 bytes for the IP addresses, and always says that all are there.
  EXPECT_EQ(request_parameters.private_data_len, 56);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(request_parameters.private_data), 6),
            std::string("hello", 6));
  EXPECT_EQ(request_parameters.qp_num, 0x123u);
  EXPECT_EQ(request_parameters.responder_resources, 4) << "the peer's initiator_depth";
  EXPECT_EQ(request_parameters.initiator_depth, 3) << "the peer's responder_resources";
  EXPECT_EQ(request_parameters.retry_count, 5);
  EXPECT_EQ(request_parameters.rnr_retry_count, 6);
  EXPECT_EQ(request_ece.vendor_id, 0x15b3u);
  EXPECT_EQ(request_ece.attr_mod, 7u);
  EXPECT_EQ(reply_parameters.private_data_len, 196);
  EXPECT_EQ(reply_parameters.qp_num, 0x456u);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(reply_parameters.private_data), 5), "world");
}

TEST_F(connection_test, attributes_meet) {
  establish();
  ib_uverbs_qp_attr a{};
  ib_uverbs_qp_attr p{};
  ASSERT_EQ(active.attributes(active_id, 1, a), 0);
  EXPECT_EQ(a.qp_attr_mask, 0x39u);
  ASSERT_EQ(active.attributes(active_id, 2, a), 0);
  ASSERT_EQ(passive.attributes(passive_id, 3, p), 0);
  EXPECT_EQ(a.qp_attr_mask, 0x129181u);
  EXPECT_EQ(p.qp_attr_mask, 0x12e01u);
  EXPECT_EQ(a.rq_psn, p.sq_psn);
  EXPECT_EQ(a.dest_qp_num, 0x456u);
  EXPECT_EQ(p.timeout, 19);
  EXPECT_EQ(p.retry_cnt, 5) << "the active side's, for both";
  ASSERT_EQ(passive.attributes(passive_id, 2, p), 0);
  ASSERT_EQ(active.attributes(active_id, 3, a), 0);
  EXPECT_EQ(p.rq_psn, a.sq_psn);
  EXPECT_EQ(p.dest_qp_num, 0x123u);
  EXPECT_EQ(a.rnr_retry, 6) << "what the peer sent";
}

TEST_F(connection_test, disconnecting_takes_both_programs) {
  establish();
  ASSERT_EQ(active.disconnect(active_id), 0);
  passive.expect(ev::disconnected);
  EXPECT_FALSE(active.has_event(50)) << "the peer's program has not answered";
  ASSERT_EQ(passive.disconnect(passive_id), 0);
  active.expect(ev::disconnected);
  active.expect(ev::timewait_exit);
  passive.expect(ev::timewait_exit);
  EXPECT_EQ(active.disconnect(active_id), 0) << "nothing is due, and that is no error";
}

TEST_F(connection_test, destroying_answers_a_disconnection) {
  establish();
  ASSERT_EQ(active.disconnect(active_id), 0);
  passive.expect(ev::disconnected);
  std::uint32_t reported = 0;
  ASSERT_EQ(passive.destroy(passive_id, &reported), 0);
  EXPECT_EQ(reported, 2u) << "ESTABLISHED and DISCONNECTED; the request was the listener's";
  active.expect(ev::disconnected);
}

TEST_F(connection_test, destroying_disconnects) {
  establish();
  ASSERT_EQ(active.destroy(active_id), 0);
  passive.expect(ev::disconnected);
}

TEST_F(connection_test, disconnected_may_come_instead_of_established) {
  passive_id = request();
  ASSERT_EQ(passive.accept(passive_id, 3, 0x456), 0);
  active.expect(ev::connect_response);
  EXPECT_EQ(passive.notify(passive_id, 4), 0) << "IBV_EVENT_COMM_EST";
  passive.expect(ev::established);
  EXPECT_EQ(passive.notify(passive_id, 4), EISCONN);
  EXPECT_EQ(passive.notify(passive_id, 3), EINVAL);
}

TEST_F(connection_test, a_program_rejects_with_data) {
  passive_id = request();
  EXPECT_EQ(passive.reject(passive_id, "no", 10), EINVAL) << "a reason that only the kernel gives";
  ASSERT_EQ(passive.reject(passive_id, "no"), 0);
  const auto found = active.expect(ev::rejected, 28);
  EXPECT_EQ(found.param.conn.private_data_len, 148);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(found.param.conn.private_data), 2), "no");
  EXPECT_EQ(passive.reject(passive_id), EINVAL) << "too late";
  EXPECT_EQ(passive.accept(passive_id, 3, 1), EINVAL);
}

TEST_F(connection_test, nobody_listens) {
  listening = passive.listener(here, 1);
  const std::uint16_t port = passive.port_of(listening);
  ASSERT_EQ(passive.destroy(listening), 0);
  active_id = active.made(2);
  active.resolve(active_id, here, port);
  ASSERT_EQ(active.connect(active_id, 1), 0);
  active.expect(ev::rejected, 8);
  EXPECT_EQ(active.connect(active_id, 1), EINVAL) << "once only";
}

TEST_F(connection_test, destroying_a_waiting_id_rejects) {
  passive_id = request();
  ASSERT_EQ(passive.destroy(passive_id), 0);
  active.expect(ev::rejected, 28);
}

TEST_F(connection_test, a_request_that_nobody_took_dies_with_its_listener) {
  listening = passive.listener(here, 1);
  active_id = active.made(2);
  active.resolve(active_id, here, passive.port_of(listening));
  ASSERT_EQ(active.connect(active_id, 1), 0);
  ASSERT_TRUE(passive.has_event(20'000));
  std::uint32_t reported = 7;
  ASSERT_EQ(passive.destroy(listening, &reported), 0);
  EXPECT_EQ(reported, 0u);
  EXPECT_FALSE(passive.has_event(0)) << "its event is gone";
  active.expect(ev::rejected, 28);
}

TEST_F(connection_test, an_active_id_that_goes_is_heard_by_the_request) {
  passive_id = request();
  ASSERT_EQ(active.destroy(active_id), 0);
  EXPECT_FALSE(passive.has_event(100)) << "the program has not accepted: its id has no name yet";
  EXPECT_EQ(passive.accept(passive_id, 3, 1), EINVAL);
}

TEST_F(connection_test, queue_pairs_are_connected_once) {
  establish();
  const std::uint32_t second = active.made(9);
  active.resolve(second, here, passive.port_of(listening));
  ASSERT_EQ(active.connect(second, 0x123), 0);
  active.expect(ev::rejected, 10);
  active.expect(ev::disconnected);
}

TEST_F(connection_test, private_data_has_a_limit) {
  listening = passive.listener(here, 1);
  active_id = active.made(2);
  active.resolve(active_id, here, passive.port_of(listening));
  EXPECT_EQ(active.connect(active_id, 1, std::string(57, 'x')), EINVAL);
  ASSERT_EQ(active.connect(active_id, 1, std::string(56, 'x')), 0) << "the state is as before";
  passive_id = passive.expect(ev::connect_request).id;
  EXPECT_EQ(passive.reject(passive_id, std::string(149, 'x')), EINVAL);
  EXPECT_EQ(passive.accept(passive_id, 3, 1, std::string(197, 'x')), EINVAL);
  active.expect(ev::rejected, 28);
}

TEST_F(connection_test, a_full_backlog_delays_a_request) {
  listening = passive.listener(here, 1, 1);
  std::uint32_t ids[2];
  for (std::uint32_t& one : ids) {
    one = active.made(5);
    active.resolve(one, here, passive.port_of(listening));
    ASSERT_EQ(active.connect(one, 0x700 + one), 0);
  }
  const std::uint32_t first = passive.expect(ev::connect_request).id;
  // The second request was dropped, and comes again.
  const std::uint32_t second = passive.expect(ev::connect_request).id;
  EXPECT_NE(first, second);
  EXPECT_EQ(passive.reject(second), 0);
  active.expect(ev::rejected, 28);
}

TEST_F(connection_test, requests_move_before_they_are_accepted) {
  passive_id = request();
  raw_channel reactor;
  std::uint32_t reported = 7;
  ASSERT_EQ(reactor.migrate(passive_id, passive, &reported), 0);
  EXPECT_EQ(reported, 0u);
  EXPECT_EQ(passive.accept(passive_id, 3, 1), EINVAL) << "the id is of the other channel";
  ASSERT_EQ(reactor.accept(passive_id, 3, 1), 0);
  active.expect(ev::connect_response);
  ASSERT_EQ(active.establish(active_id), 0);
  reactor.expect(ev::established);
  EXPECT_EQ(reactor.migrate(passive_id, passive), EINVAL) << "it is not there any more";
}

TEST_F(connection_test, events_move_with_their_id) {
  active_id = active.made(2);
  listening = passive.listener(here, 1);
  ASSERT_EQ(active.resolve_address(active_id, socket_address::of(here, passive.port_of(listening))),
            0);
  ASSERT_TRUE(active.has_event(20'000));
  raw_channel reactor;
  ASSERT_EQ(reactor.migrate(active_id, active), 0);
  EXPECT_FALSE(active.has_event(0));
  reactor.expect(ev::addr_resolved);
}

TEST_F(connection_test, datagrams_are_resolved) {
  listening = passive.listener(here, 1, 16, RDMA_PS_UDP);
  active_id = active.made(2, RDMA_PS_UDP);
  active.resolve(active_id, here, passive.port_of(listening));
  EXPECT_EQ(active.connect(active_id, 0, std::string(181, 'x')), EINVAL);
  ASSERT_EQ(active.connect(active_id, 0, "hello"), 0);
  const auto asked = passive.expect(ev::connect_request);
  EXPECT_EQ(asked.param.ud.private_data_len, 180);
  ASSERT_EQ(passive.accept(asked.id, 3, 0x321, "world"), 0);
  const auto found = active.expect(ev::established);
  EXPECT_EQ(found.param.ud.private_data_len, 136);
  EXPECT_EQ(found.param.ud.qp_num, 0x321u);
  EXPECT_EQ(found.param.ud.qkey, 0x01234567u);
  EXPECT_EQ(found.param.ud.ah_attr.port_num, 1);
  EXPECT_EQ(active.disconnect(active_id), 0);
  EXPECT_FALSE(active.has_event(50)) << "datagrams have no connection to end";
}

TEST_F(connection_test, datagrams_are_refused) {
  listening = passive.listener(here, 1, 16, RDMA_PS_UDP);
  active_id = active.made(2, RDMA_PS_UDP);
  active.resolve(active_id, here, passive.port_of(listening));
  ASSERT_EQ(active.connect(active_id, 0), 0);
  ASSERT_EQ(passive.reject(passive.expect(ev::connect_request).id, "no"), 0);
  active.expect(ev::unreachable, 2);
  ASSERT_EQ(passive.destroy(listening), 0);
  const std::uint32_t second = active.made(3, RDMA_PS_UDP);
  active.resolve(second, here, 7);
  ASSERT_EQ(active.connect(second, 0), 0);
  active.expect(ev::unreachable, 1);
}

// The peer is another process, and dies.

TEST(death_test, of_a_listener) {
  other_process peer([](auto parent) {
    raw_channel channel;
    parent.say(channel.port_of(channel.listener(here, 1)));
    pause();
  });
  const auto port = static_cast<std::uint16_t>(peer.hear());
  peer.kill_it();
  raw_channel active;
  const std::uint32_t id = active.made(2);
  active.resolve(id, here, port);
  ASSERT_EQ(active.connect(id, 1), 0);
  active.expect(ev::rejected, 8);
}

TEST(death_test, of_a_program_that_has_a_request) {
  other_process peer([](auto parent) {
    raw_channel channel;
    parent.say(channel.port_of(channel.listener(here, 1)));
    channel.expect(ev::connect_request);
    parent.say(0);
    pause();
  });
  raw_channel active;
  const std::uint32_t id = active.made(2);
  active.resolve(id, here, static_cast<std::uint16_t>(peer.hear()));
  ASSERT_EQ(active.connect(id, 1), 0);
  peer.hear();
  EXPECT_FALSE(active.has_event(0));
  peer.kill_it();
  active.expect(ev::rejected, 28);
}

TEST(death_test, of_a_connected_program) {
  other_process peer([](auto parent) {
    raw_channel channel;
    parent.say(channel.port_of(channel.listener(here, 1)));
    const std::uint32_t id = channel.expect(ev::connect_request).id;
    EXPECT_EQ(channel.accept(id, 3, 7), 0);
    channel.expect(ev::established);
    parent.say(0);
    pause();
  });
  raw_channel active;
  const std::uint32_t id = active.made(2);
  active.resolve(id, here, static_cast<std::uint16_t>(peer.hear()));
  ASSERT_EQ(active.connect(id, 1), 0);
  active.expect(ev::connect_response);
  ASSERT_EQ(active.establish(id), 0);
  peer.hear();
  peer.kill_it();
  active.expect(ev::disconnected);
  EXPECT_EQ(active.disconnect(id), 0);
}

TEST(death_test, of_a_program_that_waits_for_the_reply) {
  raw_channel passive;
  const std::uint32_t listening = passive.listener(here, 1);
  other_process peer([port = passive.port_of(listening)](auto parent) {
    raw_channel channel;
    const std::uint32_t id = channel.made(2);
    channel.resolve(id, here, port);
    EXPECT_EQ(channel.connect(id, 1), 0);
    parent.say(0);
    pause();
  });
  const std::uint32_t id = passive.expect(ev::connect_request).id;
  peer.hear();
  peer.kill_it();
  // The program hears nothing before it has accepted, and accepting then fails.
  int error = 0;
  for (int tries = 0; tries < 200 && error == 0; ++tries) {
    ib_uverbs_qp_attr answer{};
    error = passive.attributes(id, 1, answer);
    usleep(10'000);
  }
  EXPECT_EQ(passive.accept(id, 3, 1), EINVAL);
}

TEST(death_test, of_a_program_that_has_not_said_that_it_is_ready) {
  raw_channel passive;
  const std::uint32_t listening = passive.listener(here, 1);
  other_process peer([port = passive.port_of(listening)](auto parent) {
    raw_channel channel;
    const std::uint32_t id = channel.made(2);
    channel.resolve(id, here, port);
    EXPECT_EQ(channel.connect(id, 1), 0);
    channel.expect(ev::connect_response);
    parent.say(0);
    pause();
  });
  const std::uint32_t id = passive.expect(ev::connect_request).id;
  ASSERT_EQ(passive.accept(id, 3, 1), 0);
  peer.hear();
  peer.kill_it();
  passive.expect(ev::rejected, 28);
}

TEST(death_test, closing_the_channel_is_enough) {
  raw_channel passive;
  const std::uint32_t listening = passive.listener(here, 1);
  raw_channel active;
  const std::uint32_t id = active.made(2);
  active.resolve(id, here, passive.port_of(listening));
  ASSERT_EQ(active.connect(id, 1), 0);
  const std::uint32_t request = passive.expect(ev::connect_request).id;
  ASSERT_EQ(passive.accept(request, 3, 1), 0);
  active.expect(ev::connect_response);
  ASSERT_EQ(active.establish(id), 0);
  passive.expect(ev::established);
  active.close_it();
  passive.expect(ev::disconnected);
}

TEST(death_test, a_channel_stays_with_the_process_that_opened_it) {
  raw_channel channel;
  other_process peer([&channel](auto parent) {
    std::uint32_t id = 0;
    parent.say(static_cast<std::uint32_t>(channel.create(id, 1)));
    raw_channel own;
    parent.say(static_cast<std::uint32_t>(own.create(id, 1)));
  });
  EXPECT_EQ(peer.hear(), std::uint32_t{EINVAL});
  EXPECT_EQ(peer.hear(), 0u);
}

}  // namespace
