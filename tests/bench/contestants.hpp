// The contestants, which post and poll: by hand, with this library, and with either interface of
// libmlx5.
#pragma once

#include <infiniband/verbs.h>

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "floor.hpp"
#include "native_queues.hpp"
#include "request.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::bench {

// Each contestant has queues of its own, and
//   post<op, n>(requests)  posts n signaled WQEs and rings one doorbell; true if all were posted
//                          (in the caller's loop: whether the compiler inlines it is not measured)
//   poll(on_id) takes at most `batch` good completions and returns their number

template <mmio::register_memory memory = mmio::register_memory::uncached>
class by_hand {
 public:
  explicit by_hand(operation op, tuning how = tuning::uncached)
      : native_(op, how),
        sq_(native_.send_queue(), native_.doorbell_register(), native_.doorbell_half_size()),
        cq_(native_.completion_queue()) {}

  template <operation op, unsigned n>
  [[gnu::always_inline]] bool post(const request* requests) noexcept {
    for (const request& r : std::span<const request, n>(requests, n)) {
      if (!(op == operation::write ? sq_.write(r) : sq_.send_inline(r))) return false;
    }
    sq_.template ring_doorbell<memory>();
    return true;
  }

  template <class OnId>
  unsigned poll(OnId&& on_id) noexcept {
    return cq_.poll(sq_, on_id, batch);
  }

  native_queues& native() noexcept { return native_; }

 private:
  native_queues native_;
  floor_send_queue sq_;
  floor_completion_queue cq_;
};

template <mmio::register_memory memory = mmio::register_memory::uncached,
          mmio::ringers ringers = mmio::ringers::one_thread>
class with_verbatim {
 public:
  explicit with_verbatim(operation op, tuning how = tuning::uncached)
      : with_verbatim(native_queues(op, how)) {}

  explicit with_verbatim(native_queues native)
      : native_(std::move(native)), endpoint_(native_), cq_(native_.completion_queue()) {
    cq_.attach(native_.qp()->qp_num, endpoint_);
  }

  template <operation op, unsigned n>
  [[gnu::always_inline]] bool post(const request* requests) noexcept {
    auto& sq = endpoint_.sq;
    for (const request& r : std::span<const request, n>(requests, n)) {
      if constexpr (op == operation::write) {
        const auto addr = reinterpret_cast<std::uintptr_t>(r.data);
        if (!sq.sq_wqe()
                 .write()
                 .rdma(r.raddr, verbatim::rkey(r.rkey))
                 .sge(addr, r.length, verbatim::lkey(r.lkey))
                 .signal(r.id)
                 .finish()) {
          return false;
        }
      } else {
        if (!sq.sq_wqe().send().inline_data({r.data, inline_length}).signal(r.id).finish())
          return false;
      }
    }
    sq.ring_doorbell();
    return true;
  }

  template <class OnId>
  unsigned poll(OnId&& on_id) {
    return cq_.poll(
        [on_id](auto&& completion) {
          if (completion.ok()) on_id(completion.entry);
        },
        batch);
  }

  native_queues& native() noexcept { return native_; }

  /// The next turn is another thread's.
  void hand_over() noexcept { endpoint_.sq.hand_over(); }

 private:
  struct endpoint {
    explicit endpoint(const native_queues& native)
        : sq(native.send_queue()), rq(native.recv_queue()) {}

    verbatim::send_queue<rc, std::uint64_t, memory, ringers> sq;
    verbatim::recv_queue<std::uint64_t> rq;
  };

  native_queues native_;
  endpoint endpoint_;
  verbatim::completion_queue<endpoint> cq_;
};

/// The work requests of one thread for ibv_post_send. Fields that do not change from one work request to the
/// next are set only once.
class work_requests {
 public:
  explicit work_requests(operation op) {
    for (unsigned i = 0; i < batch; ++i) {
      wrs_[i].sg_list = &sges_[i];
      wrs_[i].num_sge = 1;
      wrs_[i].opcode = op == operation::write ? IBV_WR_RDMA_WRITE : IBV_WR_SEND;
      wrs_[i].send_flags = IBV_SEND_SIGNALED;
      if (op == operation::send_inline) wrs_[i].send_flags |= IBV_SEND_INLINE;
    }
  }

