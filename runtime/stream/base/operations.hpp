// The operations that are under way, in slots that are allocated once.
#pragma once

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/result.hpp"

namespace verbatim::stream {

namespace detail {

/// The number of an operation, which its WQE carries: a slot, and how often the slot had been used.
/// A default one is nobody's.
struct ticket {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;

  explicit operator bool() const noexcept { return generation != 0; }
  bool operator==(const ticket&) const = default;

  /// Returns the same as a wr_id, and back.
  constexpr std::uint64_t wr_id() const noexcept { return std::uint64_t{generation} << 32 | slot; }
  static constexpr ticket of(std::uint64_t wr_id) noexcept {
    return {static_cast<std::uint32_t>(wr_id), static_cast<std::uint32_t>(wr_id >> 32)};
  }
};

/// A completion, whichever queue it comes from.
struct completed {
  ticket whose;
  wc_status status = wc_status::success;
  bool is_receive = false;
  bool has_imm = false;
  std::uint32_t byte_count = 0;
  std::uint32_t imm = 0;
};

/// The part of a queue pair that cancelling needs.
class cancellable_end {
 public:
  /// Brings the queue pair to ERROR, so that everything that was posted completes.
  virtual void give_up() = 0;

 protected:
  ~cancellable_end() = default;
};

/// The table of the operations of an engine.
///
/// The device may use a buffer until the CQE has come. So a slot stays taken until then, with what
/// is leased to it, whatever becomes of the coroutine that waits.
class operation_table {
 public:
  explicit operation_table(std::uint32_t slots) : slots_(slots) {
    for (std::uint32_t i = 0; i < slots; ++i) slots_[i].next = i + 1 < slots ? i + 1 : nobody;
    free_ = slots != 0 ? 0 : nobody;
  }

  /// Takes a slot for an operation that is about to be posted. Returns nobody's ticket if all are
  /// taken; then `lease` is still the caller's.
  ticket begin(cancellable_end& end, bool is_receive, slot_pool::slot& lease) noexcept {
    if (free_ == nobody) return {};
    const auto index = free_;
    auto& slot = slots_[index];
    free_ = slot.next;
    slot.phase = phase::posted;
    slot.is_receive = is_receive;
    slot.gives_up = false;
    slot.detached = false;
    slot.end = &end;
    slot.waiter = nullptr;
    slot.lease = std::move(lease);
    ++under_way_;
    return {index, slot.generation};
  }

  /// Frees the slot of an operation that was not posted, and returns its lease.
  slot_pool::slot take_back(ticket whose) noexcept {
    auto lease = std::move(slots_[whose.slot].lease);
    --under_way_;
    free_slot(whose.slot);
    return lease;
  }

  /// Resumes this coroutine when the operation is done.
  void wait(ticket whose, std::coroutine_handle<> waiter) noexcept {
    slots_[whose.slot].waiter = waiter;
  }

  /// True once take() has a result.
  bool is_done(ticket whose) const noexcept {
    const auto& slot = slots_[whose.slot];
    return slot.phase == phase::done || slot.detached;
  }

  /// Returns the result of an operation that is done, and frees its slot.
  result take(ticket whose) noexcept {
    auto& slot = slots_[whose.slot];
    if (slot.phase == phase::posted) {  // cancelled, and the device may still use its buffer
      slot.phase = phase::abandoned;
      result gone;
      gone.how = outcome::cancelled;
      return gone;
    }
    result one = std::move(slot.outcome);
    one.buffer = std::move(slot.lease);
    free_slot(whose.slot);
    return one;
  }

  /// Forgets who waits. The slot is freed when the operation is done.
  void abandon(ticket whose) noexcept {
    auto& slot = slots_[whose.slot];
    if (slot.phase == phase::posted) {
      slot.phase = phase::abandoned;
      slot.waiter = nullptr;
    } else if (slot.phase == phase::done) {
      slot.lease = {};
      if (slot.is_queued) {
        slot.phase = phase::dropped;  // still in the list of those to resume
        slot.waiter = nullptr;
      } else {
        free_slot(whose.slot);
      }
    }
  }

  /// Takes a completion. Returns false if nobody has such an operation.
  bool complete(const completed& what) noexcept {
    if (what.whose.slot >= slots_.size()) return false;
    auto& slot = slots_[what.whose.slot];
    if (slot.generation != what.whose.generation) return false;
    if (slot.phase != phase::posted && slot.phase != phase::abandoned) return false;
    auto how = what.status == wc_status::success ? outcome::done : outcome::failed;
    if (slot.gives_up && what.status == wc_status::wr_flush_err) how = outcome::cancelled;
    finish(what.whose.slot, how, what);
    return true;
  }

  /// Ends every operation of a queue pair that completes nothing any more.
  void lose(const cancellable_end& end, outcome how) noexcept {
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      auto& slot = slots_[i];
      const bool is_under_way = slot.phase == phase::posted || slot.phase == phase::abandoned;
      if (is_under_way && slot.end == &end)
        finish(i, how, {.whose = {}, .status = wc_status::wr_flush_err});
    }
  }

