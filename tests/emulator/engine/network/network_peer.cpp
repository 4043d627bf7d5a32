// One of two programs that work with each other over RoCE, and check every byte that arrives:
//   network_peer DEVICE GID_INDEX rc|uc|ud|errors MTU PORT [HOST]
//
// The one without HOST waits for the other on that TCP port. Each does the same work at its turn: WRITEs,
// SENDs, READs and atomics, of sizes around the MTU; with `errors`, work that fails, and windows that SENDs
// take away. It uses verbs only, so either end can be on any device. NETWORK_PEER_TIMEOUT is the timeout of
// queue pairs, in place of 14, and NETWORK_PEER_LATE the time for which the first sender finds no receive
// WQE, in place of 3 ms.
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
#include "network_queue_pair.hpp"

namespace verbatim::testing {
namespace {

constexpr std::uint64_t counter_begin = 1000;

class peer : public network_queue_pair {
 public:
  peer(const char* device, int gid_index, ibv_qp_type type, std::uint32_t mtu, meeting& with,
       std::uint8_t retries = 7)
      : network_queue_pair(device, gid_index, type, mtu, with, retries) {}

  void provoke(const failure& what) {
    with_.barrier();
    if (what.is_write) other_.rkey ^= 0x5500;
    post(what.is_write ? IBV_WR_RDMA_WRITE : IBV_WR_SEND, slice(0), 64, 0);
    complete(what.status, what.with_rxe);
    with_.barrier();
  }

  void endure(const failure& what) {
    if (what.bytes_of_receive != 0) {
      post_receive(slice(0), what.bytes_of_receive, mr_->lkey ^ (what.lkey_is_wrong ? 0x5500u : 0));
    }
    if (what.other_is_gone) {
      ibv_qp_attr to{};
      to.qp_state = IBV_QPS_RESET;
      expect(ibv_modify_qp(qp_, &to, IBV_QP_STATE) == 0, "RESET");
    }
    with_.barrier();
    if (what.lkey_is_wrong) complete(IBV_WC_LOC_PROT_ERR, IBV_WC_LOC_QP_OP_ERR);
    with_.barrier();
  }

  /// Writes through windows of the other end, takes them away by SENDs of one and of several
  /// packets, and then finds no window.
  void invalidate(std::uint32_t round) {
    for (const std::uint32_t size : {mtu_, 2 * mtu_ + 5}) {
      other_.rkey = with_.exchange({}).rkey;
      fill(slice(0), round + size, size);
      post(IBV_WR_RDMA_WRITE, slice(0), size, slices * stride_);
      complete();
      post(IBV_WR_SEND_WITH_INV, slice(0), size, 0, other_.rkey);
      complete();
      with_.barrier();
    }
    post(IBV_WR_RDMA_WRITE, slice(0), 64, slices * stride_);
    complete(IBV_WC_REM_ACCESS_ERR, IBV_WC_REM_ACCESS_ERR);
    with_.barrier();
  }

  void lend_windows(std::uint32_t round) {
    // rdma_rxe of Linux 6.1 gives programs the flag of the kernel's verbs, whose bit is another one here.
    const std::string_view device = ibv_get_device_name(pd_->context->device);
    const unsigned taken = device.starts_with("rxe") ? IBV_WC_IP_CSUM_OK : IBV_WC_WITH_INV;
    for (const std::uint32_t size : {mtu_, 2 * mtu_ + 5}) {
      ibv_mw* const window = ibv_alloc_mw(pd_, IBV_MW_TYPE_2);
      expect(window, "the window");
      const std::uint32_t key = ibv_inc_rkey(window->rkey);
      std::memset(slice(0), 0, 2 * slices * stride_);
      bind(window, key, slice(slices), size);
      post_receive(slice(0), size);
      with_.exchange({0, 0, key, 0, {}});
      const ibv_wc wc = complete();
      expect((wc.wc_flags & taken) != 0 && wc.invalidated_rkey == key,
             "the key that a SEND takes away");
      check(slice(slices), round + size, size, "a WRITE through a window");
      check(slice(0), round + size, size, "a SEND that takes a window away");
      with_.barrier();
    }
    with_.barrier();
  }

  void work(std::uint32_t round) {
    for (const std::uint32_t size : sizes_) {
      if (type_ != IBV_QPT_UD) write(round, size);
      send(round, size);
      if (type_ == IBV_QPT_RC) read(round, size);
    }
    if (type_ == IBV_QPT_RC) atomics(round);
    check_guards();
  }

  void serve(std::uint32_t round) {
    for (const std::uint32_t size : sizes_) {
      if (type_ != IBV_QPT_UD) take_writes(round, size);
      take_sends(round, size);
      if (type_ == IBV_QPT_RC) lend(round, size);
    }
    if (type_ == IBV_QPT_RC) lend_counter(round);
    check_guards();
  }

 private:
  void bind(ibv_mw* window, std::uint32_t key, std::uint8_t* at, std::uint32_t size) {
    ibv_send_wr wr{};
    wr.opcode = IBV_WR_BIND_MW;
    wr.send_flags = IBV_SEND_SIGNALED;
    wr.bind_mw = {
        window, key, {mr_, reinterpret_cast<std::uintptr_t>(at), size, IBV_ACCESS_REMOTE_WRITE}};
    ibv_send_wr* bad = nullptr;
    expect(ibv_post_send(qp_, &wr, &bad) == 0, "the WQE that binds a window");
    complete();
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
      peer own(argv[1], gid_index, IBV_QPT_RC, mtu, with);
      begins == first ? own.invalidate(9) : own.lend_windows(9);
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
