// UD as real verbs see it: addresses, Q_Keys, GRHs, multicast, and what gets lost.
#include <arpa/inet.h>
#include <infiniband/mlx5dv.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "datagram_pair.hpp"
#include "long_enough.hpp"
#include "verbatim/generated/segments/av_ud_compact_seg.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"

namespace verbatim::testing {
namespace {

class datagram_test : public datagram_pair {};

constexpr std::size_t grh_bytes = 40;

TEST_F(datagram_test, a_datagram_arrives_behind_the_room_for_a_grh) {
  start();
  post_receive(grh_bytes + 100);
  send(datagram(100));
  const ibv_wc wc = next(peer_cq.get());
  ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.opcode, IBV_WC_RECV);
  EXPECT_EQ(wc.byte_len, grh_bytes + 100);
  EXPECT_EQ(wc.src_qp, qp->qp_num);
  EXPECT_EQ(wc.slid, 1);
  EXPECT_EQ(wc.sl, 3);
  EXPECT_EQ(wc.wc_flags, 0u);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 100, remote.begin() + grh_bytes));
  EXPECT_TRUE(std::all_of(remote.begin(), remote.begin() + grh_bytes,
                          [](std::uint8_t byte) { return byte == 0xee; }));
  EXPECT_EQ(reported(), "");
}

TEST_F(datagram_test, immediate_data_comes_along) {
  start();
  post_receive(grh_bytes);
  ibv_send_wr wr = datagram(0);
  wr.opcode = IBV_WR_SEND_WITH_IMM;
  wr.imm_data = htonl(0x12345678);
  send(wr);
  const ibv_wc wc = next(peer_cq.get());
  ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.wc_flags, unsigned{IBV_WC_WITH_IMM});
  EXPECT_EQ(wc.imm_data, htonl(0x12345678));
  EXPECT_EQ(wc.byte_len, grh_bytes);
}

TEST_F(datagram_test, inline_data_of_any_length_arrives) {
  start();
  for (const std::uint32_t bytes : {1u, 11u, 12u, 13u, 60u, 188u}) {
    post_receive(4096);
    ibv_send_wr wr = datagram(bytes);
    wr.send_flags |= IBV_SEND_INLINE;
    send(wr);
    ASSERT_EQ(next(peer_cq.get()).byte_len, grh_bytes + bytes);
    EXPECT_TRUE(std::equal(local.begin(), local.begin() + bytes, remote.begin() + grh_bytes));
  }
}

TEST_F(datagram_test, a_datagram_leaves_though_its_queue_pair_is_destroyed_at_once) {
  start();
  for (int i = 0; i < 20; ++i) {
    qp_ptr short_lived = create(IBV_QPT_UD, cq.get());
    ASSERT_TRUE(short_lived);
    to_rts(short_lived.get());
    post_receive(grh_bytes + 100);
    ibv_send_wr wr = datagram(100);
    wr.send_flags = 0;
    ibv_send_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_send(short_lived.get(), &wr, &bad), 0);
    const std::uint32_t number = short_lived->qp_num;
    ASSERT_EQ(ibv_destroy_qp(short_lived.release()), 0);
    const ibv_wc wc = next(peer_cq.get());
    ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(wc.src_qp, number);
  }
  EXPECT_EQ(reported(), "");
}

