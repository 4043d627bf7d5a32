// The ways to post: builders, ibv_post_send and ibv_wr_*; all on queue pairs of one port.
#pragma once

#include <infiniband/verbs.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tools/perf/failure.hpp"
#include "tools/perf/lanes/lane.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim::tools::perf {

enum class kind { write, write_inline, send, read, fetch_add };

/// Messages between two waits for their completion.
inline constexpr std::uint32_t batch = 64;
inline constexpr std::uint32_t bytes_of_message = 64;
inline constexpr std::uint32_t inlined_bytes = 32;

/// Memory of both ends: the first half is read, the second one written.
struct shared_memory {
  explicit shared_memory(const place& on)
      : region(mr::allocate(on.pd, 8192,
                            {.access = access::local_write | access::remote_write |
                                       access::remote_read | access::remote_atomic})) {}

  std::uint64_t from() const { return region.addr(); }
  std::uint64_t to() const { return region.addr() + 4096; }

  verbatim::mr region;
};

constexpr std::uint32_t length_of(kind what) noexcept {
  return what == kind::write_inline ? inlined_bytes
         : what == kind::fetch_add  ? 8
                                    : bytes_of_message;
}

/// Our builders.
class by_builders {
  using type = qp<rc, std::uint32_t, std::uint32_t, ringers::one_thread>;

 public:
  by_builders(const place& on, const shared_memory& memory)
      : memory_(memory),
        from_(memory.from()),
        to_(memory.to()),
        lkey_(memory.region.lkey()),
        rkey_(memory.region.rkey()),
        uar_(on.pd),
        cq_(on.context, 4 * batch),
        a_(uar_, cq_, attributes(on)),
        b_(uar_, cq_, attributes(on)) {
    const auto address = a_.address();
    connect_attributes how;
    how.rtr.path.gid_index = on.gid_index;
    a_.connect(b_.address(), how);
    b_.connect(address, how);
  }

  void post_receives() {
    for (std::uint32_t i = 0; i < batch; ++i) {
      if (!b_.rq_wqe().sge(to_, bytes_of_message, lkey_).finish(0)) refuse();
    }
    b_.ring_recv_doorbell();
  }

  template <kind What>
  void post(std::uint32_t count, bool signals) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (signals && i + 1 == count) {
        good_ &= begun<What>().signal(1).finish().ok();
      } else {
        good_ &= begun<What>().finish().ok();
      }
    }
    a_.ring_doorbell();
  }

  std::uint32_t poll() {
    return cq_.poll([&](auto&& c) { good_ &= c.ok(); });
  }
  void check() const {
    if (!good_) refuse();
  }

 private:
  static qp_attributes attributes(const place& on) {
    return {.max_send_wqebbs = 4 * batch,
            .max_recv_wr = batch,
            .port = on.port,
            .gid_index = on.gid_index};
  }
  [[noreturn]] static void refuse() { throw failure(failed, "a message of a builder has failed"); }

  template <kind What>
  auto begun() noexcept {
    if constexpr (What == kind::write) {
      return a_.sq_wqe().write().rdma(to_, rkey_).sge(from_, bytes_of_message, lkey_);
    } else if constexpr (What == kind::write_inline) {
      return a_.sq_wqe()
          .write()
          .rdma(to_, rkey_)
          .inline_data(std::span<const std::byte>(memory_.region.memory().data(), inlined_bytes));
    } else if constexpr (What == kind::send) {
      return a_.sq_wqe().send().sge(from_, bytes_of_message, lkey_);
    } else if constexpr (What == kind::read) {
      return a_.sq_wqe().read().rdma(from_, rkey_).sge(to_, bytes_of_message, lkey_);
    } else {
      return a_.sq_wqe().fetch_add().rdma(to_, rkey_).operands(1).sge(to_ + 64, lkey_);
    }
  }

  const shared_memory& memory_;
  std::uint64_t from_, to_;
  verbatim::lkey lkey_;
  verbatim::rkey rkey_;
  uar uar_;
  cq<type> cq_;
  type a_, b_;
  bool good_ = true;
};

/// The functions of libibverbs themselves, on queue pairs that allow both ways of posting.
class by_verbs {
  using type = verbs_qp<rc, posting::sessions>;

 public:
  by_verbs(const place& on, const shared_memory& memory, bool in_sessions)
      : from_(memory.from()),
        to_(memory.to()),
        lkey_(memory.region.lkey().value()),
        rkey_(memory.region.rkey().value()),
        data_(memory.region.memory().data()),
        in_sessions_(in_sessions),
        cq_(on.context, 4 * batch),
        a_(on.pd, cq_, attributes(on)),
        b_(on.pd, cq_, attributes(on)) {
    const auto address = a_.address();
    connect_attributes how;
    how.rtr.path.gid_index = on.gid_index;
    a_.connect(b_.address(), how);
    b_.connect(address, how);
  }