  /// Cancels an operation; see cancellation::cancel().
  bool cancel(ticket whose, bool gives_up) {
    if (!whose || slots_[whose.slot].generation != whose.generation) return false;
    auto& slot = slots_[whose.slot];
    if (slot.phase != phase::posted || slot.detached) return false;
    if (gives_up) {
      slot.gives_up = true;
      slot.end->give_up();
      return true;
    }
    if (!slot.is_receive) return false;
    slot.detached = true;
    queue(whose.slot);
    return true;
  }

  /// Resumes the coroutines whose operations are done, at most those that are there now. Returns
  /// how many.
  unsigned resume() {
    unsigned count = 0;
    for (auto left = ready_; left != 0 && first_ != nobody; --left) {
      const auto index = first_;
      auto& slot = slots_[index];
      first_ = slot.next_ready;
      if (first_ == nobody) last_ = nobody;
      --ready_;
      slot.is_queued = false;
      if (slot.phase == phase::dropped) {
        free_slot(index);
        continue;
      }
      const auto waiter = std::exchange(slot.waiter, nullptr);
      if (!waiter) continue;
      ++count;
      waiter.resume();
    }
    return count;
  }

  bool has_ready() const noexcept { return first_ != nobody; }

  /// Returns the number of operations whose completion has not come.
  std::uint32_t under_way() const noexcept { return under_way_; }

 private:
  static constexpr std::uint32_t nobody = 0xffffffff;

  enum class phase : std::uint8_t {
    free,
    posted,     ///< the completion has not come
    abandoned,  ///< nor does anybody wait for it
    done,       ///< the result has not been taken
    dropped,    ///< nobody takes the result
  };

  struct operation {
    std::coroutine_handle<> waiter;
    result outcome;
    slot_pool::slot lease;
    cancellable_end* end = nullptr;
    std::uint32_t generation = 1;
    std::uint32_t next = nobody;        ///< of the free ones
    std::uint32_t next_ready = nobody;  ///< of those to resume
    operation_table::phase phase = phase::free;
    bool is_receive = false;
    bool gives_up = false;  ///< its queue pair was given up for it
    bool detached = false;  ///< who waits is told that it was cancelled
    bool is_queued = false;
  };

  void finish(std::uint32_t index, outcome how, const completed& what) noexcept {
    auto& slot = slots_[index];
    --under_way_;
    if (slot.phase == phase::abandoned) {
      slot.lease = {};
      if (slot.is_queued)
        slot.phase = phase::dropped;
      else
        free_slot(index);
      return;
    }
    slot.phase = phase::done;
    auto& outcome = slot.outcome;
    outcome.how = how;
    outcome.status = what.status;
    outcome.has_imm = what.has_imm;
    outcome.error_number = 0;
    outcome.byte_count = what.byte_count;
    outcome.imm = what.imm;
    queue(index);
  }

  void queue(std::uint32_t index) noexcept {
    auto& slot = slots_[index];
    if (slot.is_queued) return;
    slot.is_queued = true;
    slot.next_ready = nobody;
    (last_ == nobody ? first_ : slots_[last_].next_ready) = index;
    last_ = index;
    ++ready_;
  }

  void free_slot(std::uint32_t index) noexcept {
    auto& slot = slots_[index];
    assert(slot.phase != phase::free);
    slot.phase = phase::free;
    if (++slot.generation == 0) slot.generation = 1;
    slot.next = free_;
    free_ = index;
  }

  std::vector<operation> slots_;
  std::uint32_t free_;
  std::uint32_t first_ = nobody, last_ = nobody;  ///< the list of those to resume
  std::uint32_t ready_ = 0;                       ///< how many are in it
  std::uint32_t under_way_ = 0;
};

}  // namespace detail

/// The force of a cancellation, with the names of Asio's cancellation types.
enum class cancel_kind : std::uint8_t {
  total,     ///< only if nothing of the operation can be seen afterwards
  partial,   ///< also if a part of it was done
  terminal,  ///< at any price: the queue pair goes to ERROR
};

/// A name for one operation, by which it is cancelled. Use it from the engine's thread.
///
///   cancellation stop;
///   auto got = co_await qp.recv(piece).cancel_by(stop);  // elsewhere: stop.cancel();
class cancellation {
 public:
  /// Cancels the operation. Returns false if that cannot be done, or if there is none under way.
  ///
  /// A posted receive leaves the coroutine, which resumes with outcome::cancelled. The receive
  /// stays posted and keeps its buffer until its CQE comes, and a message that fills it is lost.
  /// Other posted operations are not given up by total and partial; they complete with their CQE.
  /// terminal brings the queue pair to ERROR. Then everything that was posted there completes, and
  /// what was not executed of this operation is outcome::cancelled.
  bool cancel(cancel_kind kind = cancel_kind::total) {
    return table_ != nullptr && table_->cancel(whose_, kind == cancel_kind::terminal);
  }

  /// Names an operation. Called by the operation.
  void name(detail::operation_table& table, detail::ticket whose) noexcept {
    table_ = &table;
    whose_ = whose;
  }

 private:
  detail::operation_table* table_ = nullptr;
  detail::ticket whose_;
};

}  // namespace verbatim::stream
