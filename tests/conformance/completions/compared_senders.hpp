// Send queues whose completions are compared: the same WQEs posted to two of libmlx5 and to one of ours.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "compared_buffers.hpp"
#include "dice.hpp"
#include "operation.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::test {

struct sent_wqe {
  operation op;
  std::uint16_t index = 0;
  std::optional<buffer_list> results;  ///< of READs and atomics
};

/// A send queue three times. Derived classes know what our builders need.
class sender {
 public:
  struct addresses {
    complete_request in_request = {};                ///< for ibv_post_send
    std::function<void(ibv_qp_ex*)> by_setter = {};  ///< for ibv_wr_*
  };

  sender(dice& random, buffers& memory, const operation_limits& limits)
      : random_(random), memory_(memory), limits_(limits), regions_(memory.reserve(depth)) {}
  virtual ~sender() = default;

  void set_theirs(poller whose, ibv_qp* qp, const addresses& to) { theirs_[whose] = {qp, to}; }
  void only_by_ibv_wr() { by_post_send_ = false; }

  /// Up to the depth. The last one is signaled, so that all of them can complete.
  void post() {
    while (outstanding_.size() < depth) {
      sent_wqe next = choose();
      if (outstanding_.size() + 1 == depth) next.op.signaled = true;
      for (const auto whose : verbs_pollers) {
        ASSERT_EQ(post_theirs(whose, seen_by(whose, next)), 0) << name(next.op.what);
      }
      const auto posted = post_ours(seen_by(by_us, next));
      ASSERT_TRUE(posted.ok()) << name(next.op.what) << ": " << message(posted.error());
      next.index = posted.wqe_index();
      outstanding_.push_back(std::move(next));
    }
  }

  /// One of the oldest that can complete so; those before it are done.
  std::optional<sent_wqe> take(bool failed) {
    for (std::size_t at = random_.below(4); at < outstanding_.size(); ++at) {
      if (!failed && !outstanding_[at].op.signaled) continue;
      const auto taken = std::move(outstanding_[at]);
      outstanding_.erase(outstanding_.begin(),
                         outstanding_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      return taken;
    }
    return std::nullopt;
  }

 protected:
  dice& random_;
  const operation_limits& limits() const { return limits_; }

  virtual sent_wqe choose() {
    sent_wqe next{.op = random_operation(random_, limits_), .index = 0, .results = {}};
    const bool read = next.op.what == opcode::rdma_read;
    if (!read && !next.op.is_atomic()) return next;
    auto sizes = read ? random_sizes(random_, limits_.sges, random_.one_in(4) ? 128 : 64)
                      : std::vector<std::uint32_t>{8};
    if (sizes.empty()) sizes.push_back(random_.below(65));
    const auto region = regions_ + posted_++ % depth;
    memory_.litter(random_, region);
    next.results.emplace(random_, region, sizes, true);
    return next;
  }

  virtual int post_special(ibv_qp_ex*, const operation&) { return -1; }
  virtual post_result post_ours(const operation&) = 0;

 private:
  struct native {
    ibv_qp* qp = nullptr;
    addresses to;
  };

  operation seen_by(poller whose, const sent_wqe& wqe) {
    auto op = wqe.op;
    if (wqe.results) op.sges = wqe.results->sges(memory_, whose);
    return op;
  }

  int post_theirs(poller whose, const operation& op) {
    const auto& [qp, to] = theirs_[whose];
    const int special = post_special(ibv_qp_to_qp_ex(qp), op);
    if (special >= 0) return special;
    if (by_post_send_ && random_.one_in(2)) {
      return post_with_ibv_post_send(qp, {&op, 1}, to.in_request);
    }
    return post_with_ibv_wr(ibv_qp_to_qp_ex(qp), {&op, 1}, random_, to.by_setter);
  }

  buffers& memory_;
  operation_limits limits_;
  std::array<native, verbs_pollers.size()> theirs_;
  bool by_post_send_ = true;
  std::uint32_t regions_;
  std::uint32_t posted_ = 0;
  std::deque<sent_wqe> outstanding_;
};

/// The memory of one of our send queues.
class send_memory {
 public:
  static constexpr std::uint32_t wqebbs = 64;

  explicit send_memory(std::uint32_t qpn) : qpn_(qpn) {}

  detail::send_queue_memory get() {
    return {ring_.data(), wqebbs, record_.data(), &doorbell_, qpn_, lkey(null_key())};
  }

