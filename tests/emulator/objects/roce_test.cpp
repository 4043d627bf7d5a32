// Ethernet ports as real verbs see them. Runs with --link-layer ethernet --devices 2 --ports 2.
#include <arpa/inet.h>
#include <net/if.h>

#include <cstring>
#include <set>
#include <tuple>

#include "datagram_pair.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::testing {
namespace {

/// Opens device number `index`.
context_ptr open_device_number(int index) {
  int count = 0;
  ibv_device** const list = ibv_get_device_list(&count);
  context_ptr opened(index < count ? ibv_open_device(list[index]) : nullptr);
  if (list) ibv_free_device_list(list);
  return opened;
}

/// Two UD queue pairs on the first port of the first device.
class roce_test : public datagram_pair {
 protected:
  void SetUp() override {
    reported();
    context = open_device_number(0);
    ASSERT_TRUE(context) << "run this test under verbatim-emulator";
    pd.reset(ibv_alloc_pd(context.get()));
    cq.reset(ibv_create_cq(context.get(), 15, nullptr, nullptr, 0));
    peer_cq.reset(ibv_create_cq(context.get(), 15, nullptr, nullptr, 0));
    local_mr = register_memory(local, all_rights);
    remote_mr = register_memory(remote, all_rights);
    ASSERT_TRUE(pd && cq && peer_cq && local_mr && remote_mr);
    std::iota(local.begin(), local.end(), std::uint8_t{0});
    remote.fill(0xee);
    address.port_num = 1;
    address.is_global = 1;
    address.grh.hop_limit = 64;
    address.grh.traffic_class = 0x20;
    to_gid(1);
  }

  /// Addresses the port's own GID `index`, from there.
  void to_gid(std::uint8_t index) {
    ASSERT_EQ(ibv_query_gid(context.get(), 1, index, &address.grh.dgid), 0);
    address.grh.sgid_index = index;
  }

  ibv_wc receive_one(std::uint32_t bytes) {
    post_receive(4096);
    send(datagram(bytes));
    return next(peer_cq.get());
  }
};

TEST_F(roce_test, ports_are_ethernet_and_need_a_grh) {
  for (const std::uint8_t number : {std::uint8_t{1}, std::uint8_t{2}}) {
    ibv_port_attr port{};
    ASSERT_EQ(ibv_query_port(context.get(), number, &port), 0);
    EXPECT_EQ(port.link_layer, IBV_LINK_LAYER_ETHERNET);
    EXPECT_EQ(port.lid, 0);
    EXPECT_EQ(port.flags, IBV_QPF_GRH_REQUIRED);
  }
}

TEST_F(roce_test, every_port_has_gids_of_its_own) {
  std::set<std::string> seen;
  std::size_t all = 0;
  for (const int device : {0, 1}) {
    const context_ptr one = open_device_number(device);
    ASSERT_TRUE(one);
    std::array<ibv_gid_entry, 32> table{};
    const auto count = ibv_query_gid_table(one.get(), table.data(), table.size(), 0);
    // The link-local and the IPv4 address of each port. The first one has those of IPv6 too, if the machine
    // has any.
    ASSERT_GE(count, 8);
    if (device != 0) {
      EXPECT_EQ(count, 8);
    }
    all += static_cast<std::size_t>(count);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      EXPECT_EQ(table[i].gid_type,
                i % 2 == 0 ? unsigned{IBV_GID_TYPE_ROCE_V1} : unsigned{IBV_GID_TYPE_ROCE_V2});
      EXPECT_EQ(table[i].ndev_ifindex, if_nametoindex("lo"));
      const std::size_t of_first_port = static_cast<std::size_t>(count) - 4;
      EXPECT_EQ(table[i].port_num, i < of_first_port ? 1u : 2u);
      seen.insert(std::string(reinterpret_cast<const char*>(table[i].gid.raw), 16) +
                  std::to_string(table[i].gid_type));
    }
  }
  EXPECT_EQ(seen.size(), all);
}

