// The tables in which a send queue keeps the entries of posted WQEs until their completion.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "verbatim/queue/send/send_policies.hpp"

namespace verbatim::detail {

/// The free-running indexes of a send queue, in WQEBBs. WQEs from `ci` on are in the ring.
struct ring_indexes {
  std::uint32_t pi = 0;  ///< index after the last posted WQE
  std::uint32_t ci = 0;  ///< index of the oldest WQE in the ring

  /// Returns true if a posted WQE that ended before the index `end` is in the ring. A WQE that is
  /// no longer in the ring ended at or before `ci`, less than 2^31 WQEBBs ago.
  bool holds(std::uint32_t end) const noexcept { return static_cast<std::int32_t>(ci - end) < 0; }

  /// Returns the first free-running index from `ci` on that has these lower 16 bits.
  std::uint32_t whole(std::uint16_t wqe_counter) const noexcept {
    return ci + static_cast<std::uint16_t>(wqe_counter - ci);
  }
};

/// A WQE that is in the ring and has failed.
struct failed_wqe {
  std::size_t slot = 0;          ///< position of its first WQEBB in the ring
  std::uint32_t begin = 0;       ///< free-running, like `end`
  std::uint32_t end = 0;         ///< free-running index after its last WQEBB
  bool waited = false;           ///< true if it waited for all earlier WQEs, even on a relaxed
                                 ///< queue
  bool tell_unsignaled = false;  ///< true if it is reported even without an entry
};

// All tables have these functions. `slot` is the position in the ring where a WQE begins.
// hand_back(entry, failed, signaled) is called after the indexes have moved, so it may post.
//
//   keep(slot, begin, end, entry, signaled)  a WQE with an entry is posted
//   keep_filler(slot, begin, end)            the NOP in front of the ring's start is posted
//   complete(at, slot, hand_back)            a WQE has completed; returns false if it is unknown
//   fail(at, failed_wqe, hand_back)          a WQE has failed; returns false if it is unknown
//   free_from(at)                            returns the index before which the ring is empty
//   used(at)                                 returns the number of WQEBBs that are not free

/// The table of wqe_table::ordered_sparse: it has a record only at the start of each signaled WQE.
template <class Entry, ordering Order>
class ordered_sparse_table {
 public:
  /// A filler needs no CQE: the CQE of any later WQE covers it.
  static constexpr bool signals_fillers = false;

  explicit ordered_sparse_table(std::uint32_t wqebbs) : records_(wqebbs) {}

  void keep(std::size_t slot, std::uint32_t, std::uint32_t end, Entry&& entry, bool) noexcept {
    auto& r = records_[slot];
    r.entry = std::move(entry);
    r.end = end;
  }
  void keep_filler(std::size_t, std::uint32_t, std::uint32_t) noexcept {}

  template <class HandBack>
  bool complete(ring_indexes& at, std::size_t slot, HandBack&& hand_back) {
    auto& r = records_[slot];
    // On a relaxed queue, the WQE was not fenced and signaled, so its CQE does not cover earlier
    // WQEs.
    if (!at.holds(r.end)) [[unlikely]]
      return Order == ordering::relaxed;
    at.ci = r.end;
    hand_back(std::move(r.entry), false, true);
    return true;
  }

  template <class HandBack>
  bool fail(ring_indexes& at, const failed_wqe& wqe, HandBack&& hand_back) {
    auto& r = records_[wqe.slot];
    const bool signaled = r.end == wqe.end;  // else the record is from an earlier lap
    if (Order == ordering::strict || wqe.waited) at.ci = wqe.end;
    if (signaled) {
      hand_back(std::move(r.entry), true, true);
    } else if (wqe.tell_unsignaled) {
      hand_back(Entry{}, true, false);
    }
    return true;
  }

  std::uint32_t free_from(const ring_indexes& at) const noexcept { return at.ci; }
  std::uint32_t used(const ring_indexes& at) const noexcept { return at.pi - at.ci; }

  void reset() noexcept {
    for (auto& r : records_) r = record{};
  }

 private:
  struct record {
    Entry entry;
    std::uint32_t end = 0;  // the free-running index after the WQE: it identifies the lap
  };

  std::vector<record> records_;
};

/// The table of wqe_table::ordered_few: like the sparse table, but its records are a queue. They
/// complete in the order in which they were posted.
template <class Entry>
class ordered_few_table {
 public:
  static constexpr bool signals_fillers = false;

