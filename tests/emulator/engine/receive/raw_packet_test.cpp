// Raw packets and flows as real verbs see them. Runs with --link-layer ethernet.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <cstring>
#include <span>

#include "datagram_pair.hpp"
#include "frames.hpp"
#include "long_enough.hpp"
#include "raw_packet_fixture.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/eth_seg.hpp"
#include "verbatim/generated/segments/eth_vlan_seg.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::testing {
namespace {

TEST_F(raw_packet_test, a_frame_goes_where_its_mac_leads) {
  add_flow(peer.get(), there);
  post_receive_at(0);
  send(frame(udp(here, 50)));
  send(frame(udp(there, 51)));
  const ibv_wc wc = next(peer_cq.get());
  ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.byte_len, 42u + 51);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 42 + 51, remote.begin()));
  EXPECT_EQ(reported(), "");
}

TEST_F(raw_packet_test, nothing_comes_after_the_flow_is_gone) {
  add_flow(peer.get(), there);
  flows.clear();
  post_receive_at(0);
  send(frame(udp(there, 50)));
  EXPECT_TRUE(nothing_came());
}

TEST_F(raw_packet_test, checksums_are_inserted_and_checked) {
  add_flow(peer.get(), there);
  post_receive_at(0);
  send(frame(udp(there, 51)));
  EXPECT_EQ(next(peer_cq.get()).wc_flags & IBV_WC_IP_CSUM_OK, 0u) << "the IPv4 header has none";
  EXPECT_NE(ip_sum(remote.data()), 0xffff);

  post_receive_at(0);
  ibv_send_wr wr = frame(udp(there, 51));
  wr.send_flags |= IBV_SEND_IP_CSUM;
  send(wr);
  EXPECT_NE(next(peer_cq.get()).wc_flags & IBV_WC_IP_CSUM_OK, 0u);
  EXPECT_EQ(ip_sum(remote.data()), 0xffff);
  EXPECT_EQ(l4_sum(remote.data()), 0xffff);
  // A header that is in every text book: the checksum of these bytes is b861.
  const frame_bytes known = {0x45, 0, 0,    0x73, 0, 0, 0x40, 0,    0x40, 0x11,
                             0,    0, 0xc0, 0xa8, 0, 1, 0xc0, 0xa8, 0,    0xc7};
  frame_bytes book(there.begin(), there.end());
  book.insert(book.end(), here.begin(), here.end());
  append(book, {0x08, 0x00});
  book.insert(book.end(), known.begin(), known.end());
  book.resize(14 + 0x73);
  post_receive_at(0);
  wr = frame(book);
  wr.send_flags |= IBV_SEND_IP_CSUM;
  send(wr);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(remote[24] << 8 | remote[25], 0xb861);
}

TEST_F(raw_packet_test, a_wrong_checksum_shows) {
  add_flow(peer.get(), there);
  frame_bytes wrong = udp(there, 20);
  wrong[24] = 0x12;
  post_receive_at(0);
  send(frame(wrong));
  EXPECT_EQ(next(peer_cq.get()).wc_flags & IBV_WC_IP_CSUM_OK, 0u);
}

TEST_F(raw_packet_test, receives_that_are_known_before_rtr_are_too_early) {
  ibv_qp_attr state{};
  state.port_num = 1;
  mlx5dv_qp dv{};
  mlx5dv_obj object{};
  object.qp.in = peer.get();
  object.qp.out = &dv;
  ASSERT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), 0);
  const auto to = [&](ibv_qp_state wanted) {
    state.qp_state = wanted;
    const int mask = wanted == IBV_QPS_INIT ? IBV_QP_STATE | IBV_QP_PORT : int{IBV_QP_STATE};
    EXPECT_EQ(ibv_modify_qp(peer.get(), &state, mask), 0);
  };
  // libmlx5 waits, and does it by itself.
  to(IBV_QPS_RESET);
  to(IBV_QPS_INIT);
  post_receive_at(0);
  EXPECT_EQ(dv.dbrec[MLX5_RCV_DBR], 0u);
  to(IBV_QPS_RTR);
  EXPECT_EQ(dv.dbrec[MLX5_RCV_DBR], htonl(1));
  EXPECT_EQ(reported(), "");

  to(IBV_QPS_RESET);
  to(IBV_QPS_INIT);
  reinterpret_cast<volatile __be32*>(dv.dbrec)[MLX5_RCV_DBR] = htonl(3);
  to(IBV_QPS_RTR);
  EXPECT_EQ(dv.dbrec[MLX5_RCV_DBR], 0u) << "what libmlx5 has counted";
  expect_words("says before RTR that 3 receive WQEs are posted");
}

