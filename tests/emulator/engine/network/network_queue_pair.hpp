// A queue pair of network_peer.cpp, its memory, and the calls of verbs that make and use it.
#pragma once

#include <infiniband/verbs.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "network_meeting.hpp"

namespace verbatim::testing {

inline constexpr std::size_t slices = 4;
inline constexpr std::size_t grh_bytes = 40;
inline constexpr std::uint32_t qkey = 0x11111111;

/// The bytes before and behind the memory that the device may use.
inline constexpr std::size_t guard_bytes = 4096;
inline constexpr std::uint8_t guard = 0xa5;

/// A queue pair that is connected to the one of the other program.
class network_queue_pair {
 public:
  network_queue_pair(const char* device, int gid_index, ibv_qp_type type, std::uint32_t mtu,
                     meeting& with, std::uint8_t retries)
      : type_(type), mtu_(mtu), retries_(retries), with_(with) {
    sizes_ = {1, 3, mtu - 1, mtu};
    if (type != IBV_QPT_UD) {
      for (const std::uint32_t size : {0u, mtu + 1, 2 * mtu, 2 * mtu + 5, 17 * mtu - 2}) {
        sizes_.push_back(size);
      }
    }
    // UC has no window, and must not send more than the socket of the other end has room for.
    if (type == IBV_QPT_RC) sizes_.push_back(70'001);
    for (const std::uint32_t size : sizes_) stride_ = std::max<std::size_t>(stride_, size);
    stride_ = (stride_ + grh_bytes + 63) / 64 * 64;
    open(device, gid_index);
  }

 protected:
  std::uint8_t* slice(std::size_t index) { return memory_.data() + guard_bytes + index * stride_; }

  void check_guards() const {
    const auto is_guard = [](std::uint8_t byte) { return byte == guard; };
    const auto inner = static_cast<std::ptrdiff_t>(memory_.size() - guard_bytes);
    expect(std::all_of(memory_.begin(), memory_.begin() + guard_bytes, is_guard) &&
               std::all_of(memory_.begin() + inner, memory_.end(), is_guard),
           "memory that is not registered was written");
  }

  void fill(std::uint8_t* at, std::uint32_t which, std::uint32_t size) {
    for (std::size_t i = 0; i < size; ++i) at[i] = pattern(which, i);
  }

  void check(const std::uint8_t* at, std::uint32_t which, std::uint32_t size, const char* what) {
    for (std::size_t i = 0; i < size; ++i) {
      if (at[i] == pattern(which, i)) continue;
      fail(std::string(what) + " of " + std::to_string(size) + " bytes: byte " + std::to_string(i) +
           " is " + std::to_string(at[i]) + " and not " + std::to_string(pattern(which, i)));
    }
  }

  void post(ibv_wr_opcode opcode, std::uint8_t* local, std::uint32_t size, std::uint64_t remote,
            std::uint32_t imm = 0, std::uint64_t compare_add = 0, std::uint64_t swap = 0) {
    ibv_sge sge{reinterpret_cast<std::uintptr_t>(local), size, mr_->lkey};
    ibv_send_wr wr{};
    wr.opcode = opcode;
    wr.sg_list = &sge;
    wr.num_sge = size == 0 ? 0 : 1;
    wr.send_flags = IBV_SEND_SIGNALED;
    wr.imm_data = imm;
    if (type_ == IBV_QPT_UD) {
      wr.wr.ud = {ah_, other_.qpn, qkey};
    } else if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == IBV_WR_ATOMIC_CMP_AND_SWP) {
      wr.wr.atomic = {other_.address + remote, compare_add, swap, other_.rkey};
    } else {
      wr.wr.rdma = {other_.address + remote, other_.rkey};
    }
    ibv_send_wr* bad = nullptr;
    expect(ibv_post_send(qp_, &wr, &bad) == 0, "a post");
  }

  void post_receive(std::uint8_t* at, std::uint32_t size) { post_receive(at, size, mr_->lkey); }

  void post_receive(std::uint8_t* at, std::uint32_t size, std::uint32_t lkey) {
    ibv_sge sge{reinterpret_cast<std::uintptr_t>(at), size, lkey};
    ibv_recv_wr wr{};
    wr.sg_list = &sge;
    wr.num_sge = size == 0 ? 0 : 1;
    ibv_recv_wr* bad = nullptr;
    expect(ibv_post_recv(qp_, &wr, &bad) == 0, "a receive");
  }

  ibv_wc complete() { return complete(IBV_WC_SUCCESS, IBV_WC_SUCCESS); }

  ibv_wc complete(ibv_wc_status expected, ibv_wc_status or_else) {
    ibv_wc wc{};
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(100);
    while (ibv_poll_cq(cq_, 1, &wc) == 0) {
      expect(std::chrono::steady_clock::now() < end, "no completion comes");
      std::this_thread::yield();
    }
    expect(wc.status == expected || wc.status == or_else,
           std::string("a completion: ") + ibv_wc_status_str(wc.status) + " and not " +
               ibv_wc_status_str(expected));
    return wc;
  }

