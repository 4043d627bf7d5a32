// A receive queue: the ring of receive WQEs and the entries that come back with messages.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/queue/entry.hpp"
#include "verbatim/queue/post_result.hpp"
#include "verbatim/queue/use_once.hpp"

namespace verbatim {

/// Where a receive queue lives. The memory belongs to whoever created the QP and outlives the queue.
struct recv_queue_memory {
  std::byte* ring;
  std::uint32_t wqes;    ///< a power of two, at most 2^15
  std::uint32_t stride;  ///< bytes per WQE: a power of two, 16 times the SGEs that one can have
  std::byte* dbrec;      ///< the word that takes rcv_counter (qp_dbrec.yaml)
};

/// Ordered and dense: messages fill receive WQEs in order, and every receive WQE carries an Entry.
///
///   qp.rq_wqe().sge(addr, len, lkey).finish(entry);
///   qp.ring_recv_doorbell();
///
/// Entry is default-constructible and moves without throwing. One thread at a time.
template <class Entry>
class recv_queue {
  static_assert(is_entry<Entry>, "an Entry is default-constructible and moves without throwing");

 public:
  using entry = Entry;

  /// Allocates the table of entries: nothing is allocated afterwards.
  explicit recv_queue(const recv_queue_memory& memory)
      : ring_(memory.ring),
        mask_(memory.wqes - 1),
        stride_(memory.stride),
        dbrec_(memory.dbrec),
        entries_(memory.wqes) {
    assert((memory.wqes & mask_) == 0 && memory.wqes <= (1u << 15));
    assert(memory.stride >= data_seg::size && (memory.stride & (memory.stride - 1)) == 0);
  }

  /// A receive WQE under construction: a list of buffers, filled in order. A message longer than all
  /// of them fails, on both sides.
  class [[nodiscard]] builder {
   public:
    /// Adds a buffer; one of 0 bytes is left out.
    builder sge(std::uint64_t addr, std::uint32_t byte_count, std::uint32_t lkey) && noexcept {
      once_.check();
      const data_seg segment{.byte_count = byte_count, .lkey = lkey, .addr = addr};
      if (segment.empty()) return std::move(*this);
      if (offset_ == rq_->stride_) {
        error_ = post_error::too_many_sges;
        return std::move(*this);
      }
      segment.write(wqe_ + offset_);
      offset_ += static_cast<std::uint32_t>(data_seg::size);
      return std::move(*this);
    }

    /// Posts the WQE; `entry` comes back with the message.
    post_result finish(Entry entry) && noexcept {
      [[maybe_unused]] const use_once given_up = std::move(once_);
      return rq_->commit(*this, std::move(entry));
    }

   private:
    friend recv_queue;
    explicit builder(recv_queue* rq) noexcept : rq_(rq), wqe_(rq->at(rq->pi_)) {
      if (rq->available() == 0) error_ = post_error::queue_full;
      if (rq->closed_) error_ = post_error::closed;
      if (error_ != post_error::none) wqe_ = rq->spare_.data();
    }

    recv_queue* rq_;
    std::byte* wqe_;
    std::uint32_t offset_ = 0;
    post_error error_ = post_error::none;
    [[no_unique_address]] use_once once_;
  };

  /// Begins a receive WQE. Always succeeds: finish() reports a full queue.
  builder rq_wqe() noexcept { return builder{this}; }

  /// Tells the device about every WQE finished so far. There is no register: the device looks at
  /// the record when a message comes.
  void ring_doorbell() const noexcept {
    mmio::wqe_before_dbrec();
    dbrec_.publish(pi_ & 0xffff);
  }

  /// WQEs that are free.
  std::uint32_t available() const noexcept { return mask_ + 1 - (pi_ - ci_); }

  /// SGEs that one WQE can have.
  std::uint32_t max_sges() const noexcept {
    return stride_ / static_cast<std::uint32_t>(data_seg::size);
  }

  /// Every WQE begun from now on is answered `closed`, and the doorbell rings nowhere: the memory
  /// that was given to the queue may go. Drop a WQE that is under construction first.
  void close() noexcept {
    closed_ = true;
    dbrec_ = mmio::doorbell_record(spare_.data());
  }

  /// Begins anew, as the device does when the QP goes to RESET: what was posted is forgotten.
  void reset() noexcept {
    pi_ = ci_ = 0;
    for (auto& e : entries_) e = Entry{};
  }

  std::uint32_t pi() const noexcept { return pi_; }  ///< free-running, in WQEs
  std::uint32_t ci() const noexcept { return ci_; }  ///< free-running, in WQEs

  /// The receive WQE with this counter, as it stands in the ring.
  const std::byte* wqe_at(std::uint16_t wqe_counter) const noexcept { return at(wqe_counter); }

  /// A message has filled this WQE, or the WQE failed.
  Entry retire(std::uint16_t wqe_counter) noexcept {
    ci_ += static_cast<std::uint16_t>(wqe_counter - ci_) + 1u;
    return std::move(entries_[wqe_counter & mask_]);
  }

 private:
  /// The lkey that ends a list which is shorter than the WQE: mlx5dv.h, MLX5_INVALID_LKEY.
  static constexpr std::uint32_t terminator_lkey = 0x100;

  std::byte* at(std::uint32_t index) const noexcept {
    return ring_ + std::size_t{index & mask_} * stride_;
  }

  post_result commit(const builder& b, Entry&& entry) noexcept {
    if (b.error_ != post_error::none) [[unlikely]]
      return b.error_;
    assert(b.wqe_ == at(pi_) &&
           "two builders of one queue at a time: the later one overwrote this");
    if (b.offset_ < stride_) {
      data_seg{.byte_count = 0, .lkey = terminator_lkey, .addr = 0}.write(b.wqe_ + b.offset_);
    }
    entries_[pi_ & mask_] = std::move(entry);
    return static_cast<std::uint16_t>(pi_++);
  }

  std::byte* ring_;
  std::uint32_t mask_;
  std::uint32_t stride_;
  std::uint32_t pi_ = 0;
  std::uint32_t ci_ = 0;
  bool closed_ = false;
  mmio::doorbell_record dbrec_;
  std::vector<std::byte> spare_ = std::vector<std::byte>(stride_);
  std::vector<Entry> entries_;
};

}  // namespace verbatim