  /// Makes a table for so many signaled WQEs at a time, in a ring of so many WQEBBs.
  ordered_few_table(std::uint32_t most, std::uint32_t wqebbs)
      : records_(std::make_unique<record[]>(most)), size_(most), mask_(wqebbs - 1) {
    assert(most != 0 && most <= wqebbs);
  }

  /// Returns the number of signaled WQEs for which there is room.
  std::uint32_t room() const noexcept { return size_ - count_; }

  void keep(std::size_t slot, std::uint32_t begin, std::uint32_t end, Entry&& entry,
            bool) noexcept {
    assert(room() != 0);
    auto& r = records_[last_];
    r.entry = std::move(entry);
    r.slot = static_cast<std::uint16_t>(slot);
    r.wqebbs = static_cast<std::uint8_t>(end - begin);
    if (++last_ == size_) last_ = 0;
    ++count_;
  }
  void keep_filler(std::size_t, std::uint32_t, std::uint32_t) noexcept {}

  template <class HandBack>
  bool complete(ring_indexes& at, std::size_t slot, HandBack&& hand_back) {
    if (!find(slot)) [[unlikely]]
      return false;
    at.ci += ((static_cast<std::uint32_t>(slot) - at.ci) & mask_) + records_[first_].wqebbs;
    hand_back(take(), false, true);
    return true;
  }

  template <class HandBack>
  bool fail(ring_indexes& at, const failed_wqe& wqe, HandBack&& hand_back) {
    at.ci = wqe.end;
    if (find(wqe.slot)) {
      hand_back(take(), true, true);
    } else if (wqe.tell_unsignaled) {
      hand_back(Entry{}, true, false);
    }
    return true;
  }

  std::uint32_t free_from(const ring_indexes& at) const noexcept { return at.ci; }
  std::uint32_t used(const ring_indexes& at) const noexcept { return at.pi - at.ci; }

  void reset() noexcept {
    for (std::uint32_t i = 0; i != size_; ++i) records_[i] = record{};
    first_ = last_ = 0;
    count_ = 0;
  }

 private:
  struct record {
    Entry entry;
    std::uint16_t slot = 0;   // position of its first WQEBB in the ring
    std::uint8_t wqebbs = 0;  // its length
  };

  /// Drops the records before that of the WQE at this place. Returns false, and drops none, if there is
  /// no such record. Devices write the CQEs in order, so it is usually the first one.
  bool find(std::size_t slot) noexcept {
    auto at = first_;
    for (std::uint32_t i = 0; i != count_; ++i) {
      if (records_[at].slot == slot) [[likely]] {
        first_ = at;
        count_ -= i;
        return true;
      }
      if (++at == size_) at = 0;
    }
    return false;
  }

  /// Removes the first record. Its entry is moved out, because the program may post meanwhile.
  Entry take() noexcept {
    Entry entry = std::move(records_[first_].entry);
    if (++first_ == size_) first_ = 0;
    --count_;
    return entry;
  }

  std::unique_ptr<record[]>
      records_;  // smaller than a vector, because it is in the first cache line
  std::uint32_t size_;
  std::uint32_t mask_;                  // of the ring
  std::uint16_t first_ = 0, last_ = 0;  // indexes of the oldest record, and of the next one
  std::uint32_t count_ = 0;
};

/// The table of wqe_table::ordered_dense: it has a record at the start of every WQE, so that it can
/// walk through the WQEs.
template <class Entry, ordering Order>
class ordered_dense_table {
 public:
  static constexpr bool signals_fillers = false;

  explicit ordered_dense_table(std::uint32_t wqebbs) : mask_(wqebbs - 1), records_(wqebbs) {}

  void keep(std::size_t slot, std::uint32_t, std::uint32_t end, Entry&& entry,
            bool signaled) noexcept {
    auto& r = records_[slot];
    r.entry = std::move(entry);
    r.end = end;
    r.holds = signaled ? what::signaled : what::unsignaled;
  }
  void keep_filler(std::size_t slot, std::uint32_t, std::uint32_t end) noexcept {
    records_[slot].end = end;
    records_[slot].holds = what::nothing;
  }

  template <class HandBack>
  bool complete(ring_indexes& at, std::size_t slot, HandBack&& hand_back) {
    auto& last = records_[slot];
    const auto held = last.holds;
    if (held == what::nothing || !at.holds(last.end)) [[unlikely]]
      return Order == ordering::relaxed;
    if (Order == ordering::relaxed && held != what::signaled) return true;
    while ((at.ci & mask_) != slot) hand_back_next(at, false, hand_back);
    // It is not computed from `at`, because processors would wait for the value that the previous
    // WQE stored there.
    at.ci = last.end;
    give(last, held, false, hand_back);
    return true;
  }