  /// Brings a queue pair in RESET to RTS. Returns false if the last step fails: a packet that comes
  /// before it may put the queue pair into error.
  bool bring_up() {
    ibv_ah_attr path{};
    path.is_global = 1;
    path.port_num = 1;
    path.grh.dgid = other_.gid;
    path.grh.sgid_index = gid_index_;
    path.grh.hop_limit = 64;
    ibv_qp_attr to{};
    to.qp_state = IBV_QPS_INIT;
    to.port_num = 1;
    to.qkey = qkey;
    to.qp_access_flags =
        IBV_ACCESS_REMOTE_WRITE |
        (type_ == IBV_QPT_RC ? IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC : 0);
    const int connected = type_ == IBV_QPT_UD ? 0 : IBV_QP_ACCESS_FLAGS;
    int mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | connected;
    if (type_ == IBV_QPT_UD) mask |= IBV_QP_QKEY;
    expect(ibv_modify_qp(qp_, &to, mask) == 0, "INIT");
    to.qp_state = IBV_QPS_RTR;
    to.path_mtu = mtu_ == 256    ? IBV_MTU_256
                  : mtu_ == 512  ? IBV_MTU_512
                  : mtu_ == 1024 ? IBV_MTU_1024
                  : mtu_ == 2048 ? IBV_MTU_2048
                                 : IBV_MTU_4096;
    to.dest_qp_num = other_.qpn;
    to.rq_psn = other_.psn;
    to.max_dest_rd_atomic = 4;
    to.min_rnr_timer = 12;
    to.ah_attr = path;
    mask = IBV_QP_STATE;
    if (connected) mask |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
    if (type_ == IBV_QPT_RC) mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
    expect(ibv_modify_qp(qp_, &to, mask) == 0, "RTR");
    to.qp_state = IBV_QPS_RTS;
    to.sq_psn = own_.psn;
    const char* const timeout = std::getenv("NETWORK_PEER_TIMEOUT");
    to.timeout = timeout ? static_cast<std::uint8_t>(std::atoi(timeout)) : 14;
    to.retry_cnt = retries_;
    to.rnr_retry = retries_;
    to.max_rd_atomic = 4;
    mask = IBV_QP_STATE | IBV_QP_SQ_PSN;
    if (type_ == IBV_QPT_RC) {
      mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
    }
    if (type_ == IBV_QPT_UD && !ah_) {
      ah_ = ibv_create_ah(pd_, &path);
      expect(ah_, "the address handle");
    }
    return ibv_modify_qp(qp_, &to, mask) == 0;
  }

  ibv_qp_type type_;
  std::uint32_t mtu_;
  std::uint8_t retries_;
  meeting& with_;
  std::vector<std::uint32_t> sizes_;
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> memory_;
  ibv_context* context_ = nullptr;
  ibv_pd* pd_ = nullptr;
  ibv_cq* cq_ = nullptr;
  ibv_mr* mr_ = nullptr;
  ibv_qp* qp_ = nullptr;
  ibv_ah* ah_ = nullptr;
  coordinates own_, other_;
  std::uint8_t gid_index_ = 0;

 private:
  void open(const char* device, int gid_index) {
    int count = 0;
    ibv_device** const all = ibv_get_device_list(&count);
    for (int i = 0; i < count && !context_; ++i) {
      if (std::string_view(ibv_get_device_name(all[i])) == device)
        context_ = ibv_open_device(all[i]);
    }
    expect(context_, "the device is not there");
    pd_ = ibv_alloc_pd(context_);
    cq_ = ibv_create_cq(context_, 64, nullptr, nullptr, 0);
    // Twice the slices: what leaves, and what arrives; then a counter.
    const std::size_t bytes = 2 * slices * stride_ + 64;
    memory_.assign(bytes + 2 * guard_bytes, guard);
    std::fill_n(slice(0), bytes, std::uint8_t{0});
    mr_ = ibv_reg_mr(pd_, slice(0), bytes,
                     IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
                         (type_ == IBV_QPT_RC ? IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND : 0));
    ibv_qp_init_attr with{};
    with.send_cq = with.recv_cq = cq_;
    with.qp_type = type_;
    with.cap = {16, 16, 1, 1, 0};
    qp_ = ibv_create_qp(pd_, &with);
    expect(pd_ && cq_ && mr_ && qp_, "an object cannot be made");
    own_ = {qp_->qp_num, 0xfffff0, mr_->rkey, reinterpret_cast<std::uintptr_t>(slice(0)), {}};
    expect(ibv_query_gid(context_, 1, gid_index, &own_.gid) == 0, "the GID is not there");
    gid_index_ = static_cast<std::uint8_t>(gid_index);
    other_ = with_.exchange(own_);
    expect(bring_up(), "RTS");
    with_.barrier();
  }
};

}  // namespace verbatim::testing