  template <operation op, unsigned n>
  [[gnu::always_inline]] bool post(ibv_qp* qp, const request* requests) noexcept {
    for (unsigned i = 0; i < n; ++i) {
      const request& r = requests[i];
      sges_[i] = {.addr = reinterpret_cast<std::uintptr_t>(r.data),
                  .length = op == operation::send_inline ? inline_length : r.length,
                  .lkey = op == operation::send_inline ? 0 : r.lkey};
      wrs_[i].wr_id = r.id;
      wrs_[i].next = i + 1 < n ? &wrs_[i + 1] : nullptr;
      if (op == operation::write) {
        wrs_[i].wr.rdma.remote_addr = r.raddr;
        wrs_[i].wr.rdma.rkey = r.rkey;
      }
    }
    ibv_send_wr* bad = nullptr;
    return ibv_post_send(qp, wrs_.data(), &bad) == 0;
  }

 private:
  std::array<ibv_send_wr, batch> wrs_{};
  std::array<ibv_sge, batch> sges_{};
};

/// The completions of one thread by ibv_poll_cq.
class work_completions {
 public:
  template <class OnId>
  unsigned poll(ibv_cq* cq, OnId&& on_id) noexcept {
    const int taken = ibv_poll_cq(cq, batch, wcs_.data());
    for (int i = 0; i < taken; ++i) {
      const ibv_wc& wc = wcs_[static_cast<unsigned>(i)];
      if (wc.status == IBV_WC_SUCCESS) on_id(wc.wr_id);
    }
    return taken > 0 ? static_cast<unsigned>(taken) : 0;
  }

 private:
  std::array<ibv_wc, batch> wcs_{};
};

/// ibv_post_send and ibv_poll_cq.
class with_work_requests {
 public:
  explicit with_work_requests(operation op, tuning how = tuning::uncached)
      : with_work_requests(op, native_queues(op, how)) {}

  with_work_requests(operation op, native_queues native) : native_(std::move(native)), wrs_(op) {}

  template <operation op, unsigned n>
  [[gnu::always_inline]] bool post(const request* requests) noexcept {
    return wrs_.post<op, n>(native_.qp(), requests);
  }

  template <class OnId>
  unsigned poll(OnId&& on_id) noexcept {
    return wcs_.poll(native_.cq(), on_id);
  }

  native_queues& native() noexcept { return native_; }

 private:
  native_queues native_;
  work_requests wrs_;
  work_completions wcs_;
};

/// ibv_wr_* and ibv_start_poll.
class with_builders {
 public:
  explicit with_builders(operation op, tuning how = tuning::uncached) : native_(op, how) {
    native_.qp_ex()->wr_flags = IBV_SEND_SIGNALED;
  }

  template <operation op, unsigned n>
  [[gnu::always_inline]] bool post(const request* requests) noexcept {
    ibv_qp_ex* const qp = native_.qp_ex();
    ibv_wr_start(qp);
    for (unsigned i = 0; i < n; ++i) {
      const request& r = requests[i];
      qp->wr_id = r.id;
      if constexpr (op == operation::write) {
        ibv_wr_rdma_write(qp, r.rkey, r.raddr);
      } else {
        ibv_wr_send(qp);
      }
      if constexpr (op == operation::send_inline) {
        ibv_wr_set_inline_data(qp, const_cast<std::byte*>(r.data), inline_length);
      } else {
        ibv_wr_set_sge(qp, r.lkey, reinterpret_cast<std::uintptr_t>(r.data), r.length);
      }
    }
    return ibv_wr_complete(qp) == 0;
  }

  template <class OnId>
  unsigned poll(OnId&& on_id) noexcept {
    ibv_cq_ex* const cq = native_.cq_ex();
    ibv_poll_cq_attr attr{};
    if (ibv_start_poll(cq, &attr) != 0) return 0;
    unsigned taken = 0;
    do {
      if (cq->status == IBV_WC_SUCCESS) on_id(cq->wr_id);
    } while (++taken < batch && ibv_next_poll(cq) == 0);
    ibv_end_poll(cq);
    return taken;
  }

  native_queues& native() noexcept { return native_; }

 private:
  native_queues native_;
};

}  // namespace verbatim::bench
