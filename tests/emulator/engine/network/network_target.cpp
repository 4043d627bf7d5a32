// A program that works with a peer on the network from which anything may come; see hostile.py:
//   network_target DEVICE GID_INDEX rc|uc|ud MTU PORT
//
// It posts receives and requests of all kinds until the peer says something on the TCP connection. A queue
// pair that has failed begins anew, and the peer gets a message. In the end nothing outside of the registered
// memory may be written.
#include <infiniband/verbs.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <thread>

#include "network_meeting.hpp"
#include "network_queue_pair.hpp"

namespace verbatim::testing {
namespace {

constexpr std::uint32_t most_receives = 8, most_requests = 4;
constexpr int rounds_between_looks = 50;

class target : public network_queue_pair {
 public:
  target(const char* device, int gid_index, ibv_qp_type type, std::uint32_t mtu, meeting& with)
      : network_queue_pair(device, gid_index, type, mtu, with, 7) {}

  void work() {
    for (int round = 1; !with_.has_news(); ++round) {
      keep_posted();
      take_completions();
      if (round % rounds_between_looks == 0) look();
      if (failed_) begin_anew();
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    check_guards();
    std::printf("%llu completions, %llu errors, %llu times anew; nothing else was written\n",
                static_cast<unsigned long long>(completions_),
                static_cast<unsigned long long>(errors_), static_cast<unsigned long long>(anew_));
  }

 private:
  void keep_posted() {
    for (; receives_ < most_receives; ++receives_) {
      post_receive(slice(slices + receives_ % slices), static_cast<std::uint32_t>(stride_));
    }
    for (; requests_ < most_requests; ++requests_) post_one(posted_++);
  }

  void post_one(std::uint64_t number) {
    const std::uint32_t size = sizes_[number % sizes_.size()];
    std::uint8_t* const at = slice(number % slices);
    if (type_ == IBV_QPT_UD) return post(IBV_WR_SEND, at, size, 0);
    constexpr std::array<ibv_wr_opcode, 4> plain = {
        IBV_WR_RDMA_WRITE, IBV_WR_SEND, IBV_WR_RDMA_WRITE_WITH_IMM, IBV_WR_SEND_WITH_IMM};
    const std::uint64_t kind = number / 3 % (type_ == IBV_QPT_RC ? 7 : plain.size());
    if (kind < plain.size()) return post(plain[kind], at, size, 64);
    if (kind == 4) return post(IBV_WR_RDMA_READ, at, size, 64);
    post(kind == 5 ? IBV_WR_ATOMIC_FETCH_AND_ADD : IBV_WR_ATOMIC_CMP_AND_SWP, at, 8, 64, 0, number,
         number + 1);
  }

  void take_completions() {
    std::array<ibv_wc, 16> some{};
    const int count = ibv_poll_cq(cq_, static_cast<int>(some.size()), some.data());
    expect(count >= 0, "the completion queue cannot be polled");
    for (const ibv_wc& wc : std::span(some).first(static_cast<std::size_t>(count))) {
      ++completions_;
      if (wc.status != IBV_WC_SUCCESS) {
        ++errors_;
        failed_ = true;
        continue;  // its opcode means nothing
      }
      --((wc.opcode & IBV_WC_RECV) != 0 ? receives_ : requests_);
    }
  }

  /// The responder fails without a completion if no receive is posted.
  void look() {
    ibv_qp_attr now{};
    ibv_qp_init_attr made{};
    expect(ibv_query_qp(qp_, &now, IBV_QP_STATE, &made) == 0, "the queue pair cannot be queried");
    failed_ = failed_ || now.qp_state != IBV_QPS_RTS;
    check_guards();
  }

  void begin_anew() {
    do {
      ibv_qp_attr to{};
      to.qp_state = IBV_QPS_RESET;
      expect(ibv_modify_qp(qp_, &to, IBV_QP_STATE) == 0, "RESET");
      ibv_wc wc{};
      while (ibv_poll_cq(cq_, 1, &wc) > 0) ++completions_;
      ++anew_;
    } while (!bring_up());
    receives_ = requests_ = 0;
    failed_ = false;
    with_.tell(own_);
  }

  bool failed_ = false;
  std::uint32_t receives_ = 0, requests_ = 0;
  std::uint64_t posted_ = 0, completions_ = 0, errors_ = 0, anew_ = 0;
};

}  // namespace

int run(int argc, char** argv) {
  expect(argc == 6, "DEVICE GID_INDEX rc|uc|ud MTU PORT");
  const std::string_view type = argv[3];
  meeting with(argv[5], nullptr);
  target own(argv[1], std::atoi(argv[2]),
             type == "rc"   ? IBV_QPT_RC
             : type == "uc" ? IBV_QPT_UC
                            : IBV_QPT_UD,
             static_cast<std::uint32_t>(std::atoi(argv[4])), with);
  own.work();
  return 0;
}

}  // namespace verbatim::testing

int main(int argc, char** argv) { return verbatim::testing::run(argc, argv); }