TEST_F(raw_packet_test, inline_frames_arrive) {
  add_flow(peer.get(), there);
  post_receive_at(0);
  ibv_send_wr wr = frame(udp(there, 10));
  wr.send_flags |= IBV_SEND_INLINE;
  send(wr);
  EXPECT_EQ(next(peer_cq.get()).byte_len, 52u);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 52, remote.begin()));
}

TEST_F(raw_packet_test, a_large_payload_is_segmented) {
  add_flow(peer.get(), there);
  constexpr std::uint32_t payload = 2500;
  constexpr std::uint16_t mss = 1000;
  frame_bytes header = ipv4(there, 6, 20);
  // FIN, PSH, ACK and CWR, which belong to the last, the last, all and the first segment.
  append(header, {0x30, 0x39, 0x00, 0x50, 0xff, 0xff, 0xfe, 0x00, 0, 0,
                  0,    1,    0x50, 0x99, 0x10, 0,    0,    0,    0, 0});
  for (std::size_t i = 0; i < 3; ++i) post_receive_at(i * 2048);
  ibv_send_wr wr = work(IBV_WR_TSO, payload);
  wr.send_flags |= IBV_SEND_IP_CSUM;
  wr.tso.hdr = header.data();
  wr.tso.hdr_sz = static_cast<std::uint16_t>(header.size());
  wr.tso.mss = mss;
  const ibv_wc sent = expect(wr, IBV_WC_SUCCESS);
  EXPECT_EQ(sent.opcode, IBV_WC_TSO);
  const std::array<std::uint32_t, 3> lengths = {1000, 1000, 500};
  const std::array<unsigned, 3> flags = {0x90, 0x10, 0x19};
  std::uint32_t sequence = 0xfffffe00;
  for (std::size_t i = 0; i < 3; ++i) {
    const ibv_wc wc = next(peer_cq.get());
    ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc.byte_len, 54 + lengths[i]);
    EXPECT_NE(wc.wc_flags & IBV_WC_IP_CSUM_OK, 0u);
    const std::uint8_t* const got = remote.data() + i * 2048;
    EXPECT_EQ(static_cast<std::uint32_t>(got[16] << 8 | got[17]), 40 + lengths[i]);
    EXPECT_EQ(static_cast<std::size_t>(got[18] << 8 | got[19]), 0x1234 + i) << "IP identification";
    std::uint32_t found;
    std::memcpy(&found, got + 38, sizeof found);
    EXPECT_EQ(ntohl(found), sequence);
    EXPECT_EQ(got[47], flags[i]);
    EXPECT_EQ(ip_sum(got), 0xffff);
    EXPECT_EQ(l4_sum(got), 0xffff);
    EXPECT_EQ(std::memcmp(got + 54, local.data() + i * mss, lengths[i]), 0);
    sequence += lengths[i];
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(raw_packet_test, a_vlan_tag_is_inserted_and_taken_out) {
  add_flow(peer.get(), there);
  post_receive_at(0);
  const frame_bytes bytes = udp(there, 30);
  frame(bytes);
  const auto send_tagged = [&] {
    raw_wqe wqe(qp.get());
    ctrl_seg{.opcode = opcode::send, .qpn = qp->qp_num, .ds = 3, .ce = completion_mode::always}
        .write(wqe.at(0));
    eth_vlan_seg{.l4_csum = 1, .l3_csum = 1, .vlan_tci = 0xa123}.write(wqe.at(1));
    data_seg{.byte_count = static_cast<std::uint32_t>(bytes.size()),
             .lkey = local_mr->lkey,
             .addr = reinterpret_cast<std::uint64_t>(local.data())}
        .write(wqe.at(2));
    wqe.ring(1);
  };
  send_tagged();
  EXPECT_EQ(next(peer_cq.get()).byte_len, bytes.size() + 4);
  EXPECT_EQ(std::memcmp(remote.data() + 12, "\x81\x00\xa1\x23\x08\x00", 6), 0);
  EXPECT_EQ(l4_sum(remote.data() + 4), 0xffff);
  EXPECT_EQ(reported(), "");
}

TEST_F(raw_packet_test, a_stripped_vlan_tag_is_in_the_completion) {
  ibv_cq_init_attr_ex cq_attributes{};
  cq_attributes.cqe = 15;
  cq_attributes.wc_flags = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_CVLAN;
  ibv_cq_ex* const extended = ibv_create_cq_ex(context.get(), &cq_attributes);
  ASSERT_TRUE(extended);
  const cq_ptr owner(ibv_cq_ex_to_cq(extended));
  const qp_ptr stripping = create_raw(owner.get(), IBV_QP_CREATE_CVLAN_STRIPPING);
  ASSERT_TRUE(stripping);
  add_flow(stripping.get(), there);
  post_receive_to(stripping.get(), 2048);
  frame_bytes tagged = udp(there, 30);
  const frame_bytes plain = tagged;
  tagged.insert(tagged.begin() + 12, {0x81, 0x00, 0xa1, 0x23});
  send(frame(tagged));
  ibv_poll_cq_attr poll{};
  const auto end = std::chrono::steady_clock::now() + long_enough;
  while (ibv_start_poll(extended, &poll) != 0 && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(extended->status, IBV_WC_SUCCESS);
  EXPECT_EQ(ibv_wc_read_cvlan(extended), 0xa123);
  EXPECT_EQ(ibv_wc_read_byte_len(extended), plain.size());
  ibv_end_poll(extended);
  EXPECT_TRUE(std::equal(plain.begin(), plain.end(), remote.begin()));
  flows.clear();
}

TEST_F(raw_packet_test, each_packet_of_several_is_a_frame) {
  add_flow(peer.get(), there);
  for (std::size_t i = 0; i < 3; ++i) post_receive_at(2048 * i);
  const frame_bytes frames[] = {udp(there, 50), udp(there, 11), udp(there, 200)};
  std::copy(frames[0].begin(), frames[0].end(), local.begin());
  std::copy(frames[2].begin(), frames[2].end(), local.begin() + 1024);
  const auto at = reinterpret_cast<std::uint64_t>(local.data());
  packet_queue sends(qp.get());
  ASSERT_TRUE(
      sends->sq_wqe()
          .multi_packet()
          .eth(1, 1, 0)
          .packet(at, static_cast<std::uint32_t>(frames[0].size()), lkey(local_mr->lkey))
          .inline_packet(std::as_bytes(std::span(frames[1])))
          .packet(at + 1024, static_cast<std::uint32_t>(frames[2].size()), lkey(local_mr->lkey))
          .signal(1)
          .finish());
  sends->ring_doorbell();
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  for (std::size_t i = 0; i < 3; ++i) {
    const ibv_wc wc = next(peer_cq.get());
    ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc.byte_len, frames[i].size());
    const std::uint8_t* const came = remote.data() + 2048 * i;
    EXPECT_EQ(ip_sum(came), 0xffff);
    EXPECT_EQ(l4_sum(came), 0xffff);
    EXPECT_TRUE(std::equal(frames[i].begin() + 42, frames[i].end(), came + 42));
  }
  ibv_wc more{};
  EXPECT_EQ(ibv_poll_cq(cq.get(), 1, &more), 0) << "there is one CQE for all";
  EXPECT_EQ(reported(), "");
}

TEST_F(raw_packet_test, no_packet_of_several_is_sent_if_one_is_no_frame) {
  add_flow(peer.get(), there);
  post_receive_at(0);
  const frame_bytes good = udp(there, 50);
  packet_queue sends(qp.get());
  ASSERT_TRUE(sends->sq_wqe()
                  .multi_packet()
                  .eth(0, 0, 0)
                  .inline_packet(std::as_bytes(std::span(good)))
                  .inline_packet(std::as_bytes(std::span(good).first(13)))
                  .signal(1)
                  .finish());
  sends->ring_doorbell();
  EXPECT_EQ(next(cq.get()).status, IBV_WC_LOC_LEN_ERR);
  expect_words("its frame has 13 bytes: 14 to ");
  EXPECT_TRUE(nothing_came());
}

TEST_F(raw_packet_test, a_dump_reads_memory_and_sends_nothing) {
  add_flow(peer.get(), there);
  post_receive_at(0);
  std::fill(local.begin(), local.begin() + 100000, std::uint8_t{0xff});
  const auto at = reinterpret_cast<std::uint64_t>(local.data());
  packet_queue sends(qp.get());
  ASSERT_TRUE(
      sends->sq_wqe().dump().tis(5 << 8).sge(at, 100000, lkey(local_mr->lkey)).signal(1).finish());
  ASSERT_TRUE(sends->sq_wqe().dump().tis(5 << 8).sge(at, 100, lkey(0x1234)).signal(1).finish());
  sends->ring_doorbell();
  EXPECT_EQ(next(cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_LOC_PROT_ERR);
  EXPECT_TRUE(nothing_came());
}

TEST_F(raw_packet_test, the_best_priority_takes_the_frame) {
  const cq_ptr third_cq(ibv_create_cq(context.get(), 15, nullptr, nullptr, 0));
  const qp_ptr third = create_raw(third_cq.get());
  add_flow(peer.get(), there, 2);
  add_flow(third.get(), there, 1, IBV_FLOW_ATTR_NORMAL, 4791);
  post_receive_at(0);
  post_receive_to(third.get(), 2048);
  send(frame(udp(there, 10, 4791)));
  EXPECT_EQ(next(third_cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_TRUE(nothing_came());
  send(frame(udp(there, 10, 4792)));
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
  flows.clear();
}

TEST_F(raw_packet_test, defaults_take_the_rest_and_sniffers_a_copy) {
  const cq_ptr third_cq(ibv_create_cq(context.get(), 15, nullptr, nullptr, 0));
  const qp_ptr third = create_raw(third_cq.get());
  add_flow(peer.get(), there, 0, IBV_FLOW_ATTR_ALL_DEFAULT);
  add_flow(third.get(), there, 0, IBV_FLOW_ATTR_SNIFFER);
  post_receive_at(0);
  post_receive_to(third.get(), 2048);
  send(frame(udp({0x02, 9, 9, 9, 9, 9}, 10)));
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(next(third_cq.get()).status, IBV_WC_SUCCESS);
  flows.clear();
}

TEST_F(raw_packet_test, a_frame_longer_than_the_buffers_fails_the_receive) {
  add_flow(peer.get(), there);
  post_receive_at(0, 50);
  send(frame(udp(there, 20)));
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_LOC_LEN_ERR);
  expect_words("a frame of 62 bytes came, but its buffers have 50");
}

TEST_F(raw_packet_test, a_flow_needs_a_raw_packet_queue_pair) {
  const qp_ptr ud = create(IBV_QPT_UD, cq.get());
  ibv_flow_attr rule{};
  rule.size = sizeof rule;
  rule.port = 1;
  EXPECT_EQ(ibv_create_flow(ud.get(), &rule), nullptr);
  expect_words("flows lead to raw packet queue pairs");
}

/// Complaints about a first WQE with that Ethernet segment.
class ethernet_segment_test : public raw_packet_test {
 protected:
  void expect_refused(const eth_seg& segment, opcode kind, const std::string& words) {
    raw_wqe wqe(qp.get());
    ctrl_seg{.opcode = kind, .qpn = qp->qp_num, .ds = 2, .ce = completion_mode::always}.write(
        wqe.at(0));
    segment.write(wqe.at(1));
    wqe.ring(1);
    EXPECT_EQ(next(cq.get()).status, IBV_WC_LOC_QP_OP_ERR);
    expect_words(words);
  }
};

TEST_F(ethernet_segment_test, headers_count_in_ds) {
  expect_refused({.inline_hdr_sz = 18}, opcode::send,
                 "inline_hdr_sz of its eth_seg is 18, so that the headers end after octoword 3 of "
                 "2: ds counts the padded headers too");
}

TEST_F(ethernet_segment_test, only_tso_segments) {
  expect_refused({.mss = 1000}, opcode::send, "only tso segments");
}

TEST_F(ethernet_segment_test, tso_needs_an_mss) {
  expect_refused({}, opcode::tso, "mss of its eth_seg is 0, but its opcode is tso");
}

TEST_F(ethernet_segment_test, tso_needs_tcp) {
  expect_refused({.mss = 1000}, opcode::tso, "do not end with a TCP header");
}

TEST_F(ethernet_segment_test, several_packets_have_no_header_in_common) {
  expect_refused({.inline_hdr_sz = 2}, opcode::enhanced_mpsw,
                 "inline_hdr_sz of its eth_seg is 2, but an enhanced_mpsw inlines no headers");
}

TEST_F(ethernet_segment_test, several_packets_are_one_at_least) {
  expect_refused({}, opcode::enhanced_mpsw, "an enhanced_mpsw has one packet at least");
}

TEST_F(ethernet_segment_test, there_is_no_software_parser) {
  expect_refused({.swp_outer_l3_offset = 7}, opcode::send, "this device has neither");
}

TEST_F(ethernet_segment_test, writes_do_not_exist) {
  expect_refused({}, opcode::rdma_write,
                 "its opcode rdma_write (0x08) does not exist on raw packet");
}

}  // namespace
}  // namespace verbatim::testing
