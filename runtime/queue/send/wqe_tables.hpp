// The tables in which a send queue keeps the entries of posted WQEs until their completions.
#pragma once

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "verbatim/queue/send/send_policies.hpp"

namespace verbatim::detail {

/// The free-running indexes of a send queue, in WQEBBs. WQEs from `ci` on are in the ring.
struct ring_indexes {
  std::uint32_t pi = 0;  ///< index behind the last WQE that was posted
  std::uint32_t ci = 0;  ///< index of the oldest WQE in the ring

  /// Returns true if a posted WQE that ended before the index `end` is in the ring. One that is not
  /// has ended at or before `ci`, and less than 2^31 WQEBBs ago.
  bool holds(std::uint32_t end) const noexcept { return static_cast<std::int32_t>(ci - end) < 0; }

  /// Returns the free-running index with these lower 16 bits that is not before `ci`.
  std::uint32_t whole(std::uint16_t wqe_counter) const noexcept {
    return ci + static_cast<std::uint16_t>(wqe_counter - ci);
  }
};

/// A WQE that is in the ring and has failed.
struct failed_wqe {
  std::uint32_t slot = 0;        ///< place of its first WQEBB in the ring
  std::uint32_t begin = 0;       ///< free-running, like `end`
  std::uint32_t end = 0;         ///< free-running index behind its last WQEBB
  bool waited = false;           ///< true if it waited for all before it, even on a relaxed queue
  bool tell_unsignaled = false;  ///< true if it is reported even without an entry
};

// All tables have these functions. `slot` is the place in the ring where a WQE begins.
// hand_back(entry, failed, signaled) is called when the indexes have already moved: it may post.
//
//   keep(slot, begin, end, entry, signaled)  a WQE with an entry is posted
//   keep_filler(slot, begin, end)            the NOP in front of the ring's start is posted
//   complete(at, slot, hand_back)            a CQE says that a WQE is done; false if none is there
//   fail(at, failed_wqe, hand_back)          a CQE says that a WQE failed; false if none is there
//   free_from(at)                            returns the index before which the ring is empty
//   used(at)                                 returns the number of WQEBBs that are not free

/// The table of wqe_table::ordered_sparse: a record where a signaled WQE begins, nothing elsewhere.
template <class Entry, ordering Order>
class ordered_sparse_table {
 public:
  /// A filler needs no CQE: the CQE of any later WQE covers it.
  static constexpr bool signals_fillers = false;

  explicit ordered_sparse_table(std::uint32_t wqebbs) : records_(wqebbs) {}

  void keep(std::uint32_t slot, std::uint32_t, std::uint32_t end, Entry&& entry, bool) noexcept {
    auto& r = records_[slot];
    r.entry = std::move(entry);
    r.end = end;
  }
  void keep_filler(std::uint32_t, std::uint32_t, std::uint32_t) noexcept {}

  template <class HandBack>
  bool complete(ring_indexes& at, std::uint32_t slot, HandBack&& hand_back) {
    auto& r = records_[slot];
    // On a relaxed queue, the WQE was not fenced and signaled: its CQE says nothing of earlier
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
    std::uint32_t end = 0;  // the free-running index after the WQE: tells old laps apart
  };

  std::vector<record> records_;
};

/// The table of wqe_table::ordered_dense: a record where any WQE begins, so that they can be
/// walked.
template <class Entry, ordering Order>
class ordered_dense_table {
 public:
  static constexpr bool signals_fillers = false;

  explicit ordered_dense_table(std::uint32_t wqebbs) : mask_(wqebbs - 1), records_(wqebbs) {}

  void keep(std::uint32_t slot, std::uint32_t, std::uint32_t end, Entry&& entry,
            bool signaled) noexcept {
    auto& r = records_[slot];
    r.entry = std::move(entry);
    r.end = end;
    r.holds = signaled ? what::signaled : what::unsignaled;
  }
  void keep_filler(std::uint32_t slot, std::uint32_t, std::uint32_t end) noexcept {
    records_[slot].end = end;
    records_[slot].holds = what::nothing;
  }

  template <class HandBack>
  bool complete(ring_indexes& at, std::uint32_t slot, HandBack&& hand_back) {
    auto& last = records_[slot];
    const auto held = last.holds;
    if (held == what::nothing || !at.holds(last.end)) [[unlikely]]
      return Order == ordering::relaxed;
    if (Order == ordering::relaxed && held != what::signaled) return true;
    while ((at.ci & mask_) != slot) hand_back_next(at, false, hand_back);
    // Not computed from `at`: processors would wait for the value stored there for the previous
    // WQE.
    at.ci = last.end;
    give(last, held, false, hand_back);
    return true;
  }

  template <class HandBack>
  bool fail(ring_indexes& at, const failed_wqe& wqe, HandBack&& hand_back) {
    auto& r = records_[wqe.slot];
    if (Order == ordering::relaxed && !wqe.waited) {
      // A later CQE walks past this record, and must not hand its entry back again.
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

/// The table of wqe_table::unordered: like the dense one, but each record is freed by its own CQE.
/// WQEs are still posted in the ring's order, so the oldest one that is not done blocks the next.
template <class Entry>
class unordered_table {
 public:
  /// A filler needs a CQE of its own: nothing else says when it is done.
  static constexpr bool signals_fillers = true;

  explicit unordered_table(std::uint32_t wqebbs) : mask_(wqebbs - 1), records_(wqebbs) {}

  void keep(std::uint32_t slot, std::uint32_t begin, std::uint32_t end, Entry&& entry,
            bool) noexcept {
    records_[slot].entry = std::move(entry);
    occupy(slot, begin, end, what::entry);
  }
  void keep_filler(std::uint32_t slot, std::uint32_t begin, std::uint32_t end) noexcept {
    occupy(slot, begin, end, what::filler);
  }

  template <class HandBack>
  bool complete(ring_indexes&, std::uint32_t slot, HandBack&& hand_back) {
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

  void occupy(std::uint32_t slot, std::uint32_t begin, std::uint32_t end, what holds) noexcept {
    auto& r = records_[slot];
    assert(r.holds == what::nothing);
    r.end = end;
    r.wqebbs = static_cast<std::uint8_t>(end - begin);
    r.holds = holds;
    used_ += end - begin;
  }

  template <class HandBack>
  bool finish(std::uint32_t slot, bool failed, HandBack& hand_back) {
    auto& r = records_[slot];
    const auto held = std::exchange(r.holds, what::nothing);
    if (held == what::nothing) return false;  // no WQE begins here: nothing that we posted
    used_ -= r.wqebbs;
    if (held == what::entry) hand_back(std::move(r.entry), failed, true);
    return true;
  }

  std::uint32_t mask_;
  std::uint32_t used_ = 0;
  std::vector<record> records_;
};

}  // namespace verbatim::detail