TEST_F(roce_test, v2_over_ipv6_puts_an_ipv6_header_into_the_buffer) {
  start();
  const ibv_wc wc = receive_one(10);
  ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(wc.wc_flags, unsigned{IBV_WC_GRH});
  EXPECT_EQ(wc.byte_len, 50u);
  EXPECT_EQ(wc.slid, 0);
  EXPECT_EQ(remote[0] >> 4, 6);
  EXPECT_EQ(remote[6], 17) << "UDP follows";
  EXPECT_EQ(remote[7], 64);
  EXPECT_EQ(std::memcmp(remote.data() + 8, address.grh.dgid.raw, 16), 0);
  EXPECT_EQ(std::memcmp(remote.data() + 24, address.grh.dgid.raw, 16), 0);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 10, remote.begin() + 40));
  EXPECT_EQ(reported(), "");
}

TEST_F(roce_test, v2_over_ipv4_puts_an_ipv4_header_behind_twenty_bytes) {
  to_gid(3);
  start();
  const ibv_wc wc = receive_one(10);
  ASSERT_EQ(wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(remote[20], 0x45);
  EXPECT_EQ(remote[21], 0x20);
  // IPv4, UDP, BTH, DETH, the payload with two bytes of padding, ICRC.
  EXPECT_EQ(remote[22] << 8 | remote[23], 20 + 8 + 12 + 8 + 12 + 4);
  EXPECT_EQ(remote[29], 17);
  const std::uint32_t loopback = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(std::memcmp(remote.data() + 32, &loopback, 4), 0);
  EXPECT_EQ(std::memcmp(remote.data() + 36, &loopback, 4), 0);
  std::uint32_t sum = 0;
  for (std::size_t i = 20; i < 40; i += 2) sum += std::uint32_t{remote[i]} << 8 | remote[i + 1];
  EXPECT_EQ((sum & 0xffff) + (sum >> 16), 0xffffu);

  // libibverbs finds the sender's address in it.
  ibv_ah_attr back{};
  ibv_grh grh;
  std::memcpy(&grh, remote.data(), sizeof grh);
  ASSERT_EQ(ibv_init_ah_from_wc(context.get(), 1, const_cast<ibv_wc*>(&wc), &grh, &back), 0);
  EXPECT_EQ(std::memcmp(&back.grh.dgid, &address.grh.dgid, 16), 0);
  EXPECT_EQ(back.grh.sgid_index, 3);
}

TEST_F(roce_test, v1_puts_a_grh_into_the_buffer) {
  to_gid(0);
  start();
  ASSERT_EQ(receive_one(10).status, IBV_WC_SUCCESS);
  EXPECT_EQ(remote[6], 0x1b) << "BTH follows";
}

TEST_F(roce_test, a_multicast_group_is_a_gid) {
  ASSERT_EQ(inet_pton(AF_INET6, "ff0e::ffff:e001:203", address.grh.dgid.raw), 1);
  start();
  ASSERT_EQ(ibv_attach_mcast(peer.get(), &address.grh.dgid, 0), 0);
  post_receive(4096);
  ibv_send_wr wr = datagram(20);
  wr.wr.ud.remote_qpn = 0xffffff;
  send(wr);
  EXPECT_EQ(next(peer_cq.get()).byte_len, 60u);
  EXPECT_EQ(ibv_detach_mcast(peer.get(), &address.grh.dgid, 0), 0);
}

TEST_F(roce_test, addresses_need_a_gid_that_somebody_has) {
  address.is_global = 0;
  EXPECT_EQ(ibv_create_ah(pd.get(), &address), nullptr) << "libmlx5 refuses it";
  address.is_global = 1;
  ASSERT_EQ(inet_pton(AF_INET6, "::ffff:198.51.100.7", address.grh.dgid.raw), 1);
  EXPECT_EQ(ibv_create_ah(pd.get(), &address), nullptr);
  expect_words("which no port of this machine's devices has");
}

TEST_F(roce_test, another_port_is_another_mac) {
  ASSERT_EQ(ibv_query_gid(context.get(), 2, 1, &address.grh.dgid), 0);
  start();
  post_receive(4096);
  send(datagram(8));
  wait_for_words("it is for MAC 02:c9:03:5e:1a:01, and the port has 02:c9:03:5e:1a:00");
}

TEST_F(roce_test, rc_has_no_address_in_its_wqes) {
  qp = create(IBV_QPT_RC, cq.get());
  peer = create(IBV_QPT_RC, peer_cq.get());
  ASSERT_TRUE(qp && peer);
  for (const auto& [from, to] : {std::pair{qp.get(), peer.get()}, {peer.get(), qp.get()}}) {
    for (const auto& [state, mask] : {std::pair{IBV_QPS_INIT, init_mask},
                                      std::pair{IBV_QPS_RTR, rtr_mask},
                                      {IBV_QPS_RTS, rts_mask}}) {
      ibv_qp_attr attributes = attributes_to(state, to->qp_num);
      attributes.ah_attr = address;
      ASSERT_EQ(ibv_modify_qp(from, &attributes, mask), 0);
    }
  }
  expect(work(IBV_WR_RDMA_WRITE, 4096), IBV_WC_SUCCESS);
  EXPECT_TRUE(std::equal(local.begin(), local.begin() + 4096, remote.begin()));
  EXPECT_EQ(reported(), "");
}

TEST_F(roce_test, a_connection_without_a_gid_is_refused) {
  qp = create(IBV_QPT_RC, cq.get());
  ibv_qp_attr attributes = attributes_to(IBV_QPS_INIT, qp->qp_num);
  ASSERT_EQ(ibv_modify_qp(qp.get(), &attributes, init_mask), 0);
  attributes = attributes_to(IBV_QPS_RTR, qp->qp_num);
  EXPECT_EQ(ibv_modify_qp(qp.get(), &attributes, rtr_mask), EINVAL);
  expect_words("path has no GID");
}

/// The path of a DCT or a DCI names no peer, and UCX leaves its GID out. The kernel resolves none there.
TEST_F(roce_test, only_connections_have_their_gid_resolved) {
  ibv_srq_init_attr shared{};
  shared.attr.max_wr = shared.attr.max_sge = 1;
  const srq_ptr srq(ibv_create_srq(pd.get(), &shared));
  ASSERT_TRUE(srq);
  ibv_qp_init_attr_ex attributes{};
  attributes.qp_type = IBV_QPT_DRIVER;
  attributes.send_cq = attributes.recv_cq = cq.get();
  attributes.pd = pd.get();
  attributes.comp_mask = IBV_QP_INIT_ATTR_PD;
  mlx5dv_qp_init_attr dc{};
  dc.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
  dc.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
  attributes.cap.max_send_wr = attributes.cap.max_send_sge = 1;
  const qp_ptr dci(mlx5dv_create_qp(context.get(), &attributes, &dc));
  dc.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCT;
  dc.dc_init_attr.dct_access_key = 1;
  attributes.srq = srq.get();
  attributes.cap = {};
  const qp_ptr dct(mlx5dv_create_qp(context.get(), &attributes, &dc));
  qp = create(IBV_QPT_RC, cq.get());
  ASSERT_TRUE(dci && dct && qp);

  address.grh.dgid = {};
  const int dci_init_mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;
  const int dci_rtr_mask = IBV_QP_STATE | IBV_QP_PATH_MTU | IBV_QP_AV;
  for (const auto& [to, init, rtr, expected] :
       {std::tuple{dci.get(), dci_init_mask, dci_rtr_mask, 0},
        {dct.get(), init_mask, dci_rtr_mask | IBV_QP_MIN_RNR_TIMER, 0},
        {qp.get(), init_mask, rtr_mask, EHOSTUNREACH}}) {
    ibv_qp_attr change = attributes_to(IBV_QPS_INIT, qp->qp_num);
    ASSERT_EQ(ibv_modify_qp(to, &change, init), 0);
    change = attributes_to(IBV_QPS_RTR, qp->qp_num);
    EXPECT_EQ(ibv_modify_qp(to, &change, rtr), EINVAL) << "without a GID of its own";
    expect_words("path has no GID");
    change.ah_attr = address;
    change.ah_attr.grh.sgid_index = 200;
    EXPECT_EQ(ibv_modify_qp(to, &change, rtr), EINVAL);
    expect_words("uses GID index 200");
    change.ah_attr = address;
    EXPECT_EQ(ibv_modify_qp(to, &change, rtr), expected);
  }
  expect_words("path leads to GID");
}

}  // namespace
}  // namespace verbatim::testing
