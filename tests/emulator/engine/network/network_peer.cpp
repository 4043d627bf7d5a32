// One of two programs that work with each other over RoCE, and check every byte that arrives:
//   network_peer DEVICE GID_INDEX rc|uc|ud|errors MTU PORT [HOST]
//
// The one without HOST waits for the other on that TCP port. Each does the same work at its turn: WRITEs,
// SENDs, READs and atomics, of sizes around the MTU; with `errors`, work that fails. It uses verbs only, so
// either end can be on any device. NETWORK_PEER_TIMEOUT is the timeout of queue pairs, in place of 14, and
// NETWORK_PEER_LATE the time for which the first sender finds no receive WQE, in place of 3 ms.
#include <infiniband/verbs.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "network_meeting.hpp"

namespace verbatim::testing {
namespace {

constexpr std::size_t slices = 4;
constexpr std::size_t grh_bytes = 40;
constexpr std::uint32_t qkey = 0x11111111;
constexpr std::uint64_t counter_begin = 1000;

class peer {
 public:
  peer(const char* device, int gid_index, ibv_qp_type type, std::uint32_t mtu, meeting& with,
       std::uint8_t retries = 7)
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

  void provoke(const failure& what) {
    with_.barrier();
    if (what.is_write) other_.rkey ^= 0x5500;
    post(what.is_write ? IBV_WR_RDMA_WRITE : IBV_WR_SEND, slice(0), 64, 0);
    complete(what.status, what.with_rxe);
    with_.barrier();
  }

  void endure(const failure& what) {
    if (what.bytes_of_receive != 0) post_receive(slice(0), what.bytes_of_receive);
    if (what.other_is_gone) {
      ibv_qp_attr to{};
      to.qp_state = IBV_QPS_RESET;
      expect(ibv_modify_qp(qp_, &to, IBV_QP_STATE) == 0, "RESET");
    }
    with_.barrier();
    with_.barrier();
  }

  void work(std::uint32_t round) {
    for (const std::uint32_t size : sizes_) {
      if (type_ != IBV_QPT_UD) write(round, size);
      send(round, size);
      if (type_ == IBV_QPT_RC) read(round, size);
    }
    if (type_ == IBV_QPT_RC) atomics(round);
  }

  void serve(std::uint32_t round) {
    for (const std::uint32_t size : sizes_) {
      if (type_ != IBV_QPT_UD) take_writes(round, size);
      take_sends(round, size);
      if (type_ == IBV_QPT_RC) lend(round, size);
    }
    if (type_ == IBV_QPT_RC) lend_counter(round);
  }

 private:
  std::uint8_t* slice(std::size_t index) { return memory_.data() + index * stride_; }

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
    memory_.resize(2 * slices * stride_ + 64);
    mr_ = ibv_reg_mr(pd_, memory_.data(), memory_.size(),
                     IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
                         (type_ == IBV_QPT_RC ? IBV_ACCESS_REMOTE_ATOMIC : 0));
    ibv_qp_init_attr with{};
    with.send_cq = with.recv_cq = cq_;
    with.qp_type = type_;
    with.cap = {16, 16, 1, 1, 0};
    qp_ = ibv_create_qp(pd_, &with);
    expect(pd_ && cq_ && mr_ && qp_, "an object cannot be made");
    coordinates own{
        qp_->qp_num, 0xfffff0, mr_->rkey, reinterpret_cast<std::uintptr_t>(memory_.data()), {}};
    expect(ibv_query_gid(context_, 1, gid_index, &own.gid) == 0, "the GID is not there");
    other_ = with_.exchange(own);
    bring_up(own, static_cast<std::uint8_t>(gid_index));
    with_.barrier();
  }

