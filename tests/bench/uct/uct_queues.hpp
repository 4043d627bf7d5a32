// An endpoint of UCX's uct on an mlx5 transport, and the device's side of its queues.
#pragma once

#include <infiniband/mlx5dv.h>
#include <uct/api/uct.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "request.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"

namespace verbatim::bench {

/// The endpoint that a row needs.
struct uct_kind {
  const char* transport = "rc_mlx5";  ///< as UCX calls it
  std::uint32_t wqebbs = 1;           ///< of each WQE
  bool blueflame = false;             ///< the register gets whole WQEs, and not 8 bytes of each
};

/// The WQEBBs that uct fills of a ring of `depth`: it keeps two WQEs of the greatest length free.
inline constexpr std::uint32_t uct_depth = depth - 8;

/// The queues that uct makes, as libmlx5 describes them: uct writes WQEs and reads CQEs in the same memory.
struct noted_queues {
  struct send_queue {
    const ibv_qp* qp;
    mlx5dv_qp dv;
  };
  struct completion_queue {
    const ibv_cq* cq;
    mlx5dv_cq dv;
  };

  std::vector<send_queue> sends;
  std::vector<completion_queue> completions;
};

/// An endpoint that is connected to itself, with a send queue of `depth` WQEBBs. The device executes nothing:
/// complete() plays it.
class uct_queues {
 public:
  explicit uct_queues(const uct_kind& kind);
  ~uct_queues();
  uct_queues(const uct_queues&) = delete;
  uct_queues& operator=(const uct_queues&) = delete;

  uct_ep_h endpoint() const noexcept { return endpoint_; }

  /// Registered memory. The calls for zero-copy take its handle with any address, because nothing is read.
  uct_mem_h memory() const noexcept { return memory_; }

  /// The device completes the WQE at this free-running index and those before it, by one CQE, and uct polls
  /// it. Datagrams are acknowledged by a datagram, as UCX's receiver does. Throws std::runtime_error if uct
  /// finds none.
  void complete(std::uint32_t index);

  // The WQE that the device finds.
  const std::byte* wqe_at(std::uint32_t index) const noexcept;
  std::uint32_t qpn() const noexcept { return send_.qp->qp_num; }
  std::uint32_t producer_index() const noexcept;
  std::uint64_t doorbell(unsigned half) const noexcept;

 private:
  /// A ring of CQEs, and the number of those that were written.
  struct cqes {
    mlx5dv_cq dv{};
    std::uint32_t written = 0;
  };

  void open(const uct_kind& kind);
  void connect_to_itself();
  mlx5dv_cq noted_cq(const ibv_cq* cq) const;
  void find_queues();
  void acknowledge(std::uint32_t index);
  void poll_after(cqes& to, cqe64::values cqe);

  noted_queues noted_;
  ucs_async_context_t* async_ = nullptr;
  uct_worker_h worker_ = nullptr;
  uct_md_h domain_ = nullptr;
  uct_iface_h iface_ = nullptr;
  uct_ep_h endpoint_ = nullptr;
  uct_mem_h memory_ = nullptr;
  std::vector<std::byte> bytes_ = std::vector<std::byte>(4096);
  noted_queues::send_queue send_{};
  cqes sent_;
  cqes received_;
  bool acknowledges_ = false;
};

}  // namespace verbatim::bench
