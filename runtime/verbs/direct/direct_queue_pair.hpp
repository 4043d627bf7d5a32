// Queue pairs of mlx5 devices whose rings this library writes; qp.hpp adds the types of queues.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/queue_pair/devx_qp.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim::verbs {

/// The attachment of a queue pair to a completion queue. The destructor detaches it.
class attachment {
 public:
  attachment() noexcept = default;
  attachment(cq_body& cq, std::uint32_t qpn) noexcept : cq_(&cq), qpn_(qpn) {}
  attachment(attachment&& other) noexcept
      : cq_(std::exchange(other.cq_, nullptr)), qpn_(other.qpn_) {}
  attachment& operator=(attachment&& other) noexcept {
    std::swap(cq_, other.cq_);
    std::swap(qpn_, other.qpn_);
    return *this;
  }
  ~attachment() { detach(); }

  /// Detaches a queue pair that was destroyed.
  void detach() noexcept {
    if (cq_ != nullptr) std::exchange(cq_, nullptr)->detach(qpn_);
  }

  /// Drops the queued completions of a queue pair that was reset.
  void discard() noexcept {
    if (cq_ != nullptr) cq_->discard(qpn_);
  }

 private:
  cq_body* cq_ = nullptr;
  std::uint32_t qpn_ = 0;
};

/// The properties that follow from the type of a queue pair.
struct qp_traits {
  verbs::transport transport;
  bool receives;  ///< has its own receive queue
  dci_streams streams;
  mmio::ringers ringers;
  mmio::register_memory register_memory = mmio::register_memory::write_combining;
};

/// The part of a queue pair that does not depend on the types of its queues.
class direct_qp_body : public qp_body {
 public:
  /// `attributes.max_send_wqebbs` must be enough for one WQE of the largest size; `srq` may be
  /// null.
  direct_qp_body(const qp_domain& domain, cq_body& send_cq, cq_body& recv_cq, srq_body* srq,
                 const qp_traits& traits, const qp_attributes& attributes);

  mlx5dv_devx_obj* devx() const noexcept override { return devx_ ? devx_->native() : nullptr; }

  /// Returns the QP number in completions of receives. A raw packet QP has the number of its SQ;
  /// its RQ has another number.
  std::uint32_t recv_qpn() const noexcept { return recv_qpn_; }

 protected:
  const detail::send_queue_memory& send_memory() const noexcept { return send_memory_; }
  const detail::recv_queue_memory& recv_memory() const noexcept { return recv_memory_; }

  int destroy() noexcept override;

  /// The QP's attachments to completion queues. They end after the QP itself is destroyed.
  std::array<attachment, 3> attachments_;

 private:
  virtual void close_queues() noexcept = 0;
  void apply(qp_transition& transition) override;
  int ask(ibv_qp_attr& said) const noexcept override;
  void discard_completions() noexcept override;
  void find_queues(const qp_traits& traits);
  mmio::doorbell_register* doorbell(std::byte* reg, std::uint32_t half_size,
                                    const qp_traits& traits) const;

  std::unique_ptr<devx_qp> devx_;  // set if libibverbs does not know a completion queue
  std::uint32_t recv_qpn_ = 0;
  detail::send_queue_memory send_memory_{};
  detail::recv_queue_memory recv_memory_{};
};

}  // namespace verbatim::verbs