  void bring_up(const coordinates& own, std::uint8_t gid_index) {
    ibv_ah_attr path{};
    path.is_global = 1;
    path.port_num = 1;
    path.grh.dgid = other_.gid;
    path.grh.sgid_index = gid_index;
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
    to.sq_psn = own.psn;
    const char* const timeout = std::getenv("NETWORK_PEER_TIMEOUT");
    to.timeout = timeout ? static_cast<std::uint8_t>(std::atoi(timeout)) : 14;
    to.retry_cnt = retries_;
    to.rnr_retry = retries_;
    to.max_rd_atomic = 4;
    mask = IBV_QP_STATE | IBV_QP_SQ_PSN;
    if (type_ == IBV_QPT_RC) {
      mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
    }
    expect(ibv_modify_qp(qp_, &to, mask) == 0, "RTS");
    if (type_ == IBV_QPT_UD) {
      ah_ = ibv_create_ah(pd_, &path);
      expect(ah_, "the address handle");
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

  void post_receive(std::uint8_t* at, std::uint32_t size) {
    ibv_sge sge{reinterpret_cast<std::uintptr_t>(at), size, mr_->lkey};
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

  static void be_late() {
    static const char* late = std::getenv("NETWORK_PEER_LATE");
    const int ms = late ? std::atoi(std::exchange(late, nullptr)) : 3;
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
  }

  // The two ends of each kind of work. A barrier is where one waits for the other.

  void write(std::uint32_t round, std::uint32_t size) {
    with_.barrier();
    for (std::size_t i = 0; i < slices; ++i) {
      const bool last = i + 1 == slices;
      fill(slice(i), round + size + static_cast<std::uint32_t>(i), size);
      post(last ? IBV_WR_RDMA_WRITE_WITH_IMM : IBV_WR_RDMA_WRITE, slice(i), size,
           (slices + i) * stride_, round);
    }
    for (std::size_t i = 0; i < slices; ++i) complete();
    with_.barrier();
  }

  void take_writes(std::uint32_t round, std::uint32_t size) {
    std::memset(slice(slices), 0, slices * stride_);
    if (type_ == IBV_QPT_UC) post_receive(slice(0), 0);
    with_.barrier();
    if (type_ == IBV_QPT_RC) {
      // The last WRITE needs a receive WQE, and waits for it.
      be_late();
      post_receive(slice(0), 0);
    }
    const ibv_wc wc = complete();
    expect(wc.imm_data == round && wc.byte_len == size,
           "the immediate word or the length of a WRITE");
    for (std::size_t i = 0; i < slices; ++i) {
      check(slice(slices + i), round + size + static_cast<std::uint32_t>(i), size, "a WRITE");
    }
    with_.barrier();
  }

  void send(std::uint32_t round, std::uint32_t size) {
    with_.barrier();
    for (std::size_t i = 0; i < slices; ++i) {
      fill(slice(i), round + 2 * size + static_cast<std::uint32_t>(i), size);
      post(i % 2 == 0 ? IBV_WR_SEND : IBV_WR_SEND_WITH_IMM, slice(i), size, 0,
           round + static_cast<std::uint32_t>(i));
    }
    for (std::size_t i = 0; i < slices; ++i) complete();
    with_.barrier();
  }

  void take_sends(std::uint32_t round, std::uint32_t size) {
    const std::size_t head = type_ == IBV_QPT_UD ? grh_bytes : 0;
    const auto post_all = [&] {
      for (std::size_t i = 0; i < slices; ++i) {
        post_receive(slice(slices + i), size + static_cast<std::uint32_t>(head));
      }
    };
    std::memset(slice(slices), 0, slices * stride_);
    if (type_ != IBV_QPT_RC) post_all();
    with_.barrier();
    if (type_ == IBV_QPT_RC) {
      be_late();
      post_all();
    }
    for (std::size_t i = 0; i < slices; ++i) {
      const ibv_wc wc = complete();
      expect(wc.byte_len == size + head, "the length of a SEND");
      expect(i % 2 == 0 || wc.imm_data == round + i, "the immediate word of a SEND");
      expect(type_ != IBV_QPT_UD || wc.src_qp == other_.qpn, "the source of a datagram");
      check(slice(slices + i) + head, round + 2 * size + static_cast<std::uint32_t>(i), size,
            "a SEND");
    }
    with_.barrier();
  }

  void read(std::uint32_t round, std::uint32_t size) {
    std::memset(slice(0), 0, slices * stride_);
    with_.barrier();
    for (std::size_t i = 0; i < slices; ++i) {
      post(IBV_WR_RDMA_READ, slice(i), size, (slices + i) * stride_);
    }
    for (std::size_t i = 0; i < slices; ++i) {
      complete();
      check(slice(i), round + 3 * size + static_cast<std::uint32_t>(i), size, "a READ");
    }
    with_.barrier();
  }

  void lend(std::uint32_t round, std::uint32_t size) {
    for (std::size_t i = 0; i < slices; ++i) {
      fill(slice(slices + i), round + 3 * size + static_cast<std::uint32_t>(i), size);
    }
    with_.barrier();
    with_.barrier();
  }

  std::uint64_t number_at(const std::uint8_t* at) {
    std::uint64_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
  }

  void atomics(std::uint32_t round) {
    const std::uint64_t counter = 2 * slices * stride_;
    with_.barrier();
    for (std::uint64_t i = 0; i < 40; ++i) {
      post(IBV_WR_ATOMIC_FETCH_AND_ADD, slice(i % slices), 8, counter, 0, round);
      complete();
      expect(number_at(slice(i % slices)) == counter_begin + i * round,
             "the result of a FETCH_ADD");
    }
    const std::uint64_t now = counter_begin + 40 * std::uint64_t{round};
    post(IBV_WR_ATOMIC_CMP_AND_SWP, slice(0), 8, counter, 0, now, 5);
    post(IBV_WR_ATOMIC_CMP_AND_SWP, slice(1), 8, counter, 0, now, 6);
    complete();
    complete();
    expect(number_at(slice(0)) == now && number_at(slice(1)) == 5, "the result of a CMP_SWAP");
    with_.barrier();
  }

  void lend_counter(std::uint32_t) {
    std::uint8_t* const counter = slice(2 * slices);
    std::memcpy(counter, &counter_begin, sizeof counter_begin);
    with_.barrier();
    with_.barrier();
    expect(number_at(counter) == 5, "the value behind all atomics");
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
  coordinates other_;
};

}  // namespace

int run(int argc, char** argv) {
  expect(argc == 6 || argc == 7, "DEVICE GID_INDEX rc|uc|ud|errors MTU PORT [HOST]");
  const std::string_view type = argv[3];
  meeting with(argv[5], argc == 7 ? argv[6] : nullptr);
  const int gid_index = std::atoi(argv[2]);
  const auto mtu = static_cast<std::uint32_t>(std::atoi(argv[4]));
  const bool begins = argc == 7;
  if (type == "errors") {
    for (const bool first : {true, false}) {
      for (const auto& one : failures) {
        peer own(argv[1], gid_index, IBV_QPT_RC, mtu, with, 1);
        begins == first ? own.provoke(one) : own.endure(one);
      }
    }
  } else {
    peer own(argv[1], gid_index,
             type == "rc"   ? IBV_QPT_RC
             : type == "uc" ? IBV_QPT_UC
                            : IBV_QPT_UD,
             mtu, with);
    begins ? own.work(3) : own.serve(3);
    begins ? own.serve(7) : own.work(7);
  }
  with.barrier();
  std::puts("every byte is right");
  return 0;
}

}  // namespace verbatim::testing

int main(int argc, char** argv) { return verbatim::testing::run(argc, argv); }