/// Sends datagrams to a queue pair from another process. Each has immediate data, the number of
/// those before it, and a queue pair that is destroyed at once. Returns the exit status.
int send_from_short_lived(const ibv_ah_attr& to, std::uint32_t qpn, std::uint32_t qkey,
                          std::uint32_t count) {
  ibv_device** const list = ibv_get_device_list(nullptr);
  ibv_context* const opened = list ? ibv_open_device(list[0]) : nullptr;
  ibv_pd* const domain = opened ? ibv_alloc_pd(opened) : nullptr;
  ibv_cq* const completions = opened ? ibv_create_cq(opened, 8, nullptr, nullptr, 0) : nullptr;
  if (!domain || !completions) return 2;
  ibv_ah_attr way = to;
  ibv_ah* const handle = ibv_create_ah(domain, &way);
  if (!handle) return 3;
  ibv_qp_init_attr wanted{};
  wanted.send_cq = wanted.recv_cq = completions;
  wanted.qp_type = IBV_QPT_UD;
  wanted.cap = {1, 0, 1, 0, 0};
  ibv_send_wr wr{};
  wr.opcode = IBV_WR_SEND_WITH_IMM;
  wr.wr.ud = {handle, qpn, qkey};
  for (std::uint32_t i = 0; i < count; ++i) {
    ibv_qp* const sender = ibv_create_qp(domain, &wanted);
    if (!sender) return 4;
    ibv_qp_attr attributes{};
    attributes.port_num = 1;
    attributes.qkey = qkey;
    attributes.qp_state = IBV_QPS_INIT;
    const int to_init = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY;
    if (ibv_modify_qp(sender, &attributes, to_init) != 0) return 5;
    attributes.qp_state = IBV_QPS_RTR;
    if (ibv_modify_qp(sender, &attributes, IBV_QP_STATE) != 0) return 6;
    attributes.qp_state = IBV_QPS_RTS;
    if (ibv_modify_qp(sender, &attributes, IBV_QP_STATE | IBV_QP_SQ_PSN) != 0) return 7;
    wr.imm_data = htonl(i);
    ibv_send_wr* bad = nullptr;
    if (ibv_post_send(sender, &wr, &bad) != 0 || ibv_destroy_qp(sender) != 0) return 8;
  }
  return 0;
}

TEST_F(datagram_test, datagrams_of_short_lived_queue_pairs_of_another_process_arrive_once) {
  constexpr std::uint32_t count = 4000;
  ibv_qp_init_attr wanted = queue_pair_attributes(IBV_QPT_UD);
  const cq_ptr completions(ibv_create_cq(context.get(), count, nullptr, nullptr, 0));
  ASSERT_TRUE(completions);
  wanted.send_cq = wanted.recv_cq = completions.get();
  wanted.cap.max_recv_wr = count;
  const qp_ptr receiver(ibv_create_qp(pd.get(), &wanted));
  ASSERT_TRUE(receiver);
  to_rts(receiver.get());
  for (std::uint32_t i = 0; i < count; ++i) post_receive_to(receiver.get(), grh_bytes);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const int status = send_from_short_lived(address, receiver->qp_num, qkey, count);
    _exit(status);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const ibv_wc wc = next(completions.get());
    EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
    EXPECT_EQ(ntohl(wc.imm_data), i);
    if (HasFailure()) break;
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(reported(), "");
}

TEST_F(datagram_test, a_global_address_puts_a_grh_into_the_buffer) {
  ibv_gid own{};
  ASSERT_EQ(ibv_query_gid(context.get(), 1, 0, &own), 0);
  address.is_global = 1;
  address.grh.dgid = own;
  address.grh.flow_label = 0x54321;
  address.grh.hop_limit = 9;
  address.grh.traffic_class = 0x77;
  start();
  post_receive(4096);
  send(datagram(5));
  const ibv_wc wc = next(peer_cq.get());
  ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.wc_flags, unsigned{IBV_WC_GRH});
  ibv_grh grh;
  std::memcpy(&grh, remote.data(), sizeof grh);
  EXPECT_EQ(ntohl(grh.version_tclass_flow), 0x67754321u);
  // BTH, DETH, eight bytes of padded payload and the ICRC.
  EXPECT_EQ(ntohs(grh.paylen), 12 + 8 + 8 + 4);
  EXPECT_EQ(grh.next_hdr, 0x1b);
  EXPECT_EQ(grh.hop_limit, 9);
  EXPECT_EQ(std::memcmp(&grh.sgid, &own, sizeof own), 0);
  EXPECT_EQ(std::memcmp(&grh.dgid, &own, sizeof own), 0);

  // The way back, as a server finds it.
  ibv_ah_attr back{};
  ASSERT_EQ(ibv_init_ah_from_wc(context.get(), 1, const_cast<ibv_wc*>(&wc), &grh, &back), 0);
  EXPECT_EQ(back.dlid, 1);
  EXPECT_EQ(back.is_global, 1);
  EXPECT_EQ(std::memcmp(&back.grh.dgid, &own, sizeof own), 0);
}

