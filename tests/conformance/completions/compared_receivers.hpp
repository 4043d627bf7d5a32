// Receive queues whose completions are compared: the same WQEs posted to two of libmlx5 and to one of ours.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>

#include "bytes.hpp"
#include "compared_buffers.hpp"
#include "dice.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::test {

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
      list = std::move(list).sge(sge.addr, sge.length, lkey(sge.lkey));
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
                                 .null_lkey = lkey(null_key())}};
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
                                        .null_lkey = lkey(null_key())}};
};

}  // namespace verbatim::test
