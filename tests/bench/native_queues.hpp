// A QP and a CQ made by plain libibverbs and libmlx5, and the device's side of them.
#pragma once

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <system_error>

#include "request.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::bench {

/// The settings of libmlx5, by its environment variables.
enum class tuning {
  uncached,         ///< MLX5_SHUT_UP_BF=1: the register is uncached, and takes 8 bytes per doorbell
  write_combining,  ///< none: it is mapped for write combining, and libmlx5 copies lone inline WQEs there
  unlocked,         ///< MLX5_SHUT_UP_BF=1 and MLX5_SINGLE_THREADED=1
};

/// Returns the mapping of the doorbell register with these settings.
constexpr mmio::register_memory register_memory(tuning how) {
  return how == tuning::write_combining ? mmio::register_memory::write_combining
                                        : mmio::register_memory::uncached;
}

struct destroys {
  void operator()(ibv_context* context) const noexcept { ibv_close_device(context); }
  void operator()(ibv_pd* pd) const noexcept { ibv_dealloc_pd(pd); }
  void operator()(ibv_td* td) const noexcept { ibv_dealloc_td(td); }
  void operator()(ibv_cq_ex* cq) const noexcept { ibv_destroy_cq(ibv_cq_ex_to_cq(cq)); }
  void operator()(ibv_qp* qp) const noexcept { ibv_destroy_qp(qp); }
  void operator()(ibv_ah* ah) const noexcept { ibv_destroy_ah(ah); }
  void operator()(ibv_mr* mr) const noexcept { ibv_dereg_mr(mr); }
  void operator()(ibv_mw* mw) const noexcept { ibv_dealloc_mw(mw); }
  void operator()(mlx5dv_mkey* mkey) const noexcept { mlx5dv_destroy_mkey(mkey); }
};
template <class Object>
using owner = std::unique_ptr<Object, destroys>;

/// Sets the environment variables that libmlx5 reads when a context is opened.
void set_environment(tuning how);

/// A context of the first device.
owner<ibv_context> open_context(tuning how);

/// Brings a QP to RTS, connected to itself if it is to be connected.
void connect(ibv_qp* qp);

/// Returns the object that a call made. Throws std::system_error of errno if it made nothing.
template <class Object>
Object* check(Object* object, const char* what) {
  if (object == nullptr) throw std::system_error(errno, std::generic_category(), what);
  return object;
}

/// The QP that libmlx5 makes, and the work requests that it is to take. Only what is measured: what libmlx5
/// would reserve for others makes the ring longer.
struct qp_kind {
  ibv_qp_type type = IBV_QPT_RC;  ///< IBV_QPT_DRIVER is a DCI
  std::uint64_t ops = 0;          ///< of IBV_QP_EX_WITH_…
  std::uint64_t driver_ops = 0;   ///< of MLX5DV_QP_EX_WITH_…
  std::uint32_t wqebbs = 1;       ///< of each WQE
  std::uint32_t sges = 1;
  std::uint32_t inline_bytes = 0;
  std::uint32_t tso_headers = 0;  ///< in bytes
  bool any_ring = false;          ///< the ring may be longer than `depth` WQEBBs
};

/// Returns the QP of an operation: RC.
qp_kind kind_of(operation op);

/// The objects that queues are made on when several share a context, and the length of the queues.
struct shared_context {
  ibv_context* context;
  ibv_pd* pd;                    ///< may be a parent domain
  std::uint32_t qps_before = 0;  ///< QPs that the context has already, none of which was destroyed
  std::uint32_t entries = depth;
};

/// A QP and a CQ, with room for `depth` WQEBBs and as many CQEs. A QP of RC is connected to itself. The
/// device executes nothing: complete() plays it.
class native_queues {
 public:
  explicit native_queues(operation op, tuning how = tuning::uncached)
      : native_queues(kind_of(op), how) {}
  explicit native_queues(const qp_kind& kind, tuning how = tuning::uncached);

  /// Makes the queues on a context and a domain that outlive them. `how` is the setting of the context.
  native_queues(const qp_kind& kind, tuning how, const shared_context& on);

  ibv_qp* qp() const noexcept { return qp_.get(); }
  ibv_qp_ex* qp_ex() const noexcept { return ibv_qp_to_qp_ex(qp_.get()); }
  ibv_cq* cq() const noexcept { return ibv_cq_ex_to_cq(cq_.get()); }
  ibv_cq_ex* cq_ex() const noexcept { return cq_.get(); }

  /// Returns the length of the send queue in WQEBBs.
  std::uint32_t wqebbs() const noexcept { return dv_qp_.sq.wqe_cnt; }

  // The queues that these objects have, to be adopted. Then libmlx5 posts and polls no more.
  detail::send_queue_memory send_queue() const noexcept;
  detail::recv_queue_memory recv_queue() const noexcept;
  detail::completion_queue_memory completion_queue() const noexcept;

  /// The doorbell register: where it is, and the size of its halves in bytes.
  std::byte* doorbell_register() const noexcept { return static_cast<std::byte*>(dv_qp_.bf.reg); }
  std::uint32_t doorbell_half_size() const noexcept { return dv_qp_.bf.size; }

  /// Makes send_queue() ring the register of another QP.
  void use_register_of(const native_queues& other) noexcept { register_ = other.register_; }

  /// The device completes the WQEs of one WQEBB from this free-running index on: each with a CQE,
  /// or the last one for all of them.
  void complete_each(std::uint32_t first, std::uint32_t count) noexcept;
  void complete_last(std::uint32_t first, std::uint32_t count) noexcept;

  /// The same as complete_each(), but who polls at this moment sees nothing until all are written.
  void complete_at_once(std::uint32_t first, std::uint32_t count) noexcept;

  // The WQE that the device finds.
  const std::byte* wqe_at(std::uint32_t index) const noexcept;
  std::uint32_t producer_index() const noexcept;

  std::uint64_t doorbell(unsigned half) const noexcept;

 private:
  native_queues(const qp_kind& kind, tuning how, const shared_context& on,
                owner<ibv_context> context, owner<ibv_pd> pd);

  void write_cqe(std::uint32_t cq_index, std::uint32_t wqe_index, unsigned owner_bit) noexcept;
  std::byte* cqe_at(std::uint32_t cq_index) const noexcept;
  unsigned owner_bit_of(std::uint32_t cq_index) const noexcept {
    return cq_index / dv_cq_.cqe_cnt & 1;
  }

  owner<ibv_context> context_;
  owner<ibv_pd> pd_;
  owner<ibv_cq_ex> cq_;
  owner<ibv_qp> qp_;
  mlx5dv_qp dv_qp_{};
  mlx5dv_cq dv_cq_{};
  std::uint32_t user_index_;
  std::shared_ptr<mmio::doorbell_register> register_;
  std::uint32_t cq_pi_ = 0;
};

}  // namespace verbatim::bench
