// Several WQEs that go to the device together with the doorbell.
#pragma once

#include <cstdint>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/queue/post_result.hpp"
#include "verbatim/queue/use_once.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim {

/// WQEs that fit together into the doorbell register, which the device need not read from memory:
///
///   auto bf = qp.sq_blueflame_wqe();
///   bf.wqe().send(flags).inline_data(bytes).finish();
///   bf.wqe().write(flags).rdma(raddr, rkey).sge(addr, len, lkey).signal(entry).finish();
///   bf.finish();
///
/// They are in the ring too, as BlueFlame is a hint; a batch that is dropped leaves them to the next
/// doorbell. A WQE that does not fit is answered blueflame_full and leaves no trace: the batch can go
/// on with a shorter one, or be finished. Where the register takes no WQEs, everything fits and an
/// ordinary doorbell is rung; so it is where WQEs that the device does not know of are older than the
/// batch, or younger. docs/decisions/0006-blueflame-is-a-hint.md says why.
template <class Queue>
class [[nodiscard("finish() rings the doorbell")]] blueflame_batch {
 public:
  blueflame_batch(blueflame_batch &&) noexcept = default;
  blueflame_batch& operator=(blueflame_batch&&) noexcept = default;

  /// Room for one WQE of the batch, as the builders see it.
  class slot : public Queue::slot {
   public:
    using base = typename Queue::slot;
    using kind = wire::wqe_kind<opcode>;

    [[gnu::always_inline]] post_result finish(kind kind) && noexcept {
      if (does_not_fit()) return drop();
      return count(static_cast<base&&>(*this).finish(kind));
    }
    [[gnu::always_inline]] post_result finish(kind kind,
                                              typename base::signaled_entry&& entry) && noexcept {
      if (does_not_fit()) return drop();
      return count(static_cast<base&&>(*this).finish(kind, std::move(entry)));
    }
    [[gnu::always_inline]] post_result finish_unsignaled(kind kind,
                                                         typename base::entry&& entry) && noexcept {
      if (does_not_fit()) return drop();
      return count(static_cast<base&&>(*this).finish_unsignaled(kind, std::move(entry)));
    }

   private:
    friend blueflame_batch;
    explicit slot(blueflame_batch* batch) noexcept : base(batch->sq_), batch_(batch) {}

    /// False also of a WQE with an error that the batch has no part in: that comes from the queue.
    [[gnu::always_inline]] bool does_not_fit() const noexcept {
      return this->error_ == post_error::none && !batch_->has_room((this->octowords_ + 3) / 4);
    }

    post_result drop() noexcept {
      [[maybe_unused]] const use_once given_up = std::move(this->once_);
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

  /// Hands the WQEs over and rings the doorbell.
  void finish()&& noexcept {
    [[maybe_unused]] const use_once given_up = std::move(once_);
    if (wqes_ == 0 || sq_->at_.pi != end_) return sq_->ring_doorbell();
    sq_->push(begin_, wqes_);
  }

  /// WQEs so far.
  unsigned size() const noexcept { return wqes_; }

 private:
  friend Queue;
  explicit blueflame_batch(Queue * sq) noexcept : sq_(sq) {}

  /// What fills the ring's end in front of the first WQE is no part of the batch.
  bool has_room(std::uint32_t wqebbs) const noexcept {
    const auto size = sq_->doorbell_->blueflame_size();
    if (size == 0) return true;
    const auto before = wqes_ == 0 ? 0 : sq_->at_.pi - begin_ + sq_->gap_before(wqebbs);
    return (before + wqebbs) * 64 <= size;
  }

  void added(std::uint16_t wqe_index) noexcept {
    end_ = sq_->at_.pi;
    if (wqes_++ == 0) begin_ = end_ - static_cast<std::uint16_t>(end_ - wqe_index);
  }

  Queue* sq_;
  unsigned wqes_ = 0;
  std::uint32_t begin_ = 0;  // free-running, of the first WQE
  std::uint32_t end_ = 0;    // free-running, behind the last one
  [[no_unique_address]] use_once once_;
};

}  // namespace verbatim
