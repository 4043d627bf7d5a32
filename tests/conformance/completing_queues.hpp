// Queues whose completions are compared: the same WQEs posted to two of libmlx5 and to one of ours.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "dice.hpp"
#include "operation.hpp"
#include "plain_verbs.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::test {

/// The pollers: two ways of libmlx5, and we. Everything exists once for each.
enum poller : std::size_t { by_poll_cq, by_start_poll, by_us };
inline constexpr std::array verbs_pollers{by_poll_cq, by_start_poll};
inline constexpr std::array pollers{by_poll_cq, by_start_poll, by_us};

inline constexpr std::uint32_t depth = 16;  ///< WQEs outstanding in each queue, at most

/// The memory that WQEs name, in regions, one for each WQE. All pollers have the same in it, as long
/// as they copy the same.
class buffers {
 public:
  static constexpr std::uint32_t region = 256;  ///< bytes

  explicit buffers(std::uint32_t regions) {
    for (auto& memory : memory_) memory.resize(std::size_t{regions} * region);
  }

  /// The index of the first of `count` regions.
  std::uint32_t reserve(std::uint32_t count) {
    const auto first = reserved_;
    reserved_ += count;
    EXPECT_LE(std::size_t{reserved_} * region, memory_[0].size());
    return first;
  }

  void litter(dice& random, std::uint32_t index) {
    const auto bytes = random.bytes(region);
    for (const auto whose : pollers) std::copy(bytes.begin(), bytes.end(), at(whose, index));
  }

  std::byte* at(poller whose, std::uint32_t index) {
    return memory_[whose].data() + std::size_t{index} * region;
  }
  std::span<std::byte, region> of(poller whose, std::uint32_t index) {
    return std::span<std::byte, region>(at(whose, index), region);
  }

 private:
  std::array<byte_string, pollers.size()> memory_;
  std::uint32_t reserved_ = 0;
};

/// The local key of the null memory region: what comes there is thrown away.
inline std::uint32_t null_key() {
  static const auto key = [] {
    const plain_context context;
    const owned<ibv_mr, ibv_dereg_mr> region{
        made_by("ibv_alloc_null_mr", ibv_alloc_null_mr(context.pd()))};
    return region->lkey;
  }();
  return key;
}

/// A WQE's list of buffers in its region, and where a payload goes in it.
class buffer_list {
 public:
  buffer_list() = default;

  /// `sizes` bytes after each other, with gaps of up to 7 bytes; with `nulls` some are null.
  buffer_list(dice& random, std::uint32_t region, std::span<const std::uint32_t> sizes, bool nulls)
      : region_(region) {
    std::uint32_t at = random.below(8);
    for (const auto size : sizes) {
      const auto key = nulls && random.one_in(8) ? null_key() : random.any<std::uint32_t>() | 1;
      parts_.push_back({at, size, key});
      at += size + random.below(8);
    }
    EXPECT_LE(at, buffers::region + 8);
  }

  std::uint32_t region() const { return region_; }

  std::uint32_t size() const {
    std::uint32_t total = 0;
    for (const auto& p : parts_) total += p.size;
    return total;
  }

  std::vector<ibv_sge> sges(buffers& memory, poller whose) const {
    std::vector<ibv_sge> result;
    for (const auto& p : parts_) {
      result.push_back(
          {reinterpret_cast<std::uintptr_t>(memory.at(whose, region_)) + p.at, p.size, p.key});
    }
    return result;
  }

  /// Returns the contents of the region when the payload has come.
  byte_string filled(byte_view region, byte_view payload) const {
    byte_string result(region.begin(), region.end());
    for (const auto& p : parts_) {
      const auto here = std::min<std::size_t>(p.size, payload.size());
      if (p.key != null_key()) std::copy_n(payload.begin(), here, result.begin() + p.at);
      payload = payload.subspan(here);
    }
    return result;
  }

 private:
  struct part {
    std::uint32_t at;
    std::uint32_t size;
    std::uint32_t key;
  };
  std::uint32_t region_ = 0;
  std::vector<part> parts_;
};

/// Up to `most` sizes, some of them 0, of `bytes` together at most.
inline std::vector<std::uint32_t> random_sizes(dice& random, std::uint32_t most,
                                               std::uint32_t bytes) {
  std::vector<std::uint32_t> result(random.below(most + 1));
  for (auto& size : result) {
    size = random.one_in(6) ? 0 : random.below(std::min(bytes, 40u) + 1);
    bytes -= size;
  }
  return result;
}

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
    return {ring_.data(), wqebbs, record_.data(), &doorbell_, qpn_, null_key()};
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
    return finish_builder(sq().sq_wqe().local_invalidate().key(op.rkey), op);
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

struct posted_receive {
  std::uint64_t id = 0;
  std::uint16_t counter = 0;
  buffer_list list;
};

/// A receive queue three times.
class receiver {
 public:
  receiver(dice& random, buffers& memory, std::uint32_t most_sges)
      : random_(random),
        memory_(memory),
        most_sges_(most_sges),
        regions_(memory.reserve(2 * depth)) {}
  virtual ~receiver() = default;

