// Many threads of a CPU post to one gpu::send_queue: the code that a GPU runs, on the emulated device.
// Each WQE writes bytes that no other writes, and all of them are looked at in the end. Run plain and
// under ThreadSanitizer.
//
//   verbatim-emulator threads [WQES_OF_A_THREAD]
#include <infiniband/mlx5dv.h>
#include <pthread.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/gpu/send_queue.hpp"

namespace {

using namespace verbatim;

constexpr unsigned posting_threads = 4;
constexpr unsigned warps = 2;
constexpr int cqes = 64;
constexpr std::size_t message = 64;
using queue_type = gpu::send_queue<rc, 2>;

[[noreturn]] void fail(const char* why) {
  std::fprintf(stderr, "%s\n", why);
  std::_Exit(1);
}

template <class Object>
Object* made(const char* call, Object* object) {
  if (object == nullptr) {
    std::perror(call);
    std::_Exit(1);
  }
  return object;
}

/// Threads that build WQEs together, as the lanes of a warp.
class lanes_of_warp {
 public:
  explicit lanes_of_warp(unsigned count) { pthread_barrier_init(&barrier_, nullptr, count); }
  ~lanes_of_warp() { pthread_barrier_destroy(&barrier_); }
  lanes_of_warp(const lanes_of_warp&) = delete;
  lanes_of_warp& operator=(const lanes_of_warp&) = delete;

  void sync() { pthread_barrier_wait(&barrier_); }
  std::uint32_t value = 0;

 private:
  pthread_barrier_t barrier_;
};

/// One lane: has the functions of gpu::warp.
class lane_of_warp {
 public:
  static constexpr unsigned lanes = 8;

  lane_of_warp(lanes_of_warp& all, unsigned lane) : all_(&all), lane_(lane) {}

  unsigned lane() const noexcept { return lane_; }
  std::uint32_t from_first(std::uint32_t value) const noexcept {
    if (lane_ == 0) all_->value = value;
    sync();
    const auto got = all_->value;
    sync();
    return got;
  }
  void sync() const noexcept { all_->sync(); }

 private:
  lanes_of_warp* all_;
  unsigned lane_;
};

/// A queue pair that is connected to itself, its completion queue, and memory.
class device {
 public:
  explicit device(std::size_t bytes) : from(bytes), to(bytes) {
    for (std::size_t i = 0; i < bytes; ++i) from[i] = static_cast<std::uint8_t>(i * 7 + i / 251);
    auto** const list = made("ibv_get_device_list", ibv_get_device_list(nullptr));
    context_ = made("ibv_open_device", list[0] != nullptr ? ibv_open_device(list[0]) : nullptr);
    ibv_free_device_list(list);
    pd_ = made("ibv_alloc_pd", ibv_alloc_pd(context_));
    source = made("ibv_reg_mr", ibv_reg_mr(pd_, from.data(), bytes, 0));
    target = made("ibv_reg_mr", ibv_reg_mr(pd_, to.data(), bytes,
                                           IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE));
    cq_ = made("ibv_create_cq", ibv_create_cq(context_, cqes - 1, nullptr, nullptr, 0));
    ibv_qp_init_attr attributes{};
    attributes.send_cq = attributes.recv_cq = cq_;
    attributes.qp_type = IBV_QPT_RC;
    attributes.cap = {.max_send_wr = 8,
                      .max_recv_wr = 1,
                      .max_send_sge = 4,
                      .max_recv_sge = 1,
                      .max_inline_data = 0};
    qp_ = made("ibv_create_qp", ibv_create_qp(pd_, &attributes));
    connect();
    mlx5dv_obj objects{};
    objects.qp = {qp_, &sq};
    objects.cq = {cq_, &cq};
    if (mlx5dv_init_obj(&objects, MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ) != 0) fail("mlx5dv_init_obj");
    if (sq.sq.wqe_cnt > cqes || cq.cqe_size != cqe64::size) fail("rings of other sizes");
    marks.resize(sq.sq.wqe_cnt);
  }
  ~device() {
    ibv_destroy_qp(qp_);
    ibv_destroy_cq(cq_);
    ibv_dereg_mr(source);
    ibv_dereg_mr(target);
    ibv_dealloc_pd(pd_);
    ibv_close_device(context_);
  }
  device(const device&) = delete;
  device& operator=(const device&) = delete;

  queue_type queue() {
    return queue_type({.ring = static_cast<std::byte*>(sq.sq.buf),
                       .wqebbs = sq.sq.wqe_cnt,
                       .qpn = qp_->qp_num,
                       .dbrec = reinterpret_cast<std::uint32_t*>(sq.dbrec) + MLX5_SND_DBR,
                       .doorbell = static_cast<std::uint64_t*>(sq.bf.reg),
                       .words = &words,
                       .marks = marks.data()});
  }

  std::vector<std::uint8_t> from;
  std::vector<std::uint8_t> to;
  ibv_mr* source;
  ibv_mr* target;
  mlx5dv_qp sq{};
  mlx5dv_cq cq{};
  gpu::shared_words words{};
  std::vector<std::uint64_t> marks;