  template <class HandBack>
  bool fail(ring_indexes& at, const failed_wqe& wqe, HandBack&& hand_back) {
    auto& r = records_[wqe.slot];
    if (Order == ordering::relaxed && !wqe.waited) {
      // A later CQE walks over this record and must not hand back its entry again.
      give(r, std::exchange(r.holds, what::nothing), true, hand_back);
      return true;
    }
    while (at.ci != wqe.begin) hand_back_next(at, false, hand_back);
    hand_back_next(at, true, hand_back);
    return true;
  }

  std::uint32_t free_from(const ring_indexes& at) const noexcept { return at.ci; }
  std::uint32_t used(const ring_indexes& at) const noexcept { return at.pi - at.ci; }

  void reset() noexcept {
    for (auto& r : records_) r = record{};
  }

 private:
  enum class what : std::uint8_t { nothing, unsignaled, signaled };

  struct record {
    Entry entry;
    std::uint32_t end = 0;
    what holds = what::nothing;
  };

  template <class HandBack>
  void hand_back_next(ring_indexes& at, bool failed, HandBack& hand_back) {
    auto& r = records_[at.ci & mask_];
    at.ci = r.end;
    give(r, r.holds, failed, hand_back);
  }

  template <class HandBack>
  static void give(record& r, what held, bool failed, HandBack& hand_back) {
    if (held != what::nothing) hand_back(std::move(r.entry), failed, held == what::signaled);
  }

  std::uint32_t mask_;
  std::vector<record> records_;
};

/// The table of wqe_table::unordered: like the dense table, but each record is freed by its own
/// CQE. WQEs are still posted in the ring's order, so the oldest outstanding WQE blocks new ones
/// when the ring is full.
template <class Entry>
class unordered_table {
 public:
  /// A filler needs its own CQE, because no other CQE covers it.
  static constexpr bool signals_fillers = true;

  explicit unordered_table(std::uint32_t wqebbs) : mask_(wqebbs - 1), records_(wqebbs) {}

  void keep(std::size_t slot, std::uint32_t begin, std::uint32_t end, Entry&& entry,
            bool) noexcept {
    records_[slot].entry = std::move(entry);
    occupy(slot, begin, end, what::entry);
  }
  void keep_filler(std::size_t slot, std::uint32_t begin, std::uint32_t end) noexcept {
    occupy(slot, begin, end, what::filler);
  }

  template <class HandBack>
  bool complete(ring_indexes&, std::size_t slot, HandBack&& hand_back) {
    return finish(slot, false, hand_back);
  }

  template <class HandBack>
  bool fail(ring_indexes&, const failed_wqe& wqe, HandBack&& hand_back) {
    return finish(wqe.slot, true, hand_back);
  }

  std::uint32_t free_from(const ring_indexes& at) const noexcept {
    auto ci = at.ci;
    while (ci != at.pi && records_[ci & mask_].holds == what::nothing)
      ci = records_[ci & mask_].end;
    return ci;
  }
  std::uint32_t used(const ring_indexes&) const noexcept { return used_; }

  void reset() noexcept {
    for (auto& r : records_) r = record{};
    used_ = 0;
  }

 private:
  enum class what : std::uint8_t { nothing, filler, entry };

  struct record {
    Entry entry;
    std::uint32_t end = 0;
    std::uint8_t wqebbs = 0;  // length of the WQE
    what holds = what::nothing;
  };

  void occupy(std::size_t slot, std::uint32_t begin, std::uint32_t end, what holds) noexcept {
    auto& r = records_[slot];
    assert(r.holds == what::nothing);
    r.end = end;
    r.wqebbs = static_cast<std::uint8_t>(end - begin);
    r.holds = holds;
    used_ += end - begin;
  }

  template <class HandBack>
  bool finish(std::size_t slot, bool failed, HandBack& hand_back) {
    auto& r = records_[slot];
    const auto held = std::exchange(r.holds, what::nothing);
    if (held == what::nothing) return false;  // no posted WQE begins here
    used_ -= r.wqebbs;
    if (held == what::entry) hand_back(std::move(r.entry), failed, true);
    return true;
  }

  std::uint32_t mask_;
  std::uint32_t used_ = 0;
  std::vector<record> records_;
};

}  // namespace verbatim::detail