TEST_F(datagram_test, a_wrong_qkey_is_dropped_with_a_word) {
  start();
  post_receive(4096);
  ibv_send_wr wr = datagram(8);
  wr.wr.ud.remote_qkey = 0x1234;
  send(wr);
  send(datagram(9));
  EXPECT_EQ(next(peer_cq.get()).byte_len, grh_bytes + 9);
  expect_words("its Q_Key is 0x1234 and the queue pair's 0x11111111");
}

TEST_F(datagram_test, a_controlled_qkey_is_that_of_the_sender) {
  start();
  post_receive(4096);
  ibv_send_wr wr = datagram(8);
  wr.wr.ud.remote_qkey = 0x80000000;
  send(wr);
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_SUCCESS);
  EXPECT_EQ(reported(), "");
}

TEST_F(datagram_test, what_finds_no_receive_is_lost) {
  start();
  send(datagram(8));
  std::this_thread::sleep_for(
      not_there);  // its completion comes when it leaves, not when it arrives
  post_receive(4096);
  send(datagram(9));
  EXPECT_EQ(next(peer_cq.get()).byte_len, grh_bytes + 9);
  EXPECT_EQ(reported(), "");
}

TEST_F(datagram_test, what_finds_no_queue_pair_is_lost) {
  start();
  for (const std::uint32_t qpn : {peer->qp_num + 1, 0xffc001u}) {
    ibv_send_wr wr = datagram(8);
    wr.wr.ud.remote_qpn = qpn;
    send(wr);
  }
  EXPECT_EQ(reported(), "");
}

TEST_F(datagram_test, a_receive_without_room_for_the_grh_fails) {
  start();
  post_receive(grh_bytes + 7);
  send(datagram(8));
  EXPECT_EQ(next(peer_cq.get()).status, IBV_WC_LOC_LEN_ERR);
  expect_words(
      "a datagram of 8 bytes came, which needs 48 with the room for its GRH, but its "
      "buffers have 47");
  EXPECT_EQ(state_of(peer.get()), IBV_QPS_ERR);
}

TEST_F(datagram_test, a_datagram_is_no_longer_than_the_mtu) {
  start();
  post_receive(grh_bytes + 4096);
  send(datagram(4096));
  EXPECT_EQ(next(peer_cq.get()).byte_len, grh_bytes + 4096);
  expect(datagram(4097), IBV_WC_LOC_LEN_ERR);
  expect_words("its message has 4097 bytes, but a datagram is one packet");
}

TEST_F(datagram_test, another_lid_leads_elsewhere) {
  address.dlid = 7;
  start();
  post_receive(4096);
  send(datagram(8));
  wait_for_words("it is for LID 0x7, and the port has 0x1");
}

