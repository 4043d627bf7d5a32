// Raw packets through our own queue pairs: frames that flows steer by their MAC.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "frames.hpp"
#include "long_enough.hpp"
#include "raw_packet_queue_fixture.hpp"
#include "raw_ring.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbs_fixture.hpp"

namespace verbatim::testing {
namespace {

TEST_F(raw_packet_queues, frames_go_where_their_mac_leads) {
  b.qp.activate();
  c.qp.activate();
  // Several times round the rings, with inlined headers of every length that has a meaning.
  for (std::size_t i = 0; i < 40; ++i) {
    const auto to_b = udp(there, 50 + i);
    const auto to_c = udp(elsewhere, 1000 + i);
    b.post(10, 0);
    b.post(11, 1);
    c.post(20, 0);
    send_plain(to_b);
    const auto bytes = lay_out(to_c);
    const std::size_t inlined = i % 3 == 0 ? 14 : i % 3 == 1 ? 18 : 42;
    send(a.qp.sq_wqe()
             .eth(0, 0, bytes.first(inlined))
             .send()
             .sge(mr.addr() + inlined, static_cast<std::uint32_t>(to_c.size() - inlined),
                  mr.lkey()));
    send(a.qp.sq_wqe().eth(0, 0).send().inline_data(lay_out(to_b)));
    b.wait(0, 2);
    const auto length = static_cast<std::uint32_t>(to_b.size());
    ASSERT_EQ(b.receiveds, (std::vector<received>{{10, length, false}, {11, length, false}}));
    EXPECT_TRUE(arrived(to_b, b, 0));
    EXPECT_TRUE(arrived(to_b, b, 1));
    c.wait(0, 1);
    ASSERT_EQ(c.receiveds,
              (std::vector<received>{{20, static_cast<std::uint32_t>(to_c.size()), false}}));
    EXPECT_TRUE(arrived(to_c, c));
    std::fill(memory.begin() + inbox, memory.end(), std::uint8_t{});
  }
  EXPECT_EQ(a.cq.dropped() + b.cq.dropped() + c.cq.dropped(), 0u);
  EXPECT_EQ(reported(), "");
}

TEST_F(raw_packet_queues, receives_complete_under_the_number_of_the_receive_queue) {
  b.qp.activate();
  b.post(1, 0);
  send_plain(udp(there, 50));
  b.wait(0, 1);
  EXPECT_EQ(b.number, direct(b.qp).rqn);
  EXPECT_NE(b.number, b.qp.qpn());
  // Two completion queues. Each knows one of the numbers.
  cq<type> sends(context, 16);
  cq<type> receives(context, 16);
  type apart(pd, sends, receives);
  apart.activate();
  const auto rqn = direct(apart).rqn;
  EXPECT_EQ(direct(apart).sqn, apart.qpn());
  ASSERT_TRUE(apart.sq_wqe().nop().signal(7).finish());
  apart.ring_doorbell();
  ASSERT_TRUE(apart.rq_wqe().sge(mr.addr() + inbox, room, mr.lkey()).finish(8));
  apart.ring_recv_doorbell();
  std::vector<int> entries;
  std::vector<std::uint32_t> numbers;
  const auto note = [&](auto&& completion) {
    entries.push_back(completion.entry);
    numbers.push_back(completion.qpn());
  };
  const auto one_of = [&](cq<type>& cq) {
    const auto end = std::chrono::steady_clock::now() + long_enough;
    while (cq.poll(note) == 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  one_of(sends);
  apart.to_error();
  one_of(receives);
  EXPECT_EQ(entries, (std::vector<int>{7, 8}));
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{apart.qpn(), rqn}));
}

TEST_F(raw_packet_queues, what_a_closed_queue_pair_had_received_is_dropped) {
  b.qp.activate();
  b.post(1, 0);
  send_plain(udp(there, 50));
  ASSERT_TRUE(raw_ring::of(b.cq.native()).wait());
  b.flow.reset();
  b.qp.close();
  b.wait(0, 0);
  EXPECT_EQ(b.cq.poll([](auto&&) { ADD_FAILURE(); }), 1u);
  EXPECT_EQ(b.cq.dropped(), 1u);
  EXPECT_EQ(b.qp.rq_wqe().finish(1).error(), post_error::closed);
  EXPECT_EQ(b.qp.sq_wqe().eth(0, 0).send().no_data().finish().error(), post_error::closed);
  b.qp.ring_recv_doorbell();
  EXPECT_THROW(b.qp.activate(), error);
}

TEST_F(raw_packet_queues, checksums_are_inserted) {
  b.qp.activate();
  const auto frame = udp(there, 51);
  const auto length = static_cast<std::uint32_t>(frame.size());
  b.post(1, 0);
  send_plain(frame);
  b.wait(0, 1);
  EXPECT_EQ(b.receiveds, (std::vector<received>{{1, length, false}}));
  EXPECT_NE(ip_sum(inbox_of(b)), 0xffff);
  b.post(2, 1);
  send(a.qp.sq_wqe().eth(1, 1).send().sge(mr.addr(), length, mr.lkey()));
  b.wait(0, 1);
  EXPECT_EQ(b.receiveds, (std::vector<received>{{2, length, true}}));
  EXPECT_EQ(ip_sum(inbox_of(b, 1)), 0xffff);
  EXPECT_EQ(l4_sum(inbox_of(b, 1)), 0xffff);
  // Into headers that are in the WQE, too.
  b.post(3, 2);
  send(a.qp.sq_wqe()
           .eth(1, 1, lay_out(frame).first(42))
           .send()
           .sge(mr.addr() + 42, length - 42, mr.lkey()));
  b.wait(0, 1);
  EXPECT_EQ(b.receiveds, (std::vector<received>{{3, length, true}}));
  EXPECT_EQ(std::memcmp(inbox_of(b, 1), inbox_of(b, 2), length), 0);
  EXPECT_EQ(reported(), "");
}

TEST_F(raw_packet_queues, a_vlan_tag_is_inserted) {
  b.qp.activate();
  const auto frame = udp(there, 30);
  lay_out(frame);
  b.post(1, 0);
  send(a.qp.sq_wqe()
           .eth_vlan(0xa123, 1, 1)
           .send()
           .sge(mr.addr(), static_cast<std::uint32_t>(frame.size()), mr.lkey()));
  b.wait(0, 1);
  EXPECT_EQ(b.receiveds,
            (std::vector<received>{{1, static_cast<std::uint32_t>(frame.size()) + 4, true}}));
  EXPECT_EQ(std::memcmp(inbox_of(b), frame.data(), 12), 0);
  EXPECT_EQ(std::memcmp(inbox_of(b) + 12, "\x81\x00\xa1\x23\x08\x00", 6), 0);
  EXPECT_EQ(l4_sum(inbox_of(b) + 4), 0xffff);
}

TEST_F(raw_packet_queues, a_large_payload_is_segmented) {
  b.qp.activate();
  constexpr std::uint32_t payload = 2500;
  constexpr std::uint16_t mss = 1000;
  frame_bytes header = ipv4(there, 6, 20);
  append(header, {0x30, 0x39, 0x00, 0x50, 0, 0, 1, 0, 0, 0, 0, 1, 0x50, 0x10, 0x10, 0, 0, 0, 0, 0});
  for (std::size_t i = 0; i < payload; ++i) memory[i] = static_cast<std::uint8_t>(i * 11);
  for (int i = 0; i < 3; ++i) b.post(i, static_cast<std::size_t>(i));
  // Two SGEs, whose border is within a packet.
  send(a.qp.sq_wqe()
           .tso()
           .eth(mss, 1, 1, std::as_bytes(std::span(header)))
           .sge(mr.addr(), 1234, mr.lkey())
           .sge(mr.addr() + 1234, payload - 1234, mr.lkey()));
  b.wait(0, 3);
  ASSERT_EQ(b.receiveds, (std::vector<received>{{0, 1054, true}, {1, 1054, true}, {2, 554, true}}));
  for (std::size_t i = 0; i < 3; ++i) {
    const auto* const got = inbox_of(b, i);
    EXPECT_EQ(got[40] << 8 | got[41], 256 + static_cast<int>(i) * mss) << "sequence number";
    EXPECT_EQ(ip_sum(got), 0xffff);
    EXPECT_EQ(l4_sum(got), 0xffff);
    EXPECT_EQ(std::memcmp(got + 54, memory.data() + i * mss, i < 2 ? mss : 500), 0);
  }
  EXPECT_EQ(reported(), "");
}

/// Trap: the receive queue works from INIT on, and libmlx5 overwrites the record in the change to RTR.
TEST_F(raw_packet_queues, receives_posted_before_activate_take_what_comes_after) {
  b.post(1, 0);
  b.post(2, 1);
  const auto* const record = direct(b.qp).dbrec;
  EXPECT_EQ(record[MLX5_RCV_DBR], 0u) << "the device must not know yet";
  send_plain(udp(there, 40));
  EXPECT_TRUE(nothing_came(b));
  b.qp.activate();
  EXPECT_EQ(record[MLX5_RCV_DBR], htonl(2)) << "without another doorbell";
  const auto frame = udp(there, 60);
  send_plain(frame);
  b.wait(0, 1);
  EXPECT_EQ(b.receiveds,
            (std::vector<received>{{1, static_cast<std::uint32_t>(frame.size()), false}}));
  EXPECT_TRUE(arrived(frame, b));
  b.post(3, 2);
  EXPECT_EQ(record[MLX5_RCV_DBR], htonl(3));
  send_plain(frame);
  send_plain(frame);
  b.wait(0, 2);
  ASSERT_EQ(b.receiveds.size(), 2u);
  EXPECT_EQ(b.receiveds[1].entry, 3);
  EXPECT_EQ(reported(), "");
}

TEST_F(raw_packet_queues, receives_wait_again_after_a_reset) {
  b.post(1, 0);
  b.qp.activate();
  b.qp.reset();
  const auto* const record = direct(b.qp).dbrec;
  b.post(2, 1);
  EXPECT_EQ(record[MLX5_RCV_DBR], 0u);
  b.qp.activate();
  EXPECT_EQ(record[MLX5_RCV_DBR], htonl(1));
  const auto frame = udp(there, 60);
  send_plain(frame);
  b.wait(0, 1);
  EXPECT_EQ(b.receiveds,
            (std::vector<received>{{2, static_cast<std::uint32_t>(frame.size()), false}}));
  EXPECT_TRUE(arrived(frame, b, 1));
  EXPECT_EQ(reported(), "");
}

TEST_F(raw_packet_queues, a_frame_that_is_too_long_fails_the_receive_and_the_rest_is_flushed) {
  b.qp.activate();
  b.post(1, 0, 50);
  b.post(2, 1);
  send_plain(udp(there, 20));
  b.wait(0, 2);
  EXPECT_EQ(b.receiveds, (std::vector<received>{{1, 0, false, cqe_syndrome::local_length_err},
                                                {2, 0, false, cqe_syndrome::wr_flush_err}}));
  EXPECT_NE(reported().find("a frame of 62 bytes came, but its buffers have 50"),
            std::string::npos);
}

TEST_F(raw_packet_queues, a_flow_keeps_its_queue_pair_open) {
  const auto report = b.qp.close();
  ASSERT_EQ(report.refused.size(), 1u);
  const auto& refused = report.refused.front();
  EXPECT_EQ(std::string(refused.what()).substr(0, 20), "close on raw packet ");
  EXPECT_NE(refused.advice().find("destroy what you made through native()"), std::string::npos)
      << refused.advice();
  EXPECT_FALSE(b.qp.is_open());
  b.flow.reset();
  EXPECT_TRUE(b.qp.close().complete()) << "it is tried again";
}

TEST(no_ethernet, has_no_raw_packets) {
  const auto context = verbatim::open_device();
  const pd pd(context);
  const cq<type> cq(context, 16);
  try {
    type{pd, cq};
    ADD_FAILURE() << "made on InfiniBand";
  } catch (const error& e) {
    EXPECT_STREQ(e.what(),
                 "create_qp on mlx5_0: raw packets are Ethernet frames, and port 1 is "
                 "InfiniBand");
  }
}

}  // namespace
}  // namespace verbatim::testing
