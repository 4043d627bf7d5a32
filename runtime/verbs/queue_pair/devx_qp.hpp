// A queue pair made by DevX commands, which can complete in CQs that libibverbs does not know.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "verbatim/generated/commands/qpc.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/context/devx.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"
#include "verbatim/verbs/values/transport.hpp"

struct ibv_qp_attr;

namespace verbatim::verbs {

/// The part of a queue pair in queues that wait for each other: WAIT, SEND_EN and RECV_EN.
enum class cross_channel : std::uint8_t {
  none,
  master,         ///< its WQEs wait for other queues and enable them
  slave_send,     ///< its send queue runs as far as a master enables it
  slave_receive,  ///< the same for its receive queue
};

/// The attributes of CREATE_QP besides qp_attributes.
struct devx_qp_attributes {
  verbs::transport transport;  ///< rc or uc
  bool receives;               ///< has its own receive queue
  std::uint32_t send_cqn;
  std::uint32_t recv_cqn;
  std::uint32_t srqn;           ///< 0 for none
  std::uint32_t send_cqe_size;  ///< in bytes
  std::uint32_t recv_cqe_size;
  verbs::cross_channel cross_channel = cross_channel::none;
};

/// A queue pair made by CREATE_QP.
class devx_qp {
 public:
  /// Makes the queue pair. Throws if the device refuses. The caller has checked the limits that
  /// libibverbs reports.
  devx_qp(const qp_domain& domain, const devx_qp_attributes& how, const qp_attributes& attributes);

  mlx5dv_devx_obj* native() const noexcept { return object_.get(); }
  std::uint32_t qpn() const noexcept { return qpn_; }

  /// Returns the send queue, without the doorbell register, because other queue pairs may share
  /// that.
  const detail::send_queue_memory& send_memory() const noexcept { return send_memory_; }
  const detail::recv_queue_memory& recv_memory() const noexcept { return recv_memory_; }
  std::byte* doorbell() const noexcept { return doorbell_; }
  std::uint32_t half_size() const noexcept { return half_size_; }

  /// Changes the state to `to.qp_state`, with the attributes that ibv_modify_qp would use. Throws
  /// if it is refused; errors describe `object` and contain what `remedy` returns.
  void modify(qp_state from, const ibv_qp_attr& to, const body& object,
              const std::function<std::string()>& remedy);

  /// Fills `said` with the values that ibv_query_qp would report. Returns 0, or the errno of the
  /// command.
  int query(ibv_qp_attr& said) const noexcept;

  /// Destroys the queue pair and the memory of its queues. Returns 0, or the error of the function
  /// that failed.
  int destroy() noexcept;

 private:
  using qpc_fields = wire::mailbox_view<firmware::qpc>;
  using path_fields = wire::mailbox_view<firmware::ads>;

  void to_init(const ibv_qp_attr& to, qpc_fields queue) const;
  void to_rtr(const ibv_qp_attr& to, qpc_fields queue) const;
  void to_rts(const ibv_qp_attr& to, qpc_fields queue) const;
  void set_path(const ibv_qp_attr& to, path_fields route) const;

  context_body& context_;
  ibv_pd* pd_;
  transport transport_;
  umem memory_;
  native_ptr<mlx5dv_devx_obj> object_;
  std::uint32_t qpn_ = 0;
  std::byte* dbrec_ = nullptr;
  std::byte* doorbell_ = nullptr;
  std::uint32_t half_size_ = 0;
  detail::send_queue_memory send_memory_{};
  detail::recv_queue_memory recv_memory_{};
};

}  // namespace verbatim::verbs