 private:
  void connect() const {
    ibv_port_attr port{};
    ibv_qp_attr to_state{};
    to_state.qp_state = IBV_QPS_INIT;
    to_state.port_num = 1;
    to_state.qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
    int error = ibv_query_port(context_, 1, &port);
    error |= ibv_modify_qp(qp_, &to_state,
                           IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
    to_state.qp_state = IBV_QPS_RTR;
    to_state.path_mtu = IBV_MTU_1024;
    to_state.dest_qp_num = qp_->qp_num;
    to_state.ah_attr.port_num = 1;
    to_state.ah_attr.dlid = port.lid;
    to_state.ah_attr.is_global = port.link_layer == IBV_LINK_LAYER_ETHERNET;
    error |= ibv_query_gid(context_, 1, 0, &to_state.ah_attr.grh.dgid);
    error |= ibv_modify_qp(qp_, &to_state,
                           IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
                               IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
    to_state.qp_state = IBV_QPS_RTS;
    to_state.timeout = 14;
    to_state.retry_cnt = to_state.rnr_retry = 7;
    error |= ibv_modify_qp(qp_, &to_state,
                           IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
                               IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC);
    if (error != 0) fail("the queue pair was not connected");
  }

  ibv_context* context_;
  ibv_pd* pd_;
  ibv_cq* cq_;
  ibv_qp* qp_;
};

/// Builds the WQE of message `i`: inline, one piece, or pieces that fill two WQEBBs.
template <class Start>
post_result build(Start&& start, const device& of, std::size_t i) {
  const auto at = i * message;
  auto begun = std::forward<Start>(start).write().rdma(
      reinterpret_cast<std::uintptr_t>(of.to.data() + at), rkey(of.target->rkey));
  if (i % 3 == 0) {
    const auto bytes = std::as_bytes(std::span(of.from).subspan(at, message));
    return std::move(begun).inline_data(bytes).signal({}).finish();
  }
  const lkey key(of.source->lkey);
  const auto addr = reinterpret_cast<std::uintptr_t>(of.from.data() + at);
  if (i % 3 == 1) return std::move(begun).sge(addr, message, key).signal({}).finish();
  return std::move(begun)
      .sge(addr, 8, key)
      .sge(addr + 8, 16, key)
      .sge(addr + 24, 40, key)
      .signal({})
      .finish();
}

/// Takes CQEs and retires their WQEs, until `count` have come.
void retire(const device& of, const queue_type& queue, std::size_t count) {
  for (std::uint32_t ci = 0; ci < count;) {
    const auto* const at =
        static_cast<const std::byte*>(of.cq.buf) + std::size_t{ci % of.cq.cqe_cnt} * of.cq.cqe_size;
    const auto op_own =
        __atomic_load_n(reinterpret_cast<const std::uint8_t*>(at) + 63, __ATOMIC_ACQUIRE);
    if ((op_own & 1) != ci / of.cq.cqe_cnt % 2 || op_own >> 4 == 15) {
      std::this_thread::yield();
      continue;
    }
    if (cqe64(at).opcode() != cqe_opcode::req) fail("a completion with an error");
    if (!queue.retire(cqe64(at).wqe_counter())) fail("a completion of nothing");
    __atomic_store_n(of.cq.dbrec, wire::big_endian(++ci & 0xffffffu), __ATOMIC_RELEASE);
  }
}

void look(device& of, const queue_type& queue, const char* what, std::size_t count) {
  if (of.from != of.to) fail("bytes that were written are not there");
  if (queue.available() != of.sq.sq.wqe_cnt) fail("WQEBBs that are not free in the end");
  std::printf("%s: %zu WRITEs arrived, %u laps of the ring\n", what, count,
              (of.words.reserved + 65536) / of.sq.sq.wqe_cnt);
}

/// Each thread posts WQEs of its own.
void by_threads(std::size_t each) {
  device of(posting_threads * each * message);
  const auto queue = of.queue();
  queue.reset(0u - 65536);  // the device's index is 0 too
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < posting_threads; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t i = thread * each; i < (thread + 1) * each; ++i) {
        for (;;) {
          const auto posted = build(queue.sq_wqe(), of, i);
          if (posted.ok()) break;
          if (posted.error() != post_error::queue_full) fail("a WQE was not posted");
          std::this_thread::yield();
        }
        queue.ring_doorbell();
      }
    });
  }
  retire(of, queue, posting_threads * each);
  for (auto& one : threads) one.join();
  look(of, queue, "threads", posting_threads * each);
}

/// The lanes of each warp post WQEs together.
void by_warps(std::size_t each) {
  device of(warps * each * message);
  const auto queue = of.queue();
  queue.reset(0u - 65536);
  std::vector<std::thread> threads;
  std::vector<std::unique_ptr<lanes_of_warp>> all;
  for (unsigned warp = 0; warp < warps; ++warp) {
    all.push_back(std::make_unique<lanes_of_warp>(lane_of_warp::lanes));
    for (unsigned lane = 0; lane < lane_of_warp::lanes; ++lane) {
      threads.emplace_back([&, group = lane_of_warp(*all[warp], lane), warp] {
        for (std::size_t i = warp * each; i < (warp + 1) * each; ++i) {
          while (!build(queue.sq_wqe(group), of, i).ok()) std::this_thread::yield();
          queue.ring_doorbell(group);
        }
      });
    }
  }
  retire(of, queue, warps * each);
  for (auto& one : threads) one.join();
  look(of, queue, "warps", warps * each);
}

}  // namespace

int main(int argc, char** argv) {
  const auto each = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 300;
  by_threads(each);
  by_warps(each / 5 + 1);
}
