// A member of a crowd of programs that send messages to one another; crowd.py starts and connects
// them.
//
//   crowd_member QUEUES ROUNDS    prints the numbers of its RC queue pairs, reads those of their
//                                 peers, and sends ROUNDS messages on each while it receives as
//                                 many; 0: until it reads more. It then prints `done`, and receives
//                                 until its input ends
//   crowd_member sleep SECONDS    sends messages to itself, waits for an event that does not come,
//                                 and prints the processor time that this took
//
// A message holds the number of its sender's queue pair and its own number, in each word: the
// receiver checks all. A queue pair whose request fails is printed as `lost NUMBER STATUS`, and the
// others go on.
#include <infiniband/verbs.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr std::size_t words = 512;  // of 8 bytes in a message
constexpr unsigned depth = 4;       // receives that are posted at a time

[[noreturn]] void fail(const std::string& why) {
  std::printf("failed: %s\n", why.c_str());
  std::fflush(stdout);
  std::_Exit(1);
}

template <class T>
T* need(T* made, const char* what) {
  if (!made) fail(what);
  return made;
}

struct queue {
  ibv_qp* qp = nullptr;
  ibv_mr* memory = nullptr;
  std::vector<std::uint64_t> buffers = std::vector<std::uint64_t>(words * (depth + 1));
  std::uint32_t peer = 0;
  std::uint64_t sent = 0, acknowledged = 0, received = 0;
  bool lost = false;

  std::uint64_t* buffer(std::uint64_t number) { return buffers.data() + words * (number % depth); }
  std::uint64_t* outgoing() { return buffers.data() + words * depth; }
};

std::uint64_t word(std::uint32_t sender, std::uint64_t number, std::size_t at) {
  return (std::uint64_t{sender} << 32 | number) * 0x9e3779b97f4a7c15 + at;
}

class member {
 public:
  explicit member(unsigned count) : queues_(count) {
    ibv_device** const devices = need(ibv_get_device_list(nullptr), "no list of devices");
    context_ = need(ibv_open_device(need(devices[0], "no device")), "a device");
    ibv_free_device_list(devices);
    if (ibv_query_port(context_, 1, &port_) != 0 || ibv_query_gid(context_, 1, 0, &gid_) != 0)
      fail("port 1");
    pd_ = need(ibv_alloc_pd(context_), "a PD");
    channel_ = need(ibv_create_comp_channel(context_), "a channel");
    cq_ = need(ibv_create_cq(context_, static_cast<int>(count * (depth + 2)), nullptr, channel_, 0),
               "a CQ");
    for (queue& one : queues_) make(one);
  }

  ~member() {
    for (queue& one : queues_) {
      ibv_destroy_qp(one.qp);
      ibv_dereg_mr(one.memory);
    }
    ibv_destroy_cq(cq_);
    ibv_destroy_comp_channel(channel_);
    ibv_dealloc_pd(pd_);
    ibv_close_device(context_);
  }
  member(const member&) = delete;
  member& operator=(const member&) = delete;

  void say_numbers() {
    for (const queue& one : queues_) std::printf("%u ", one.qp->qp_num);
    std::printf("\n");
    std::fflush(stdout);
  }

  /// Connects, says that it is ready, and waits until all others are.
  void read_peers() {
    for (queue& one : queues_) {
      if (std::scanf("%u", &one.peer) != 1) fail("a number of a peer is missing");
    }
    for (queue& one : queues_) connect(one);
    std::printf("ready\n");
    std::fflush(stdout);
    char word[3];
    if (std::scanf("%2s", word) != 1) fail("nobody says go");
  }

  /// Sends and receives until all is done and the input ends.
  void run(std::uint64_t rounds) {
    for (queue& one : queues_) send(one);
    bool said = false;
    while (!said || !input_ended_) {
      if (!said && done(rounds)) {
        std::printf("done\n");
        std::fflush(stdout);
        said = true;
      }
      look_at_input();
      ibv_wc completion;
      const int count = ibv_poll_cq(cq_, 1, &completion);
      if (count < 0) fail("ibv_poll_cq");
      if (count == 0) {
        wait();
      } else {
        take(completion, rounds);
      }
    }
  }

  /// Waits for an event that does not come.
  void sleep(int seconds) {
    ibv_req_notify_cq(cq_, 0);
    pollfd event{channel_->fd, POLLIN, 0};
    if (poll(&event, 1, seconds * 1000) != 0) fail("there is an event");
  }

 private:
  void make(queue& one) {
    ibv_qp_init_attr wanted{};
    wanted.send_cq = wanted.recv_cq = cq_;
    wanted.qp_type = IBV_QPT_RC;
    wanted.cap = {1, depth, 1, 1, 0};
    one.qp = need(ibv_create_qp(pd_, &wanted), "a queue pair");
    numbers_[one.qp->qp_num] = &one;
    const int access = IBV_ACCESS_LOCAL_WRITE;
    one.memory =
        need(ibv_reg_mr(pd_, one.buffers.data(), one.buffers.size() * 8, access), "a region");
    ibv_qp_attr to{};
    to.qp_state = IBV_QPS_INIT;
    to.port_num = 1;
    if (ibv_modify_qp(one.qp, &to,
                      IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS) != 0)
      fail("INIT");
    for (std::uint64_t number = 0; number < depth; ++number) receive(one, number);
  }

