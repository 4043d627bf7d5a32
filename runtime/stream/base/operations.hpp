// The outstanding operations, in slots that are allocated once.
#pragma once

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/result.hpp"

namespace verbatim::stream {

namespace detail {

/// The number of an operation, which its WQE carries: a slot, and the number of earlier uses of the
/// slot. A default ticket belongs to no operation.
struct ticket {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;

  explicit operator bool() const noexcept { return generation != 0; }
  bool operator==(const ticket&) const = default;

  /// These functions convert a ticket to a wr_id and back.
  constexpr std::uint64_t wr_id() const noexcept { return std::uint64_t{generation} << 32 | slot; }
  static constexpr ticket of(std::uint64_t wr_id) noexcept {
    return {static_cast<std::uint32_t>(wr_id), static_cast<std::uint32_t>(wr_id >> 32)};
  }
};

/// A completion from any kind of completion queue.
struct completed {
  ticket whose;
  wc_status status = wc_status::success;
  bool is_receive = false;
  bool has_imm = false;
  bool is_write = false;  ///< a receive that an RDMA WRITE with immediate data has taken
  std::uint32_t byte_count = 0;
  std::uint32_t imm = 0;
  const void* native = nullptr;  ///< of a receive: the completion, which its queue pair understands
};

/// The part of a queue pair that cancelling needs.
class cancellable_end {
 public:
  /// Moves the queue pair to ERROR, so that every outstanding WQE completes.
  virtual void give_up() = 0;

 protected:
  ~cancellable_end() = default;
};

/// The table of the operations of an engine.
///
/// The device may use a buffer until the CQE arrives. So a slot keeps its leased buffer until then,
/// even if the waiting coroutine is destroyed.
class operation_table {
 public:
  explicit operation_table(std::uint32_t slots) : slots_(slots) {
    for (std::uint32_t i = 0; i < slots; ++i) slots_[i].next = i + 1 < slots ? i + 1 : nobody;
    free_ = slots != 0 ? 0 : nobody;
  }

  /// Takes a slot for an operation that is about to be posted. Returns a default ticket if all
  /// slots are taken; then the caller keeps `lease`.
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

  /// Registers what continues when the operation is done.
  void wait(ticket whose, continuation waiter) noexcept { slots_[whose.slot].waiter = waiter; }

  /// Returns true if take() has a result.
  bool is_done(ticket whose) const noexcept {
    const auto& slot = slots_[whose.slot];
    return slot.phase == phase::done || slot.detached;
  }

  /// Returns the result of an operation that is done, and frees its slot.
  result take(ticket whose) noexcept {
    auto& slot = slots_[whose.slot];
    if (slot.phase == phase::posted) {  // cancelled; the device may still use the buffer
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

  /// Forgets the waiting coroutine. The slot is freed when the operation is done.
  void abandon(ticket whose) noexcept {
    auto& slot = slots_[whose.slot];
    if (slot.phase == phase::posted) {
      slot.phase = phase::abandoned;
      slot.waiter = nullptr;
    } else if (slot.phase == phase::done) {
      slot.lease = {};
      if (slot.is_queued) {
        slot.phase = phase::dropped;  // still in the list of slots to resume
        slot.waiter = nullptr;
      } else {
        free_slot(whose.slot);
      }
    }
  }

  /// Handles a completion. Returns false if it belongs to no outstanding operation.
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

  /// Returns true if an operation of the queue pair is outstanding.
  bool has(const cancellable_end& end) const noexcept {
    for (const auto& slot : slots_) {
      const bool is_under_way = slot.phase == phase::posted || slot.phase == phase::abandoned;
      if (is_under_way && slot.end == &end) return true;
    }
    return false;
  }

  /// Ends every operation of a queue pair whose device no longer writes CQEs.
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

  /// Resumes the coroutines whose operations are done at the time of the call. Returns their
  /// number.
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

  /// Returns the number of outstanding operations.
  std::uint32_t under_way() const noexcept { return under_way_; }

 private:
  static constexpr std::uint32_t nobody = 0xffffffff;

  enum class phase : std::uint8_t {
    free,
    posted,     ///< outstanding
    abandoned,  ///< outstanding, and no coroutine waits for it
    done,       ///< the result has not been taken
    dropped,    ///< no coroutine takes the result
  };

  struct operation {
    continuation waiter;
    result outcome;
    slot_pool::slot lease;
    cancellable_end* end = nullptr;
    std::uint32_t generation = 1;
    std::uint32_t next = nobody;        ///< in the list of free slots
    std::uint32_t next_ready = nobody;  ///< in the list of slots to resume
    operation_table::phase phase = phase::free;
    bool is_receive = false;
    bool gives_up = false;  ///< its queue pair was moved to ERROR to cancel it
    bool detached = false;  ///< its coroutine gets outcome::cancelled before the CQE arrives
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
  std::uint32_t first_ = nobody, last_ = nobody;  ///< the list of slots to resume
  std::uint32_t ready_ = 0;                       ///< the length of that list
  std::uint32_t under_way_ = 0;
};

}  // namespace detail

/// The force of a cancellation, with the names of Asio's cancellation types.
enum class cancel_kind : std::uint8_t {
  total,     ///< only if the operation then has no visible effect
  partial,   ///< also if a part of the operation was done
  terminal,  ///< always: the queue pair goes to ERROR
};

/// A handle with which one operation can be cancelled. Use it from the engine's thread.
///
///   cancellation stop;
///   auto got = co_await qp.recv(piece).cancel_by(stop);  // elsewhere: stop.cancel();
class cancellation {
 public:
  /// Cancels the operation. Returns false if that is not possible or if the operation is not
  /// outstanding.
  ///
  /// If the operation is a receive, its coroutine resumes with outcome::cancelled. The receive
  /// stays posted and keeps its buffer until its CQE arrives, and a message that fills it is lost.
  /// Other posted operations cannot be cancelled with total and partial; they complete with their
  /// CQE. terminal moves the queue pair to ERROR. Then every WQE that was posted there completes,
  /// and this operation ends with outcome::cancelled if it was not executed.
  bool cancel(cancel_kind kind = cancel_kind::total) {
    return table_ != nullptr && table_->cancel(whose_, kind == cancel_kind::terminal);
  }

  /// Attaches this object to an operation. The operation calls it.
  void name(detail::operation_table& table, detail::ticket whose) noexcept {
    table_ = &table;
    whose_ = whose;
  }

 private:
  detail::operation_table* table_ = nullptr;
  detail::ticket whose_;
};

}  // namespace verbatim::stream