 private:
  std::uint32_t qpn_;
  byte_string ring_ = byte_string(std::size_t{wqebbs} * wqebb, stale);
  alignas(8) std::array<std::byte, 8> record_{};
  alignas(8) std::array<std::byte, 8> register_{};
  mmio::doorbell_register doorbell_{register_.data(), 0};
};

template <class Transport>
using compared_send_queue = send_queue<Transport, std::uint64_t, ring_end::wrapping>;

/// The operations of `operation.hpp`; `Begin` makes of the queue the state that needs a verb.
template <class Transport, class Begin>
class transport_sender : public sender {
 public:
  transport_sender(dice& random, buffers& memory, const operation_limits& limits, std::uint32_t qpn,
                   Begin begin)
      : sender(random, memory, limits), memory_(qpn), begin_(begin) {}

  compared_send_queue<Transport>& sq() { return sq_; }

 protected:
  post_result post_ours(const operation& op) override {
    return post_with_chain([&] { return begin_(sq_); }, op);
  }

 private:
  send_memory memory_;
  compared_send_queue<Transport> sq_{memory_.get()};
  Begin begin_;
};

struct begin_plain {
  template <class SendQueue>
  auto operator()(SendQueue& sq) const {
    return sq.sq_wqe();
  }
};

/// RC, with the invalidation of keys too.
class rc_sender : public transport_sender<rc, begin_plain> {
 public:
  using transport_sender::transport_sender;

 protected:
  sent_wqe choose() override {
    auto next = transport_sender::choose();
    if (!next.results && random_.one_in(12)) next.op.what = opcode::umr;
    return next;
  }

  int post_special(ibv_qp_ex* qp, const operation& op) override {
    if (op.what != opcode::umr) return -1;
    ibv_wr_start(qp);
    qp->wr_id = op.id;
    qp->wr_flags = op.signaled ? unsigned{IBV_SEND_SIGNALED} : 0u;
    ibv_wr_local_inv(qp, op.rkey);
    return ibv_wr_complete(qp);
  }

  post_result post_ours(const operation& op) override {
    if (op.what != opcode::umr) return transport_sender::post_ours(op);
    return finish_builder(sq().sq_wqe().local_invalidate().key(rkey(op.rkey)), op);
  }
};

/// Ethernet frames, some of them to be cut into segments.
class packet_sender : public sender {
 public:
  packet_sender(dice& random, buffers& memory, std::uint32_t qpn)
      : sender(random, memory, {.reliable = false, .datagram = true}), memory_(qpn) {
    only_by_ibv_wr();
  }

  compared_send_queue<raw_packet>& sq() { return sq_; }

 protected:
  sent_wqe choose() override {
    operation op;
    op.what = random_.one_in(2) ? opcode::send : opcode::tso;
    op.id = random_.any<std::uint64_t>();
    op.signaled = random_.one_in(2);
    op.sges = {{random_.bits(64), random_.below(1000) + 64, random_.bits32(32)}};
    // The header of segments. libmlx5 writes behind the ring where one reaches its end: this one
    // leaves room in its WQEBB.
    op.payload = random_.bytes(random_.below(4) + 15);
    return {.op = op, .index = 0, .results = {}};
  }

  int post_special(ibv_qp_ex* qp, const operation& op) override {
    auto header = op.payload;
    ibv_wr_start(qp);
    qp->wr_id = op.id;
    qp->wr_flags = op.signaled ? unsigned{IBV_SEND_SIGNALED} : 0u;
    if (op.what == opcode::tso) {
      ibv_wr_send_tso(qp, header.data(), static_cast<std::uint16_t>(header.size()), mss);
    } else {
      ibv_wr_send(qp);
    }
    ibv_wr_set_sge(qp, op.sges[0].lkey, op.sges[0].addr, op.sges[0].length);
    return ibv_wr_complete(qp);
  }

  post_result post_ours(const operation& op) override {
    if (op.what == opcode::tso) {
      return build_sges(sq_.sq_wqe().tso().eth(mss, 0, 0, op.payload), op);
    }
    return build_sges(sq_.sq_wqe().eth(0, 0).send(), op);
  }

 private:
  static constexpr std::uint16_t mss = 500;

  send_memory memory_;
  compared_send_queue<raw_packet> sq_{memory_.get()};
};

}  // namespace verbatim::test
