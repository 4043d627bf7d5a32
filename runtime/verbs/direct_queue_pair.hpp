// A queue pair of an mlx5 device whose rings we write ourselves; qp.hpp adds the types of its queues.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "verbatim/queue/recv_queue.hpp"
#include "verbatim/queue/send_queue.hpp"
#include "verbatim/verbs/cq.hpp"
#include "verbatim/verbs/devx_qp.hpp"
#include "verbatim/verbs/queue_pair.hpp"
#include "verbatim/verbs/srq.hpp"
#include "verbatim/verbs/uar.hpp"

namespace verbatim::verbs {

/// A queue pair's place in a completion queue, which it gives up by itself.
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

  /// The queue pair has been destroyed.
  void detach() noexcept {
    if (cq_ != nullptr) std::exchange(cq_, nullptr)->detach(qpn_);
  }

  /// The queue pair has been reset.
  void discard() noexcept {
    if (cq_ != nullptr) cq_->discard(qpn_);
  }

 private:
  cq_body* cq_ = nullptr;
  std::uint32_t qpn_ = 0;
};

/// What the type of a queue pair says.
struct qp_traits {
  verbs::transport transport;
  bool receives;  ///< into a queue of its own
  dci_streams streams;
  mmio::ringers ringers;
  mmio::register_memory register_memory = mmio::register_memory::write_combining;
};

/// What does not depend on the types of the queues.
class direct_qp_body : public qp_body {
 public:
  /// `attributes.max_send_wqebbs` holds at least one WQE of the largest size; `srq` may be null.
  direct_qp_body(const qp_domain& domain, cq_body& send_cq, cq_body& recv_cq, srq_body* srq,
                 const qp_traits& traits, const qp_attributes& attributes);

  mlx5dv_devx_obj* devx() const noexcept override { return devx_ ? devx_->native() : nullptr; }

  /// What completions of receives carry. A raw packet QP has the number of its SQ, and its RQ another.
  std::uint32_t recv_qpn() const noexcept { return recv_qpn_; }

 protected:
  const send_queue_memory& send_memory() const noexcept { return send_memory_; }
  const recv_queue_memory& recv_memory() const noexcept { return recv_memory_; }

  int destroy() noexcept override;

  /// Where the QP's numbers have been given to completion queues; they go after the QP itself.
  std::array<attachment, 3> attachments_;

 private:
  virtual void close_queues() noexcept = 0;
  void apply(qp_transition& transition, std::string_view remedy) override;
  int ask(ibv_qp_attr& said) const noexcept override;
  void discard_completions() noexcept override;
  void find_queues(const qp_traits& traits);
  mmio::doorbell_register* doorbell(std::byte* reg, std::uint32_t half_size,
                                    const qp_traits& traits) const;

  std::optional<devx_qp> devx_;  // where verbs know no such completion queue
  std::uint32_t recv_qpn_ = 0;
  send_queue_memory send_memory_{};
  recv_queue_memory recv_memory_{};
};

}  // namespace verbatim::verbs