  void post_receives() {
    ibv_sge where{to_, bytes_of_message, lkey_};
    ibv_recv_wr one{};
    one.sg_list = &where;
    one.num_sge = 1;
    ibv_recv_wr* bad = nullptr;
    for (std::uint32_t i = 0; i < batch; ++i) {
      if (ibv_post_recv(b_.native(), &one, &bad) != 0) refuse();
    }
  }

  template <kind What>
  void post(std::uint32_t count, bool signals) {
    if (in_sessions_) {
      post_in_session<What>(count, signals);
    } else {
      post_list<What>(count, signals);
    }
  }

  std::uint32_t poll() {
    std::array<ibv_wc, 32> done;
    const int count = ibv_poll_cq(cq_.native(), static_cast<int>(done.size()), done.data());
    if (count < 0) refuse();
    for (int i = 0; i < count; ++i) {
      good_ &= done[static_cast<unsigned>(i)].status == IBV_WC_SUCCESS;
    }
    return static_cast<std::uint32_t>(count);
  }
  void check() const {
    if (!good_) refuse();
  }

 private:
  static verbs::verbs_qp_attributes attributes(const place& on) {
    return {.max_send_wr = 2 * batch,
            .max_recv_wr = batch,
            .max_inline_data = inlined_bytes,
            .port = on.port,
            .gid_index = on.gid_index};
  }
  [[noreturn]] static void refuse() { throw failure(failed, "a message of verbs has failed"); }

  template <kind What>
  void post_list(std::uint32_t count, bool signals) {
    std::array<ibv_send_wr, 16> list;
    ibv_sge where{What == kind::read        ? to_
                  : What == kind::fetch_add ? to_ + 64
                                            : from_,
                  length_of(What), lkey_};
    for (std::uint32_t i = 0; i < count; ++i) {
      auto& one = list[i];
      one.wr_id = 1;
      one.next = i + 1 == count ? nullptr : &list[i + 1];
      one.sg_list = &where;
      one.num_sge = 1;
      one.send_flags = signals && i + 1 == count ? unsigned{IBV_SEND_SIGNALED} : 0u;
      if constexpr (What == kind::send) {
        one.opcode = IBV_WR_SEND;
      } else if constexpr (What == kind::fetch_add) {
        one.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
        one.wr.atomic.remote_addr = to_;
        one.wr.atomic.rkey = rkey_;
        one.wr.atomic.compare_add = 1;
      } else {
        one.opcode = What == kind::read ? IBV_WR_RDMA_READ : IBV_WR_RDMA_WRITE;
        one.wr.rdma.remote_addr = What == kind::read ? from_ : to_;
        one.wr.rdma.rkey = rkey_;
        if (What == kind::write_inline) one.send_flags |= IBV_SEND_INLINE;
      }
    }
    ibv_send_wr* bad = nullptr;
    good_ &= ibv_post_send(a_.native(), list.data(), &bad) == 0;
  }

  template <kind What>
  void post_in_session(std::uint32_t count, bool signals) {
    auto* const qp = ibv_qp_to_qp_ex(a_.native());
    ibv_wr_start(qp);
    for (std::uint32_t i = 0; i < count; ++i) {
      qp->wr_id = 1;
      qp->wr_flags = signals && i + 1 == count ? unsigned{IBV_SEND_SIGNALED} : 0u;
      if constexpr (What == kind::send) {
        ibv_wr_send(qp);
      } else if constexpr (What == kind::fetch_add) {
        ibv_wr_atomic_fetch_add(qp, rkey_, to_, 1);
      } else if constexpr (What == kind::read) {
        ibv_wr_rdma_read(qp, rkey_, from_);
      } else {
        ibv_wr_rdma_write(qp, rkey_, to_);
      }
      if constexpr (What == kind::write_inline) {
        ibv_wr_set_inline_data(qp, data_, inlined_bytes);
      } else if constexpr (What == kind::read) {
        ibv_wr_set_sge(qp, lkey_, to_, bytes_of_message);
      } else if constexpr (What == kind::fetch_add) {
        ibv_wr_set_sge(qp, lkey_, to_ + 64, 8);
      } else {
        ibv_wr_set_sge(qp, lkey_, from_, bytes_of_message);
      }
    }
    good_ &= ibv_wr_complete(qp) == 0;
  }

  std::uint64_t from_, to_;
  std::uint32_t lkey_, rkey_;
  std::byte* data_;
  bool in_sessions_;
  verbs_cq cq_;
  type a_, b_;
  bool good_ = true;
};

}  // namespace verbatim::tools::perf
