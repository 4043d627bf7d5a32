// Several WQEs that are written to the device together with the doorbell.
#pragma once

#include <cstdint>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/base/probes.hpp"
#include "verbatim/queue/base/use_once.hpp"
#include "verbatim/wire/units.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim {

/// A batch of WQEs that together fit into the doorbell register, so that the device need not read
/// them from memory:
///
///   auto bf = qp.sq_blueflame_wqe();
///   bf.wqe().send(flags).inline_data(bytes).finish();
///   bf.wqe().write(flags).rdma(raddr, rkey).sge(addr, len, lkey).signal(entry).finish();
///   bf.finish();
///
/// The WQEs are in the ring too, because BlueFlame is only a hint. If a batch is dropped, the next
/// doorbell covers its WQEs. If a WQE does not fit, its finish() returns blueflame_full and posts
/// nothing. Then add a shorter WQE to the batch, or finish the batch. If the register takes no
/// WQEs, everything fits, and finish() rings an ordinary doorbell. It does the same if other WQEs,
/// before or after the batch, are waiting for a doorbell.
/// docs/decisions/0006-blueflame-is-a-hint.md gives the reasons.
template <class Queue>
class [[nodiscard("finish() rings the doorbell")]] blueflame_batch {
 public:
  blueflame_batch(blueflame_batch &&) noexcept = default;
  blueflame_batch& operator=(blueflame_batch&&) noexcept = default;

  /// Room for one WQE of the batch: the interface for the builders.
  class slot : public Queue::slot {
   public:
    using base = typename Queue::slot;
    using kind = wire::wqe_kind<opcode>;

    [[gnu::always_inline]] post_result finish(kind of_wqe) && noexcept {
      if (does_not_fit()) return drop();
      return count(static_cast<base&&>(*this).finish(of_wqe));
    }
    [[gnu::always_inline]] post_result finish(kind of_wqe,
                                              typename base::signaled_entry&& entry) && noexcept {
      if (does_not_fit()) return drop();
      return count(static_cast<base&&>(*this).finish(of_wqe, std::move(entry)));
    }
    [[gnu::always_inline]] post_result finish_unsignaled(kind of_wqe,
                                                         typename base::entry&& entry) && noexcept {
      if (does_not_fit()) return drop();
      return count(static_cast<base&&>(*this).finish_unsignaled(of_wqe, std::move(entry)));
    }

   private:
    friend blueflame_batch;
    explicit slot(blueflame_batch* batch) noexcept : base(*batch->sq_), batch_(batch) {}

    /// Returns true if the batch has no room for the WQE. Also returns false for a WQE with another
    /// error, which the queue reports.
    [[gnu::always_inline]] bool does_not_fit() const noexcept {
      return this->error() == post_error::none && !batch_->has_room((this->octowords() + 3) / 4);
    }

    post_result drop() noexcept {
      [[maybe_unused]] const detail::use_once given_up = std::move(this->once_);
      if constexpr (Queue::policies::counts) batch_->sq_->ring_.counters().count_refused();
      return post_error::blueflame_full;
    }

    [[gnu::always_inline]] post_result count(post_result result) noexcept {
      if (result.ok()) batch_->added(result.wqe_index());
      return result;
    }

    blueflame_batch* batch_;
  };

  /// Begins a WQE of the batch, as sq_wqe() does.
  auto wqe() noexcept {
    once_.check();
    return Queue::begin_chain(slot{this});
  }

  /// Hands the WQEs over and rings the doorbell. Always inlined: a call would force the batch into
  /// memory.
  [[gnu::always_inline]] void finish()&& noexcept {
    [[maybe_unused]] const detail::use_once given_up = std::move(once_);
    if (wqes_ == 0 || sq_->pi() != end_) return sq_->ring_doorbell();
    if constexpr (Queue::policies::counts) sq_->ring_.counters().count_doorbell();
    VERBATIM_PROBE2(doorbell, sq_->qpn(), end_);
    sq_->doorbell_.push(sq_->ring_, begin_, wqes_);
  }

  /// Returns the number of WQEs so far.
  unsigned size() const noexcept { return wqes_; }

 private:
  friend Queue;
  explicit blueflame_batch(Queue * sq) noexcept : sq_(sq) {}

  /// Returns true if the batch has room for this many WQEBBs. NOPs that fill the ring's end before
  /// the first WQE do not belong to the batch.
  bool has_room(std::uint32_t wqebbs) const noexcept {
    const auto size = sq_->doorbell_.blueflame_size();
    if (size == 0) return true;
    const auto before = wqes_ == 0 ? 0 : sq_->pi() - begin_ + sq_->ring_.gap_before(wqebbs);
    return (before + wqebbs) * std::uint32_t{wqebb} <= size;
  }

  void added(std::uint16_t wqe_index) noexcept {
    end_ = sq_->pi();
    if (wqes_++ == 0) begin_ = end_ - static_cast<std::uint16_t>(end_ - wqe_index);
  }

  Queue* sq_;
  unsigned wqes_ = 0;
  std::uint32_t begin_ = 0;  // free-running index of the first WQE
  std::uint32_t end_ = 0;    // free-running index after the last WQE
  [[no_unique_address]] detail::use_once once_;
};

}  // namespace verbatim