TEST_F(datagram_test, a_group_is_everybody_who_is_attached) {
  ibv_gid group{};
  ASSERT_EQ(inet_pton(AF_INET6, "ff12:401b::1234", group.raw), 1);
  address.is_global = 1;
  address.grh.dgid = group;
  address.dlid = 0xc001;
  start();
  EXPECT_EQ(ibv_attach_mcast(peer.get(), &group, 1), EINVAL);
  expect_words("0x1 is no multicast LID");
  ASSERT_EQ(ibv_attach_mcast(peer.get(), &group, 0xc001), 0);
  ASSERT_EQ(ibv_attach_mcast(qp.get(), &group, 0xc001), 0);
  ibv_send_wr wr = datagram(30);
  wr.wr.ud.remote_qpn = 0xffffff;
  post_receive(4096);
  post_receive_to(qp.get(), 4096);
  post(qp.get(), wr);
  EXPECT_EQ(next(peer_cq.get()).byte_len, grh_bytes + 30);
  // One is the send, the other what the sender sent to itself.
  const ibv_wc first = next(cq.get());
  const ibv_wc second = next(cq.get());
  EXPECT_EQ(first.status, IBV_WC_SUCCESS);
  EXPECT_EQ(second.status, IBV_WC_SUCCESS);
  EXPECT_NE(first.opcode == IBV_WC_RECV, second.opcode == IBV_WC_RECV);

  ASSERT_EQ(ibv_detach_mcast(qp.get(), &group, 0xc001), 0);
  EXPECT_EQ(ibv_detach_mcast(qp.get(), &group, 0xc001), EINVAL);
  expect_words("is not in group");
  post_receive(4096);
  send(wr);
  EXPECT_EQ(next(peer_cq.get()).byte_len, grh_bytes + 30);
  ibv_wc nothing{};
  EXPECT_EQ(ibv_poll_cq(cq.get(), 1, &nothing), 0);
  EXPECT_EQ(ibv_destroy_qp(peer.get()), EBUSY);
  expect_words("is attached to 1 multicast group; detach it first");
  EXPECT_EQ(ibv_detach_mcast(peer.get(), &group, 0xc001), 0);
}

TEST_F(datagram_test, receives_come_from_a_shared_queue) {
  ibv_srq_init_attr attributes{};
  attributes.attr.max_wr = 4;
  attributes.attr.max_sge = 1;
  const srq_ptr srq(ibv_create_srq(pd.get(), &attributes));
  ASSERT_TRUE(srq);
  start(srq.get());
  ibv_recv_wr wr = receive(4096, remote_mr->lkey);
  ibv_recv_wr* bad = nullptr;
  ASSERT_EQ(ibv_post_srq_recv(srq.get(), &wr, &bad), 0);
  send(datagram(8));
  const ibv_wc wc = next(peer_cq.get());
  EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.wr_id, wr.wr_id);
  EXPECT_EQ(wc.qp_num, peer->qp_num);
  qp.reset();
  peer.reset();
}

TEST_F(datagram_test, writes_do_not_exist) {
  start();
  raw_wqe wqe(qp.get());
  ctrl_seg{.opcode = opcode::rdma_write, .qpn = qp->qp_num, .ds = 1, .ce = completion_mode::always}
      .write(wqe.at(0));
  wqe.ring(1);
  EXPECT_EQ(next(cq.get()).status, IBV_WC_LOC_QP_OP_ERR);
  expect_words("its opcode rdma_write (0x08) does not exist on UD");
}

TEST_F(datagram_test, a_compact_address_is_enough_within_the_subnet) {
  start();
  post_receive(4096);
  raw_wqe wqe(qp.get());
  ctrl_seg{.opcode = opcode::send, .qpn = qp->qp_num, .ds = 3, .ce = completion_mode::always}.write(
      wqe.at(0));
  av_ud_compact_seg{.qkey = qkey, .dqp_dct = peer->qp_num, .sl = 2, .rlid = 1}.write(wqe.at(1));
  data_seg{.byte_count = 16,
           .lkey = local_mr->lkey,
           .addr = reinterpret_cast<std::uint64_t>(local.data())}
      .write(wqe.at(2));
  wqe.ring(1);
  const ibv_wc wc = next(peer_cq.get());
  EXPECT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.byte_len, grh_bytes + 16);
  EXPECT_EQ(wc.sl, 2);
  EXPECT_EQ(reported(), "");
}

}  // namespace
}  // namespace verbatim::testing
