// Two connected queue pairs of one process and memory for both, for tests of what the engine does.
#pragma once

#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <numeric>
#include <string>
#include <thread>
#include <utility>

#include "long_enough.hpp"
#include "verbs_fixture.hpp"

namespace verbatim::testing {

inline constexpr int all_rights = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
                                  IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;

/// Two queue pairs of this process, connected to each other.
class connected_pair_test : public device_test {
 protected:
  void SetUp() override {
    device_test::SetUp();
    local_mr = register_memory(local, all_rights);
    remote_mr = register_memory(remote, all_rights);
    peer_cq.reset(ibv_create_cq(context.get(), 63, nullptr, nullptr, 0));
    ASSERT_TRUE(local_mr && remote_mr && peer_cq);
    std::iota(local.begin(), local.end(), std::uint8_t{0});
  }

  template <class Memory>
  mr_ptr register_memory(Memory& memory, int rights) const {
    return mr_ptr(ibv_reg_mr(pd.get(), memory.data(), memory.size(), rights));
  }

  qp_ptr create(ibv_qp_type type, ibv_cq* completions, ibv_srq* srq = nullptr) const {
    ibv_qp_init_attr attributes = queue_pair_attributes(type);
    attributes.send_cq = completions;
    attributes.recv_cq = completions;
    attributes.srq = srq;
    attributes.cap.max_inline_data = 200;
    return qp_ptr(ibv_create_qp(pd.get(), &attributes));
  }

  /// Values that differ from the fixture's: both ends agree on PSNs, and retries are short.
  ibv_qp_attr attributes_to(ibv_qp_state state, std::uint32_t peer) const {
    ibv_qp_attr attributes = attributes_for(state, peer);
    attributes.qp_access_flags = access_flags;
    attributes.sq_psn = attributes.rq_psn = 0xfffffe;
    attributes.timeout = 8;
    attributes.retry_cnt = 2;
    attributes.rnr_retry = rnr_retry;
    attributes.path_mtu = mtu;
    attributes.max_rd_atomic = max_rd_atomic;
    attributes.max_dest_rd_atomic = max_dest_rd_atomic;
    return attributes;
  }

  void to_rts(ibv_qp* qp, std::uint32_t peer) const {
    const bool rc = qp->qp_type == IBV_QPT_RC;
    for (const auto& [state, mask] :
         {std::pair{IBV_QPS_INIT, init_mask}, std::pair{IBV_QPS_RTR, rc ? rtr_mask : uc_rtr_mask},
          std::pair{IBV_QPS_RTS, rc ? rts_mask : uc_rts_mask}}) {
      ibv_qp_attr attributes = attributes_to(state, peer);
      ASSERT_EQ(ibv_modify_qp(qp, &attributes, mask), 0);
    }
  }

  /// Makes both queue pairs and connects them.
  void connect(ibv_qp_type type = IBV_QPT_RC, ibv_srq* srq = nullptr) {
    qp = create(type, cq.get());
    peer = create(type, peer_cq.get(), srq);
    ASSERT_TRUE(qp && peer);
    to_rts(qp.get(), peer->qp_num);
    to_rts(peer.get(), qp->qp_num);
  }

  /// A WR from or to the first `bytes` of `local`, and to the start of `remote`.
  ibv_send_wr work(ibv_wr_opcode opcode, std::uint32_t bytes) {
    sge = {reinterpret_cast<std::uint64_t>(local.data()), bytes, local_mr->lkey};
    ibv_send_wr wr{};
    wr.wr_id = ++next_wr_id;
    wr.sg_list = &sge;
    wr.num_sge = 1;
    wr.opcode = opcode;
    wr.send_flags = IBV_SEND_SIGNALED;
    if (opcode == IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
      wr.wr.atomic.remote_addr = reinterpret_cast<std::uint64_t>(remote.data());
      wr.wr.atomic.rkey = remote_mr->rkey;
    } else {
      wr.wr.rdma.remote_addr = reinterpret_cast<std::uint64_t>(remote.data());
      wr.wr.rdma.rkey = remote_mr->rkey;
    }
    return wr;
  }

  static void post(ibv_qp* to, ibv_send_wr wr) {
    ibv_send_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_send(to, &wr, &bad), 0);
  }

  ibv_recv_wr receive(std::uint32_t bytes, std::uint32_t lkey) {
    receive_sge = {reinterpret_cast<std::uint64_t>(remote.data()), bytes, lkey};
    ibv_recv_wr wr{};
    wr.wr_id = ++next_wr_id;
    wr.sg_list = &receive_sge;
    wr.num_sge = 1;
    return wr;
  }

  void post_receive(std::uint32_t bytes) {
    ibv_recv_wr wr = receive(bytes, remote_mr->lkey);
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_recv(peer.get(), &wr, &bad), 0);
  }

  /// The next completion; one of status general error after long_enough.
  static ibv_wc next(ibv_cq* from) {
    ibv_wc wc{};
    wc.status = IBV_WC_GENERAL_ERR;
    const auto end = std::chrono::steady_clock::now() + long_enough;
    while (ibv_poll_cq(from, 1, &wc) == 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    return wc;
  }

  /// Posts and expects this status.
  ibv_wc expect(const ibv_send_wr& wr, ibv_wc_status status) {
    post(qp.get(), wr);
    const ibv_wc wc = next(cq.get());
    EXPECT_EQ(wc.status, status) << ibv_wc_status_str(wc.status);
    EXPECT_EQ(wc.wr_id, wr.wr_id);
    return wc;
  }

  static ibv_qp_state state_of(ibv_qp* qp) {
    ibv_qp_attr attributes{};
    ibv_qp_init_attr init{};
    EXPECT_EQ(ibv_query_qp(qp, &attributes, IBV_QP_STATE, &init), 0);
    return attributes.qp_state;
  }

  /// The next asynchronous event within a second.
  ibv_event_type next_event() const {
    pollfd file{context->async_fd, POLLIN, 0};
    ibv_async_event event{};
    if (poll(&file, 1, 1000) != 1 || ibv_get_async_event(context.get(), &event) != 0) {
      return IBV_EVENT_DEVICE_FATAL;
    }
    ibv_ack_async_event(&event);
    return event.event_type;
  }

  static void expect_words(const std::string& words) {
    const std::string said = reported();
    EXPECT_NE(said.find(words), std::string::npos) << said;
  }

  std::array<std::uint8_t, 1 << 20> local{};
  alignas(16) std::array<std::uint8_t, 1 << 20> remote{};
  mr_ptr local_mr;
  mr_ptr remote_mr;
  cq_ptr peer_cq;
  qp_ptr qp;
  qp_ptr peer;
  ibv_sge sge{};
  ibv_sge receive_sge{};
  std::uint64_t next_wr_id = 100;
  unsigned access_flags = all_rights;
  std::uint8_t rnr_retry = 7;
  ibv_mtu mtu = IBV_MTU_2048;
  std::uint8_t max_rd_atomic = 5;
  std::uint8_t max_dest_rd_atomic = 4;
};

}  // namespace verbatim::testing
