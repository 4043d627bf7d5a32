// The common part of the tests of raw packets: queue pairs, and flows that lead frames to them.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "datagram_pair.hpp"
#include "frames.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::testing {

class raw_packet_test : public datagram_pair {
 protected:
  void SetUp() override {
    datagram_pair::SetUp();
    qp = create_raw(cq.get());
    peer = create_raw(peer_cq.get());
    ASSERT_TRUE(qp && peer);
    reported();
  }

  void TearDown() override {
    flows.clear();
    datagram_pair::TearDown();
  }

  qp_ptr create_raw(ibv_cq* completions, std::uint32_t flags = 0) const {
    ibv_qp_init_attr_ex attributes{};
    attributes.qp_type = IBV_QPT_RAW_PACKET;
    attributes.send_cq = attributes.recv_cq = completions;
    attributes.cap = {.max_send_wr = 8,
                      .max_recv_wr = 64,
                      .max_send_sge = 2,
                      .max_recv_sge = 1,
                      .max_inline_data = 64};
    attributes.comp_mask =
        IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_MAX_TSO_HEADER | IBV_QP_INIT_ATTR_CREATE_FLAGS;
    attributes.pd = pd.get();
    attributes.max_tso_header = 128;
    attributes.create_flags = flags;
    qp_ptr made(ibv_create_qp_ex(context.get(), &attributes));
    if (!made) return made;
    ibv_qp_attr state{};
    state.port_num = 1;
    state.qp_state = IBV_QPS_INIT;
    EXPECT_EQ(ibv_modify_qp(made.get(), &state, IBV_QP_STATE | IBV_QP_PORT), 0);
    for (const ibv_qp_state next_state : {IBV_QPS_RTR, IBV_QPS_RTS}) {
      state.qp_state = next_state;
      EXPECT_EQ(ibv_modify_qp(made.get(), &state, IBV_QP_STATE), 0);
    }
    return made;
  }

  /// A flow of that type; a normal one for what is sent to `to`.
  ibv_flow* add_flow(ibv_qp* which, const mac& to, std::uint16_t priority = 0,
                     ibv_flow_attr_type type = IBV_FLOW_ATTR_NORMAL, unsigned udp_port = 0) {
    ibv_flow_attr attr{};
    attr.type = type;
    attr.priority = priority;
    attr.port = 1;
    attr.num_of_specs = static_cast<std::uint8_t>(type != IBV_FLOW_ATTR_NORMAL ? 0
                                                  : udp_port                   ? 2
                                                                               : 1);
    ibv_flow_spec_eth eth{};
    eth.type = IBV_FLOW_SPEC_ETH;
    eth.size = sizeof eth;
    std::copy(to.begin(), to.end(), eth.val.dst_mac);
    std::fill_n(eth.mask.dst_mac, 6, std::uint8_t{0xff});
    ibv_flow_spec_tcp_udp port{};
    port.type = IBV_FLOW_SPEC_UDP;
    port.size = sizeof port;
    port.val.dst_port = htons(static_cast<std::uint16_t>(udp_port));
    port.mask.dst_port = 0xffff;
    attr.size = sizeof attr + sizeof eth + sizeof port;
    // The specs follow the attributes without a gap.
    alignas(8) std::array<std::byte, sizeof attr + sizeof eth + sizeof port> rule{};
    std::memcpy(rule.data(), &attr, sizeof attr);
    std::memcpy(rule.data() + sizeof attr, &eth, sizeof eth);
    std::memcpy(rule.data() + sizeof attr + sizeof eth, &port, sizeof port);
    flows.emplace_back(ibv_create_flow(which, reinterpret_cast<ibv_flow_attr*>(rule.data())));
    EXPECT_TRUE(flows.back());
    return flows.back().get();
  }

  ibv_send_wr frame(const frame_bytes& bytes) {
    std::copy(bytes.begin(), bytes.end(), local.begin());
    return work(IBV_WR_SEND, static_cast<std::uint32_t>(bytes.size()));
  }

  void post_receive_at(std::size_t offset, std::uint32_t bytes = 2048) {
    ibv_recv_wr wr = receive(bytes, remote_mr->lkey);
    receive_sge.addr += offset;
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_recv(peer.get(), &wr, &bad), 0);
  }

  bool nothing_came() const {
    ibv_wc wc{};
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return ibv_poll_cq(peer_cq.get(), 1, &wc) == 0;
  }

  std::vector<flow_ptr> flows;
};

/// The send queue of a raw packet queue pair, posted to by our builders.
class packet_queue {
 public:
  explicit packet_queue(ibv_qp* of) {
    mlx5dv_obj object{};
    mlx5dv_qp dv{};
    object.qp.in = of;
    object.qp.out = &dv;
    EXPECT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), 0);
    doorbell_.emplace(static_cast<std::byte*>(dv.bf.reg), dv.bf.size);
    sends_.emplace(detail::send_queue_memory{static_cast<std::byte*>(dv.sq.buf), dv.sq.wqe_cnt,
                                             reinterpret_cast<std::byte*>(dv.dbrec + MLX5_SND_DBR),
                                             &*doorbell_, of->qp_num});
  }

  send_queue<raw_packet, int>* operator->() { return &*sends_; }

 private:
  std::optional<mmio::doorbell_register> doorbell_;
  std::optional<send_queue<raw_packet, int>> sends_;
};

}  // namespace verbatim::testing
