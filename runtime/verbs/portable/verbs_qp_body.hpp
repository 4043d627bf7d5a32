// The queue pair behind a verbs_qp: the native object, its limits, and the requests of drain().
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/completion/work_completion.hpp"
#include "verbatim/verbs/portable/send_account.hpp"
#include "verbatim/verbs/portable/verbs_srq.hpp"
#include "verbatim/verbs/portable/work_request.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"
#include "verbatim/verbs/values/transport.hpp"

namespace verbatim {

namespace verbs {

/// The attributes of a queue pair that posts through libibverbs. The device may round capacities
/// up.
struct verbs_qp_attributes {
  std::uint32_t max_send_wr = 128;    ///< outstanding requests
  std::uint32_t max_recv_wr = 128;    ///< posted receives
  std::uint32_t max_send_sge = 1;     ///< slices of one request
  std::uint32_t max_recv_sge = 1;     ///< slices of one receive
  std::uint32_t max_inline_data = 0;  ///< in bytes
  std::uint8_t port = 1;              ///< the port on which it sends and receives

  /// The index of a GID, as in qp_attributes.
  std::optional<std::uint16_t> gid_index = std::nullopt;
};

/// The properties that follow from the type of a queue pair.
struct verbs_qp_traits {
  verbs::transport transport;
  std::uint64_t send_ops;  ///< bits of ibv_qp_create_send_ops_flags; 0 if it posts with
                           ///< ibv_post_send
};

class verbs_qp_body final : public qp_body {
 public:
  /// Makes a queue pair; `srq` may be null.
  verbs_qp_body(const qp_domain& domain, verbs_cq_body& send_cq, verbs_cq_body& recv_cq,
                verbs_srq_body* srq, const verbs_qp_traits& traits,
                const verbs_qp_attributes& attributes);

  /// Takes over a queue pair that was made elsewhere. If this throws, the caller keeps it.
  verbs_qp_body(const qp_domain& domain, verbs_cq_body& send_cq, verbs_cq_body& recv_cq,
                ibv_qp* native, ownership how, const verbs_qp_traits& traits, std::uint8_t port);

  const request_limits& send_limits() const noexcept { return send_limits_; }
  const request_limits& recv_limits() const noexcept { return recv_limits_; }

  /// Returns the most outstanding requests, at least the requested number.
  std::uint32_t max_send_wr() const noexcept { return max_send_wr_; }

  /// Returns true if it has its own receive queue.
  bool receives() const noexcept { return receives_; }

  /// Returns true if the change to ERROR returns only after every request is flushed, and later
  /// requests are ignored. This is so on iWARP devices, such as siw.
  bool flushes_at_once() const noexcept;

  /// Returns the object that posts in sessions; null if it posts with ibv_post_send.
  ibv_qp_ex* extended() const noexcept { return extended_; }

  bool in_session = false;

  /// The account of signaling::automatic.
  std::unique_ptr<send_account> account;

  /// A request of drain() in the send or the receive queue. It may stay for the next drain().
  struct marker {
    bool posted = false;
    bool back = false;
    std::uint64_t wr_id() const noexcept { return reinterpret_cast<std::uintptr_t>(this); }
  };
  marker send_marker;
  marker recv_marker;

 private:
  void reset_queues() noexcept override {
    send_marker = recv_marker = {};
    if (account != nullptr) account->lose();
  }

  request_limits send_limits_;
  request_limits recv_limits_;
  std::uint32_t max_send_wr_ = 0;
  bool receives_;
  ibv_qp_ex* extended_ = nullptr;
};

/// The requests that drain() posts after all others, one in the send queue and one in the receive
/// queue. A queue pair in ERROR completes them last.
class drain_markers {
 public:
  explicit drain_markers(verbs_qp_body& qp) noexcept : qp_(qp) {}

  /// Forgets the requests if they have completed, so that the next drain() posts new ones.
  ~drain_markers() {
    if (are_back()) qp_.send_marker = qp_.recv_marker = {};
  }
  drain_markers(const drain_markers&) = delete;
  drain_markers& operator=(const drain_markers&) = delete;

  /// Posts the requests for which there was no room before. Returns true if it posted a receive.
  /// Some devices flush a receive only at the next change to ERROR, because a receive queue has no
  /// doorbell register.
  bool post() noexcept;

  /// Handles a completion. Returns true if it belongs to one of the requests.
  bool take(const work_completion& completion) noexcept;

  bool are_back() const noexcept {
    return qp_.send_marker.back && (qp_.recv_marker.back || !qp_.receives());
  }

 private:
  verbs_qp_body& qp_;
};

}  // namespace verbs
}  // namespace verbatim