  void post() {
    while (outstanding_.size() < depth) {
      const auto region = regions_ + free_region();
      memory_.litter(random_, region);
      posted_receive next{
          .id = random_.any<std::uint64_t>(),
          .counter = 0,
          .list = {random_, region, random_sizes(random_, most_sges_, 160), nulls()}};
      for (const auto whose : verbs_pollers) {
        auto sges = next.list.sges(memory_, whose);
        ibv_recv_wr wr{.wr_id = next.id,
                       .next = nullptr,
                       .sg_list = sges.data(),
                       .num_sge = static_cast<int>(sges.size())};
        ASSERT_EQ(post_theirs(whose, wr), 0);
      }
      const auto posted = post_ours(next.list.sges(memory_, by_us), next.id);
      ASSERT_TRUE(posted.ok()) << message(posted.error());
      next.counter = posted.wqe_index();
      outstanding_.push_back(std::move(next));
    }
  }

  std::optional<posted_receive> take() {
    if (outstanding_.empty()) return std::nullopt;
    const auto at = in_order() ? 0 : random_.below(static_cast<std::uint32_t>(outstanding_.size()));
    auto taken = std::move(outstanding_[at]);
    outstanding_.erase(outstanding_.begin() + static_cast<std::ptrdiff_t>(at));
    return taken;
  }

 protected:
  virtual bool in_order() const = 0;
  virtual bool nulls() const = 0;
  virtual int post_theirs(poller whose, ibv_recv_wr& wr) = 0;
  virtual post_result post_ours(std::span<const ibv_sge> sges, std::uint64_t id) = 0;

  template <class Builder>
  static post_result build(Builder builder, std::span<const ibv_sge> sges, std::uint64_t id) {
    auto list = std::move(builder);
    for (const auto& sge : sges) {
      list = std::move(list).sge(sge.addr, sge.length, sge.lkey);
    }
    return std::move(list).finish(id);
  }

 private:
  /// Returns a region of no WQE that is outstanding, nor of one whose payload has just come.
  std::uint32_t free_region() {
    next_region_ = (next_region_ + 1) % (2 * depth);
    while (std::ranges::any_of(outstanding_, [&](const auto& wqe) {
      return wqe.list.region() == regions_ + next_region_;
    })) {
      next_region_ = (next_region_ + 1) % (2 * depth);
    }
    return next_region_;
  }

  dice& random_;
  buffers& memory_;
  std::uint32_t most_sges_;
  std::uint32_t regions_;
  std::uint32_t next_region_ = 0;
  std::deque<posted_receive> outstanding_;
};

/// The receive queue of a queue pair.
class own_receiver : public receiver {
 public:
  static constexpr std::uint32_t most_sges = 4;  ///< what a list of 64 bytes has room for

  own_receiver(dice& random, buffers& memory) : receiver(random, memory, most_sges) {}

  void set_theirs(poller whose, ibv_qp* qp) { theirs_[whose] = qp; }
  recv_queue<std::uint64_t>& rq() { return rq_; }

 protected:
  bool in_order() const override { return true; }
  bool nulls() const override { return true; }
  int post_theirs(poller whose, ibv_recv_wr& wr) override {
    ibv_recv_wr* bad = nullptr;
    return ibv_post_recv(theirs_[whose], &wr, &bad);
  }
  post_result post_ours(std::span<const ibv_sge> sges, std::uint64_t id) override {
    return build(rq_.rq_wqe(), sges, id);
  }

 private:
  std::array<ibv_qp*, verbs_pollers.size()> theirs_{};
  byte_string ring_ = byte_string(depth * most_sges * octoword, stale);
  alignas(8) std::array<std::byte, 4> record_{};
  recv_queue<std::uint64_t> rq_{{.ring = ring_.data(),
                                 .wqes = depth,
                                 .stride = most_sges * octoword,
                                 .dbrec = record_.data(),
                                 .null_lkey = null_key()}};
};

/// A shared receive queue, of an XRC domain too.
class shared_receiver : public receiver {
 public:
  static constexpr std::uint32_t most_sges = 3;  ///< and srq_next_seg

  shared_receiver(dice& random, buffers& memory, std::uint32_t wqes)
      : receiver(random, memory, most_sges), wqes_(wqes) {}

  void set_theirs(poller whose, ibv_srq* srq) { theirs_[whose] = srq; }
  shared_recv_queue<std::uint64_t>& rq() { return rq_; }

 protected:
  bool in_order() const override { return false; }
  /// libmlx5 44 writes to the address beside the null region's key (mlx5_copy_to_recv_srq).
  bool nulls() const override { return false; }
  int post_theirs(poller whose, ibv_recv_wr& wr) override {
    ibv_recv_wr* bad = nullptr;
    return ibv_post_srq_recv(theirs_[whose], &wr, &bad);
  }
  post_result post_ours(std::span<const ibv_sge> sges, std::uint64_t id) override {
    return build(rq_.srq_wqe(), sges, id);
  }

 private:
  std::uint32_t wqes_;
  std::array<ibv_srq*, verbs_pollers.size()> theirs_{};
  byte_string ring_ = byte_string(std::size_t{wqes_} * (most_sges + 1) * octoword, stale);
  alignas(8) std::array<std::byte, 4> record_{};
  shared_recv_queue<std::uint64_t> rq_{{.ring = ring_.data(),
                                        .wqes = wqes_,
                                        .stride = (most_sges + 1) * octoword,
                                        .dbrec = record_.data(),
                                        .srqn = 1,
                                        .null_lkey = null_key()}};
};

}  // namespace verbatim::test
