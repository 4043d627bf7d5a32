// Registered memory in slots of one size, which programs take and give back.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
class slot_pool;

namespace verbs {

/// A lock-free stack of the free slots. Its head counts the changes, so that pop() notices if a
/// slot was taken and given back meanwhile.
class slot_stack {
 public:
  slot_stack(mr memory, std::size_t slot_bytes, std::uint32_t slots);

  /// Takes a slot. Returns nothing if all are taken.
  std::optional<std::uint32_t> pop() noexcept;
  void push(std::uint32_t index) noexcept;

  /// Marks the slot as taken without an owner, known only by its number.
  void let_go(std::uint32_t index) noexcept {
    states_[index].store(let_go_of, std::memory_order_relaxed);
  }

  /// Takes a slot back by its number. Returns false if no slot with this number was let go.
  bool take_back(std::uint64_t index) noexcept;

  std::uint32_t slots() const noexcept { return slots_; }
  std::size_t slot_bytes() const noexcept { return slot_bytes_; }
  std::uint32_t available() const noexcept { return available_.load(std::memory_order_relaxed); }
  std::uint32_t fewest() const noexcept { return fewest_.load(std::memory_order_relaxed); }

  std::span<std::byte> memory_of(std::uint32_t index) const noexcept {
    return memory_.memory().subspan(index * slot_bytes_, slot_bytes_);
  }
  memory_slice slice_of(std::uint32_t index) const noexcept {
    return {addr_ + index * slot_bytes_, static_cast<std::uint32_t>(slot_bytes_), lkey_};
  }
  remote_region remote_of(std::uint32_t index) const noexcept {
    return {addr_ + index * slot_bytes_, slot_bytes_, rkey_};
  }
  const mr& region() const noexcept { return memory_; }

 private:
  // The state of a free slot is the number of the slot below it on the stack, or one of these:
  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr std::uint32_t taken = 0xfffffffe;
  static constexpr std::uint32_t let_go_of = 0xfffffffd;

  mr memory_;
  std::size_t slot_bytes_;
  std::uint32_t slots_;
  std::uint64_t addr_;
  lkey lkey_;
  rkey rkey_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> states_;
  std::atomic<std::uint64_t> head_;  ///< changes << 32 | slot
  std::atomic<std::uint32_t> available_;
  std::atomic<std::uint32_t> fewest_;
};

/// A slot of a slot_pool, which goes back to the pool when this object is destroyed. It keeps the
/// memory alive, even after the pool is destroyed.
class slot {
 public:
  /// Makes an object without a slot. Only testing it for a slot is allowed.
  slot() noexcept = default;
  slot(slot&& other) noexcept : pool_(std::move(other.pool_)), index_(other.index_) {}
  /// Takes a reference: Clang 14 may not destroy an argument `{}` by value within a coroutine.
  slot& operator=(slot&& other) noexcept {
    slot given(std::move(other));
    std::swap(pool_, given.pool_);
    std::swap(index_, given.index_);
    return *this;
  }
  ~slot() {
    if (pool_ != nullptr) pool_->push(index_);
  }

  explicit operator bool() const noexcept { return pool_ != nullptr; }

  /// Returns the memory of the slot. It still has the bytes of its last use.
  std::span<std::byte> memory() const noexcept { return pool_->memory_of(index_); }

  /// Returns the whole slot as a slice, for posting. For only the first bytes, use
  /// `slot.slice().slice(0, length)`.
  memory_slice slice() const noexcept { return pool_->slice_of(index_); }

  /// Returns the whole slot for a peer, with the access rights of the pool.
  remote_region remote() const noexcept { return pool_->remote_of(index_); }

  /// Copies the bytes to the beginning of the slot. Returns their slice. Throws if they do not fit.
  memory_slice put(std::span<const std::byte> bytes) const;

  /// Releases the slot from this object and returns its number, for a wr_id. The slot stays taken
  /// until slot_pool::take_back() is called with the number.
  std::uint64_t let_go() && noexcept {
    pool_->let_go(index_);
    pool_.reset();
    return index_;
  }

 private:
  friend class verbatim::slot_pool;

  slot(std::shared_ptr<slot_stack> pool, std::uint32_t index) noexcept
      : pool_(std::move(pool)), index_(index) {}

  std::shared_ptr<slot_stack> pool_;
  std::uint32_t index_ = 0;
};

}  // namespace verbs

/// A pool of message buffers that are registered once. Any thread may take slots and give them
/// back, without locks or allocations.
///
///   slot_pool sends(domain, 4096, 1024), receives(domain, 4096, 1024);
///   rc_qp<slot_pool::slot> sender(domain, completions);
///   if (auto one = sends.take()) {
///     const auto piece = one.put(message);
///     sender.sq_wqe().send().sge(piece).signal(std::move(one)).finish();
///   }
///
/// The completion brings the entry back. The slot is free when the callback has returned, so that
/// no thread reuses memory that the device still reads. With libibverbs, use
/// `.signal(std::move(one).let_go())` and `take_back(completion.wr_id())`.
///
/// Use one pool for sends and one for receives. With a common pool, waiting receives can take all
/// slots, so that the sends for which the peer waits get none.
class slot_pool {
 public:
  using slot = verbs::slot;

  /// Makes the slots. `how.access` must have local_write if slots are used for receives. Throws
  /// like mr::allocate(), if `slots` is 0 or more than 2^31, and if slots are empty or longer than
  /// the longest message.
  slot_pool(const pd& pd, std::size_t slot_bytes, std::uint32_t slots,
            const verbs::mr_allocation& how = {});

  /// Takes a slot. Returns an empty object if all are taken.
  slot take() noexcept {
    const auto index = stack_->pop();
    return index ? slot(stack_, *index) : slot();
  }

  /// Returns the slot whose let_go() returned this number; an empty object if there is none.
  slot take_back(std::uint64_t number) noexcept {
    return stack_->take_back(number) ? slot(stack_, static_cast<std::uint32_t>(number)) : slot();
  }

  /// Returns the number of slots, free or not.
  std::uint32_t slots() const noexcept { return stack_->slots(); }

  /// Returns the size of a slot in bytes.
  std::size_t slot_bytes() const noexcept { return stack_->slot_bytes(); }

  /// Returns the number of free slots.
  std::uint32_t available() const noexcept { return stack_->available(); }

  /// Returns the lowest number of free slots so far: the pool could have been smaller by this
  /// number.
  std::uint32_t fewest_available() const noexcept { return stack_->fewest(); }

  /// Returns the registration. Close the registration or its parent to end the device's access to
  /// the memory.
  const mr& region() const noexcept { return stack_->region(); }

 private:
  std::shared_ptr<verbs::slot_stack> stack_;
};

}  // namespace verbatim
