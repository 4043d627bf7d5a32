// The contestants, which post and poll: by hand, with this library, and with either interface of
// libmlx5.
#pragma once

#include <infiniband/verbs.h>

#include <array>
#include <cstdint>
#include <span>

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

template <mmio::register_memory memory = mmio::register_memory::uncached>
class with_verbatim {
 public:
  explicit with_verbatim(operation op, tuning how = tuning::uncached)
      : native_(op, how), endpoint_(native_), cq_(native_.completion_queue()) {
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

 private:
  struct endpoint {
    explicit endpoint(const native_queues& native)
        : sq(native.send_queue()), rq(native.recv_queue()) {}

    verbatim::send_queue<rc, std::uint64_t, memory> sq;
    verbatim::recv_queue<std::uint64_t> rq;
  };

  native_queues native_;
  endpoint endpoint_;
  verbatim::completion_queue<endpoint> cq_;
};

/// ibv_post_send and ibv_poll_cq. Fields that do not change from one work request to the next are set
/// only once.
class with_work_requests {
 public:
  explicit with_work_requests(operation op, tuning how = tuning::uncached) : native_(op, how) {
    for (unsigned i = 0; i < batch; ++i) {
      wrs_[i].sg_list = &sges_[i];
      wrs_[i].num_sge = 1;
      wrs_[i].opcode = opcode_of(op);
      wrs_[i].send_flags = IBV_SEND_SIGNALED;
      if (op == operation::send_inline) wrs_[i].send_flags |= IBV_SEND_INLINE;
      if (op == operation::ud_send) {
        wrs_[i].wr.ud = {.ah = native_.ah(), .remote_qpn = 0, .remote_qkey = qkey};
      }
    }
  }

  template <operation op, unsigned n>
  [[gnu::always_inline]] bool post(const request* requests) noexcept {
    for (unsigned i = 0; i < n; ++i) {
      const request& r = requests[i];
      sges_[i] = {.addr = reinterpret_cast<std::uintptr_t>(r.data),
                  .length = op == operation::send_inline ? inline_length : r.length,
                  .lkey = op == operation::send_inline ? 0 : r.lkey};
      wrs_[i].wr_id = r.id;
      wrs_[i].next = i + 1 < n ? &wrs_[i + 1] : nullptr;
      if (op == operation::write || op == operation::write_imm || op == operation::read) {
        wrs_[i].wr.rdma.remote_addr = r.raddr;
        wrs_[i].wr.rdma.rkey = r.rkey;
      }
      if (op == operation::write_imm) wrs_[i].imm_data = r.rkey;
      if (op == operation::cas || op == operation::fetch_add) {
        wrs_[i].wr.atomic.remote_addr = r.raddr;
        wrs_[i].wr.atomic.rkey = r.rkey;
        wrs_[i].wr.atomic.compare_add = r.raddr;
        if (op == operation::cas) wrs_[i].wr.atomic.swap = r.id;
      }
      if (op == operation::ud_send) wrs_[i].wr.ud.remote_qpn = r.rkey;
    }
    ibv_send_wr* bad = nullptr;
    return ibv_post_send(native_.qp(), wrs_.data(), &bad) == 0;
  }

  template <class OnId>
  unsigned poll(OnId&& on_id) noexcept {
    const int taken = ibv_poll_cq(native_.cq(), batch, wcs_.data());
    for (int i = 0; i < taken; ++i) {
      const ibv_wc& wc = wcs_[static_cast<unsigned>(i)];
      if (wc.status == IBV_WC_SUCCESS) on_id(wc.wr_id);
    }
    return taken > 0 ? static_cast<unsigned>(taken) : 0;
  }

  native_queues& native() noexcept { return native_; }

 private:
  static ibv_wr_opcode opcode_of(operation op) {
    switch (op) {
      case operation::write:
        return IBV_WR_RDMA_WRITE;
      case operation::write_imm:
        return IBV_WR_RDMA_WRITE_WITH_IMM;
      case operation::read:
        return IBV_WR_RDMA_READ;
      case operation::cas:
        return IBV_WR_ATOMIC_CMP_AND_SWP;
      case operation::fetch_add:
        return IBV_WR_ATOMIC_FETCH_AND_ADD;
      case operation::send:
      case operation::send_inline:
      case operation::ud_send:
      case operation::dci_send:
        break;
    }
    return IBV_WR_SEND;
  }

  native_queues native_;
  std::array<ibv_send_wr, batch> wrs_{};
  std::array<ibv_sge, batch> sges_{};
  std::array<ibv_wc, batch> wcs_{};
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
      } else if constexpr (op == operation::write_imm) {
        ibv_wr_rdma_write_imm(qp, r.rkey, r.raddr, r.rkey);
      } else if constexpr (op == operation::read) {
        ibv_wr_rdma_read(qp, r.rkey, r.raddr);
      } else if constexpr (op == operation::cas) {
        ibv_wr_atomic_cmp_swp(qp, r.rkey, r.raddr, r.raddr, r.id);
      } else if constexpr (op == operation::fetch_add) {
        ibv_wr_atomic_fetch_add(qp, r.rkey, r.raddr, r.raddr);
      } else {
        ibv_wr_send(qp);
      }
      if constexpr (op == operation::ud_send) ibv_wr_set_ud_addr(qp, native_.ah(), r.rkey, qkey);
      if constexpr (op == operation::dci_send) {
        mlx5dv_wr_set_dc_addr(mlx5dv_qp_ex_from_ibv_qp_ex(qp), native_.ah(), r.rkey, r.raddr);
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
