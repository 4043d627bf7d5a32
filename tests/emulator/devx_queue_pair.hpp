// RC queue pairs made by DevX, whose context has bits that verbs cannot set, with a send queue of
// ours.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>

#include "long_enough.hpp"
#include "raw_mailbox.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/wire/words.hpp"
#include "verbs_fixture.hpp"

namespace verbatim::testing {

/// CQEs as they lie in memory: libmlx5 does not know whose they are.
class raw_completions {
 public:
  explicit raw_completions(ibv_cq* of) {
    mlx5dv_obj object{};
    object.cq.in = of;
    object.cq.out = &dv_;
    EXPECT_EQ(mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ), 0);
  }

  std::uint32_t cqn() const noexcept { return dv_.cqn; }

  /// The next CQE, if there is one within `patience`.
  std::optional<cqe64> next(std::chrono::milliseconds patience = long_enough) {
    const auto end = std::chrono::steady_clock::now() + patience;
    const auto* const at =
        static_cast<const std::byte*>(dv_.buf) + std::size_t{ci_ & (dv_.cqe_cnt - 1)} * 64;
    while (true) {
      const auto last = std::to_integer<unsigned>(*static_cast<const volatile std::byte*>(at + 63));
      if (last >> 4 != 0xf && (last & 1) == ((ci_ & dv_.cqe_cnt) != 0)) break;
      if (std::chrono::steady_clock::now() > end) return std::nullopt;
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    ++ci_;
    wire::store32(reinterpret_cast<std::byte*>(dv_.dbrec), ci_ & 0xffffff);
    newest_ = at;
    return cqe64{at};
  }

  /// The one that next() returned last.
  const std::byte* newest() const noexcept { return newest_; }

  /// True if nothing comes for a while that is long for the device.
  bool silent() { return !next(std::chrono::milliseconds(20)); }

 private:
  mlx5dv_cq dv_{};
  std::uint32_t ci_ = 0;
  const std::byte* newest_ = nullptr;
};

/// Bits of the queue pair's context.
inline constexpr std::uint32_t cd_slave_receive = 1 << 2;
inline constexpr std::uint32_t cd_slave_send = 1 << 1;
inline constexpr std::uint32_t cd_master = 1 << 0;

class devx_queue_pair {
 public:
  static constexpr std::uint32_t log_wqebbs = 4;
  static constexpr std::uint32_t wqebbs = 1 << log_wqebbs;
  static constexpr std::uint32_t receives = 8;
  static constexpr std::uint32_t stride = 64;

  /// `bits` are those of the word at 0x90, `scatter` cs_req and cs_res.
  devx_queue_pair(ibv_pd* pd, std::uint32_t cqn, std::uint32_t bits, std::uint32_t scatter = 0) {
    std::memset(memory_.get(), 0, memory_bytes);
    uar_ = mlx5dv_devx_alloc_uar(pd->context, MLX5DV_UAR_ALLOC_TYPE_NC);
    umem_ = mlx5dv_devx_umem_reg(pd->context, memory_.get(), memory_bytes, IBV_ACCESS_LOCAL_WRITE);
    mlx5dv_pd dv{};
    mlx5dv_obj of{};
    of.pd.in = pd;
    of.pd.out = &dv;
    EXPECT_EQ(mlx5dv_init_obj(&of, MLX5DV_OBJ_PD), 0);
    if (!uar_ || !umem_) return;
    command in(0x500);
    in.context(0x04, dv.pdn);
    in.context(0x08, 3u << 19 | 2u << 16 | log_wqebbs << 11);
    in.context(0x0c, uar_->page_id);
    in.context(0x7c, cqn);
    in.context(0x90, bits);
    in.context(0x9c, cqn);
    in.context(0xa4, dbrec_at);
    in.context(0xc4, scatter);
    in.context(0xe4, umem_->umem_id);
    in.word(0x108, umem_->umem_id);
    raw_mailbox<4> out;
    object_ = mlx5dv_devx_obj_create(pd->context, in.bytes.data(), in.bytes.size(),
                                     out.bytes.data(), out.bytes.size());
    EXPECT_TRUE(object_);
    if (!object_) return;
    qpn_ = out.word(8) & 0xffffff;
    doorbell_.emplace(static_cast<std::byte*>(uar_->reg_addr), 0);
    std::byte* const base = memory_.get();
    sends_.emplace(detail::send_queue_memory{base + receives * stride, wqebbs, base + dbrec_at + 4,
                                             &*doorbell_, qpn_});
    receives_.emplace(detail::recv_queue_memory{base, receives, stride, base + dbrec_at});
  }

  ~devx_queue_pair() {
    if (object_) {
      EXPECT_EQ(mlx5dv_devx_obj_destroy(object_), 0);
    }
    if (umem_) {
      EXPECT_EQ(mlx5dv_devx_umem_dereg(umem_), 0);
    }
    if (uar_) mlx5dv_devx_free_uar(uar_);
  }
  devx_queue_pair(const devx_queue_pair&) = delete;
  devx_queue_pair& operator=(const devx_queue_pair&) = delete;

  /// To RTS, with every right, connected to that queue pair of the port. PSNs begin at `psn`.
  void connect(std::uint32_t peer, std::uint16_t lid, std::uint32_t psn = 0,
               std::uint32_t atomic_mode = 0) {
    command init(0x502);
    init.context(0x3c, 1u << 16);
    init.context(0x90, 7u << 13);
    modify(init);
    command rtr(0x503);
    rtr.context(0x08, 5u << 29);
    rtr.context(0x14, peer);
    rtr.context(0x1c, lid);
    rtr.context(0x3c, 1u << 16);
    rtr.context(0x90, 4u << 21 | atomic_mode << 16);
    rtr.context(0x94, 1u << 24 | psn);
    modify(rtr);
    command rts(0x504);
    rts.context(0x20, 14u << 27);
    rts.context(0x70, 4u << 21 | 7u << 16 | 7u << 13);
    rts.context(0x78, psn);
    modify(rts);
  }

  std::uint32_t qpn() const noexcept { return qpn_; }
  auto& sends() noexcept { return *sends_; }
  auto& receiving() noexcept { return *receives_; }

 private:
  static constexpr std::size_t memory_bytes = 8192;
  static constexpr std::size_t dbrec_at = 4096;

  /// A firmware command with a queue pair's context.
  struct command : raw_mailbox<68> {
    explicit command(std::uint32_t opcode) { word(0, opcode << 16); }
    void context(std::size_t at, std::uint32_t value) { word(0x18 + at, value); }
  };

  void modify(command& what) {
    what.word(8, qpn_);
    raw_mailbox<4> out;
    ASSERT_EQ(mlx5dv_devx_obj_modify(object_, what.bytes.data(), what.bytes.size(),
                                     out.bytes.data(), out.bytes.size()),
              0);
  }

  struct release {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, release> memory_{
      static_cast<std::byte*>(std::aligned_alloc(4096, memory_bytes))};
  mlx5dv_devx_uar* uar_ = nullptr;
  mlx5dv_devx_umem* umem_ = nullptr;
  mlx5dv_devx_obj* object_ = nullptr;
  std::uint32_t qpn_ = 0;
  std::optional<mmio::doorbell_register> doorbell_;
  std::optional<send_queue<rc, int>> sends_;
  std::optional<recv_queue<int>> receives_;
};

}  // namespace verbatim::testing