  void connect(queue& one) {
    ibv_qp_attr to{};
    to.qp_state = IBV_QPS_RTR;
    to.path_mtu = port_.active_mtu;
    to.dest_qp_num = one.peer;
    to.max_dest_rd_atomic = 1;
    to.min_rnr_timer = 1;
    to.ah_attr.port_num = 1;
    to.ah_attr.dlid = port_.lid;
    to.ah_attr.is_global = port_.link_layer == IBV_LINK_LAYER_ETHERNET;
    to.ah_attr.grh.dgid = gid_;
    to.ah_attr.grh.hop_limit = 64;
    if (ibv_modify_qp(one.qp, &to,
                      IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                          IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER) != 0) {
      fail("RTR");
    }
    to.qp_state = IBV_QPS_RTS;
    to.timeout = 14;  // 67 ms
    to.retry_cnt = 7;
    to.rnr_retry = 7;
    to.max_rd_atomic = 1;
    if (ibv_modify_qp(one.qp, &to,
                      IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                          IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC) != 0) {
      fail("RTS");
    }
  }

  void receive(queue& one, std::uint64_t number) {
    ibv_sge piece{reinterpret_cast<std::uintptr_t>(one.buffer(number)), words * 8,
                  one.memory->lkey};
    ibv_recv_wr request{}, *bad = nullptr;
    request.sg_list = &piece;
    request.num_sge = 1;
    if (ibv_post_recv(one.qp, &request, &bad) != 0) fail("ibv_post_recv");
  }

  void send(queue& one) {
    for (std::size_t at = 0; at < words; ++at)
      one.outgoing()[at] = word(one.qp->qp_num, one.sent, at);
    ++one.sent;
    ibv_sge piece{reinterpret_cast<std::uintptr_t>(one.outgoing()), words * 8, one.memory->lkey};
    ibv_send_wr request{}, *bad = nullptr;
    request.wr_id = 1;  // that of receives is 0
    request.sg_list = &piece;
    request.num_sge = 1;
    request.opcode = IBV_WR_SEND;
    request.send_flags = IBV_SEND_SIGNALED;
    if (ibv_post_send(one.qp, &request, &bad) != 0) fail("ibv_post_send");
  }

  void take(const ibv_wc& completion, std::uint64_t rounds) {
    queue& one = *numbers_.at(completion.qp_num);
    if (completion.status != IBV_WC_SUCCESS) {
      if (!one.lost)
        std::printf("lost %u %s\n", one.qp->qp_num, ibv_wc_status_str(completion.status));
      std::fflush(stdout);
      one.lost = true;
    } else if (completion.wr_id == 1) {
      ++one.acknowledged;
      if (rounds != 0 ? one.sent != rounds : !stopped_) send(one);
    } else {
      const std::uint64_t number = one.received++;
      for (std::size_t at = 0; at < words; ++at) {
        if (one.buffer(number)[at] != word(one.peer, number, at))
          fail("message " + std::to_string(number) + " is wrong");
      }
      std::memset(one.buffer(number), 0, words * 8);
      receive(one, number);
    }
  }

  bool done(std::uint64_t rounds) const {
    for (const queue& one : queues_) {
      const bool all = rounds != 0 ? one.acknowledged == rounds && one.received >= rounds
                                   : stopped_ && one.acknowledged == one.sent;
      if (!one.lost && !all) return false;
    }
    return true;
  }

  void look_at_input() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    char unused[64];
    if (input_ended_ || poll(&input, 1, 0) == 0) return;
    input_ended_ = read(STDIN_FILENO, unused, sizeof unused) <= 0;
    stopped_ = true;
  }

  /// Sleeps until there is a completion, 20 ms at most.
  void wait() {
    if (!armed_) {
      armed_ = true;
      if (ibv_req_notify_cq(cq_, 0) != 0) fail("ibv_req_notify_cq");
      return;  // for a completion from before
    }
    pollfd event{channel_->fd, POLLIN, 0};
    if (poll(&event, 1, 20) != 1) return;
    ibv_cq* from = nullptr;
    void* unused = nullptr;
    if (ibv_get_cq_event(channel_, &from, &unused) != 0) fail("ibv_get_cq_event");
    ibv_ack_cq_events(from, 1);
    armed_ = false;
  }

  std::vector<queue> queues_;
  std::map<std::uint32_t, queue*> numbers_;
  ibv_context* context_ = nullptr;
  ibv_port_attr port_{};
  ibv_gid gid_{};
  ibv_pd* pd_ = nullptr;
  ibv_comp_channel* channel_ = nullptr;
  ibv_cq* cq_ = nullptr;
  bool armed_ = false, stopped_ = false, input_ended_ = false;
};

double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// A program that has sent messages and then sleeps.
void sleep_for(int seconds) {
  member both(2);
  both.say_numbers();
  both.read_peers();
  both.run(100);
  usleep(100'000);  // what the device does after its work
  const double before = processor_seconds();
  both.sleep(seconds);
  std::printf("%.6f\n", processor_seconds() - before);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  if (std::string(argv[1]) == "sleep") {
    sleep_for(std::atoi(argv[2]));
    return 0;
  }
  member one(static_cast<unsigned>(std::atoi(argv[1])));
  one.say_numbers();
  one.read_peers();
  one.run(std::strtoull(argv[2], nullptr, 10));
  return 0;
}
