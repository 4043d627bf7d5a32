// Posts WQEs that no library builds: straight into the ring of a queue pair made by verbs.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::testing {

/// From the first post on, libmlx5 must not post to that queue pair any more.
class raw_send_queue {
 public:
  explicit raw_send_queue(ibv_qp* qp) {
    mlx5dv_obj object{};
    object.qp.in = qp;
    object.qp.out = &dv_;
    EXPECT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP), 0);
    qpn_ = qp->qp_num;
  }

  /// Fills the ring with bytes that an old payload may have left.
  void fill(std::byte with) {
    std::memset(dv_.sq.buf, std::to_integer<int>(with),
                std::size_t{dv_.sq.wqe_cnt} * dv_.sq.stride);
  }

  /// Begins a WQE that asks for a CQE.
  raw_send_queue& begin(opcode what, unsigned opmod = 0, fence_mode fm = fence_mode::none,
                        std::uint32_t imm = 0) {
    wqe_.assign(ctrl_seg::size, std::byte{});
    ctrl_ = {};
    ctrl_.opcode = what;
    ctrl_.opmod = static_cast<std::uint8_t>(opmod);
    ctrl_.wqe_index = pi_;
    ctrl_.qpn = qpn_;
    ctrl_.fm = fm;
    ctrl_.ce = completion_mode::always;
    ctrl_.imm = imm;
    return *this;
  }

  template <class Segment>
  raw_send_queue& with(const Segment& segment) {
    wqe_.resize(wqe_.size() + Segment::size);
    segment.write(wqe_.data() + wqe_.size() - Segment::size);
    return *this;
  }

  raw_send_queue& with_zeroes(std::size_t bytes) {
    wqe_.resize(wqe_.size() + bytes);
    return *this;
  }

  /// Writes it into the ring and rings the doorbell.
  void post() {
    write();
    ring_doorbell();
  }

  /// Writes it into the ring.
  void write() {
    ctrl_.ds = static_cast<std::uint8_t>(wqe_.size() / octoword);
    ctrl_.write(wqe_.data());
    auto* const ring = static_cast<std::byte*>(dv_.sq.buf);
    const std::size_t ring_bytes = std::size_t{dv_.sq.wqe_cnt} * dv_.sq.stride;
    for (std::size_t i = 0; i < wqe_.size(); ++i) {
      ring[(std::size_t{pi_} * dv_.sq.stride + i) % ring_bytes] = wqe_[i];
    }
    pi_ = static_cast<std::uint16_t>(pi_ + (wqe_.size() + wqebb - 1) / wqebb);
  }

  /// Rings the doorbell for the WQEs that were written.
  void ring_doorbell() {
    std::atomic_thread_fence(std::memory_order_release);
    reinterpret_cast<volatile __be32*>(dv_.dbrec)[MLX5_SND_DBR] = htobe32(pi_);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::uint64_t doorbell;
    std::memcpy(&doorbell, wqe_.data(), sizeof doorbell);
    auto* const reg = static_cast<std::byte*>(dv_.bf.reg) + half_;
    *reinterpret_cast<volatile std::uint64_t*>(reg) = doorbell;
    half_ ^= dv_.bf.size;
  }

 private:
  mlx5dv_qp dv_{};
  std::uint32_t qpn_ = 0;
  std::uint16_t pi_ = 0;
  std::uint32_t half_ = 0;
  ctrl_seg ctrl_;
  std::vector<std::byte> wqe_;
};

}  // namespace verbatim::testing
