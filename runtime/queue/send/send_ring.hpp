// The ring of a send queue: the places of the WQEs, and the table of their entries.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/base/counters.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/base/probes.hpp"
#include "verbatim/queue/send/send_policies.hpp"
#include "verbatim/queue/send/send_queue_memory.hpp"
#include "verbatim/queue/send/wqe_tables.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::detail {

/// The table that the policies ask for.
template <class Entry, class Policies>
using wqe_table_of = std::conditional_t<
    Policies::table == wqe_table::unordered, unordered_table<Entry>,
    std::conditional_t<
        Policies::table == wqe_table::ordered_dense, ordered_dense_table<Entry, Policies::order>,
        std::conditional_t<Policies::table == wqe_table::ordered_few, ordered_few_table<Entry>,
                           ordered_sparse_table<Entry, Policies::order>>>>;

/// Returns the fence of a WQE that also waits for the change of a key before it.
constexpr fence_mode with_small_fence(fence_mode fence) noexcept {
  if (fence == fence_mode::none) return fence_mode::key_changes;
  return fence == fence_mode::reads_and_atomics ? fence_mode::reads_atomics_and_key_changes : fence;
}

/// The place of the next WQE.
struct wqe_place {
  std::byte* wqe;    ///< where it is built
  std::uint32_t pi;  ///< its free-running index, unless it has to move to the ring's start
  std::size_t slot;  ///< its position in the ring, if it is built there
};

/// The place of a WQE of a run, a number of WQEs that are built in the ring before they are added.
struct run_place {
  std::byte* wqe;    ///< where it is built
  std::uint32_t pi;  ///< its free-running index
  std::size_t slot;  ///< and its position in the ring
};

/// A ring of WQEs. Usually a WQE is built straight in its place, where a WQE of any size is known
/// to fit. Otherwise it is built aside, in spare memory. finish() then knows its length and moves
/// it to its place if there is room.
template <class Entry, class Policies>
class send_ring {
 public:
  using entry = Entry;
  using policies = Policies;
  using table_type = wqe_table_of<Entry, Policies>;
  using counters_type = std::conditional_t<Policies::counts, counted_sends, nothing_counted>;
  static constexpr unsigned max_wqebbs = Policies::max_wqebbs;
  using spare_memory = shared_spare<max_wqebbs>;

  send_ring(const send_queue_memory& memory, const spare_memory& spare)
      : ring_(memory.ring),
        mask_(memory.wqebbs - 1),
        table_(table_for(memory)),
        qpn_(memory.qpn),
        spare_(spare ? spare : spare_memory::make()) {
    assert((memory.wqebbs & mask_) == 0 && memory.wqebbs <= (1u << 16));
    assert(memory.qpn < (1u << 24));
    ctrl_seg{.qpn = qpn_}.write(spare_->bytes.data());
    std::memcpy(&qpn_ctrl_, spare_->bytes.data(), sizeof qpn_ctrl_);
    reset();
  }

  /// Forgets all WQEs.
  void reset() noexcept {
    at_ = {};
    fence_next_ = false;
    table_.reset();
    // If a doorbell rings before the first WQE, it still carries the right QP number.
    last_ctrl_ = qpn_ctrl_;
    aim();
  }

  /// Closes the ring: no further WQE is added.
  void close() noexcept {
    closed_ = true;
    aim();
  }
  bool closed() const noexcept { return closed_; }

  /// Returns the place where the next WQE is built.
  [[gnu::always_inline]] wqe_place begin_wqe() const noexcept {
    if (may_build_in_place(at_.pi)) [[likely]] {
      const std::size_t slot = at_.pi & mask();
      return {ring_ + slot * wqebb, at_.pi, slot};
    }
    return {spare_->bytes.data(), at_.pi, 0};
  }

  /// Returns true if a WQE of any size at index `pi`, the next one, is known to fit in place. May return
  /// false although completions have made room. Then one WQE goes through the spare memory, and
  /// add_aside() computes the room again.
  bool may_build_in_place(std::uint32_t pi) const noexcept {
    return static_cast<std::int32_t>(in_place_until_ - pi) >= 0;
  }

  /// Returns true if such a WQE need not wait either: then finish() has nothing left to check.
  bool may_build_straight(std::uint32_t pi) const noexcept {
    return static_cast<std::int32_t>(straight_until_ - pi) >= 0;
  }

  /// Writes a ctrl_seg whose QP number is still 0, and adds the number. The bytes of the number are
  /// the same in each WQE, so they are computed only once.
  [[gnu::always_inline]] void write_ctrl(std::byte* wqe, const ctrl_seg& ctrl) const noexcept {
    assert(ctrl.qpn == 0);
    std::array<std::uint64_t, ctrl_seg::size / sizeof(std::uint64_t)> words;
    ctrl.write(reinterpret_cast<std::byte*>(words.data()));
    words[0] |= qpn_ctrl_;
    std::memcpy(wqe, words.data(), sizeof words);
  }

  /// Adds a finished WQE that was built straight: afterwards it is posted. `carried` is one entry,
  /// or nothing if the WQE has none.
  template <class... Entries>
  VERBATIM_PROBED post_result add(std::uint32_t pi, [[maybe_unused]] std::size_t slot,
                                  const std::byte* wqe, unsigned octowords, completion_mode ce,
                                  Entries&&... carried) noexcept {
    const auto end = pi + (octowords + 3) / 4;
    std::uint64_t ctrl;
    std::memcpy(&ctrl, wqe, sizeof ctrl);
    (table_.keep(slot, pi, end, std::move(carried), ce == completion_mode::always), ...);
    last_ctrl_ = ctrl;  // next to at_, and after the record: stores to one cache line pair up
    at_.pi = end;
    if constexpr (may_fill && sizeof...(Entries) != 0) {
      if (table_.room() == 0) stop_building();
    }
    tell_of(pi, end, octowords, wqe);
    return static_cast<std::uint16_t>(pi);
  }

  /// Tells the counters and the probes that a WQE is posted.
  [[gnu::always_inline]] void tell_of(std::uint32_t pi, std::uint32_t end,
                                      [[maybe_unused]] unsigned octowords,
                                      [[maybe_unused]] const std::byte* wqe) noexcept {
    if constexpr (Policies::counts) counters_.count_post(pi, end, mask());
    VERBATIM_PROBE4(post, qpn_, static_cast<std::uint16_t>(pi), octowords, wqe);
  }

  /// Adds a finished WQE that was not built straight. If it is in the spare memory, it moves to its
  /// place in the ring, if there is room. If it has to wait for the previous WQE, it gets a fence.
  /// The entry is passed by value, so that the usual path need not keep it in memory.
  template <class... Entries>
  [[gnu::noinline, gnu::cold]] post_result add_aside(bool fences_next,
                                                     Entries... carried) noexcept {
    const bool in_place = may_build_in_place(at_.pi);
    auto ctrl = ctrl_seg::read(aside(in_place));
    if (!in_place) {
      if (const auto error = settle(ctrl.ds); error != post_error::none) {
        if constexpr (Policies::counts) counters_.count_refused();
        return error;
      }
    }
    ctrl.wqe_index = static_cast<std::uint16_t>(at_.pi);
    if (fence_next_) ctrl.fm = with_small_fence(ctrl.fm);
    ctrl.write(at(at_.pi));
    const auto result =
        add(at_.pi, at_.pi & mask(), at(at_.pi), ctrl.ds, ctrl.ce, std::move(carried)...);
    if (in_place) {
      end_fence();
      if (fences_next) fence_next();
    } else {
      fence_next_ = fences_next;
      aim();
    }
    return result;
  }

  /// Returns the number of WQEBBs that WQEs may fill straight from the next one on, without another check of
  /// the room: those that are free and lie before the ring's end. Returns 0 if the next WQE has to go through
  /// add_aside().
  std::uint32_t straight_room() noexcept {
    if (closed_ || fence_next_) return 0;
    if constexpr (may_fill) return std::min({room(), to_end(), table_.room()});
    return std::min(room(), to_end());
  }

  /// Returns the place of the first WQE of a run, which is built within straight_room().
  run_place begin_run() const noexcept { return {at(at_.pi), at_.pi, at_.pi & mask_}; }

  /// Keeps the entry of a WQE that end_run() will add.
  template <class Carried>
  [[gnu::always_inline]] void keep(std::size_t slot, std::uint32_t pi, std::uint32_t end,
                                   Carried&& carried, completion_mode ce) noexcept {
    table_.keep(slot, pi, end, std::move(carried), ce == completion_mode::always);
  }

  /// Adds the WQEs of a run, which end before the index `end`. `last` is the last of them.
  void end_run(std::uint32_t end, const std::byte* last) noexcept {
    std::memcpy(&last_ctrl_, last, sizeof last_ctrl_);
    at_.pi = end;
    if constexpr (may_fill) {
      if (table_.room() == 0) stop_building();
    }
  }

  /// Returns the error of add_aside() for a WQE of so many octowords, without adding it.
  post_error refusal(unsigned octowords) noexcept {
    if (closed_) return post_error::closed;
    if (may_build_in_place(at_.pi)) return post_error::none;
    const auto length = (octowords + 3) / 4;
    return room() < gap_before(length) + length ? post_error::queue_full : post_error::none;
  }

  /// Makes the next WQE wait for the one just added, which changes a key. The next WQE goes through
  /// add_aside(), so that no other WQE has to check; but a WQE that changes a key too looks at
  /// waits(), and adds its fence itself.
  void fence_next() noexcept {
    if (fence_next_) return;
    fence_next_ = true;
    straight_until_ = at_.pi - 1;
  }

  /// Returns true if the next WQE has to wait for the one before it.
  bool waits() const noexcept { return fence_next_; }

  /// Adds NOPs up to the ring's end.
  post_result add_nops_to_end() noexcept {
    const auto first = static_cast<std::uint16_t>(at_.pi);
    if (closed_) return post_error::closed;
    if (to_end() == wqebbs()) return first;
    if (room() < to_end()) return post_error::queue_full;
    while ((at_.pi & mask()) != 0) add_nop(std::min(to_end(), std::uint32_t{15}));
    aim();
    return first;
  }

  /// Adds a NOP that waits for everything before it.
  post_result add_marker() noexcept {
    const auto first = static_cast<std::uint16_t>(at_.pi);
    if (closed_) return post_error::closed;
    if (room() == 0) return post_error::queue_full;
    add_nop(1, fence_mode::reads_atomics_and_key_changes);
    aim();
    return first;
  }

  std::uint32_t qpn() const noexcept { return qpn_; }
  std::uint32_t wqebbs() const noexcept { return mask() + 1; }
  std::uint32_t pi() const noexcept { return at_.pi; }
  ring_indexes& indexes() noexcept { return at_; }
  const ring_indexes& indexes() const noexcept { return at_; }
  table_type& table() noexcept { return table_; }
  const table_type& table() const noexcept { return table_; }
  const spare_memory& spare() const noexcept { return spare_; }
  counters_type& counters() noexcept { return counters_; }
  const counters_type& counters() const noexcept { return counters_; }

  /// Returns the first 8 bytes of the last WQE, in the byte order of memory, for the doorbell.
  const std::uint64_t& last_ctrl() const noexcept { return last_ctrl_; }

  /// Returns the position in the ring of an index. Its bits above the lower 16 may be wrong.
  std::size_t slot_of(std::uint32_t index) const noexcept { return index & mask(); }
  std::byte* at(std::uint32_t index) const noexcept {
    return ring_ + std::size_t{index & mask()} * wqebb;
  }
  ctrl_seg ctrl_at(std::uint32_t index) const noexcept { return ctrl_seg::read(at(index)); }

  /// Returns the address of octoword `index` of a WQE, which may continue at the ring's start.
  const std::byte* octoword_at(std::uint32_t begin, unsigned index) const noexcept {
    return at(begin + index / 4) + index % 4 * octoword;
  }

  /// Returns the number of WQEBBs from the next WQE to the ring's end; at the end itself, the size
  /// of the ring.
  std::uint32_t to_end() const noexcept { return wqebbs() - (at_.pi & mask()); }

  /// Returns the number of WQEBBs that NOPs must fill before a WQE of `length` WQEBBs; 0 if the WQE
  /// fits before the ring's end.
  std::uint32_t gap_before(std::uint32_t length) const noexcept {
    return policies::end == ring_end::contiguous && length > to_end() ? to_end() : 0;
  }

 private:
  /// True if the table may be full although the ring is not.
  static constexpr bool may_fill = Policies::table == wqe_table::ordered_few;

  static table_type table_for(const send_queue_memory& memory) {
    if constexpr (may_fill) {
      const bool is_told = memory.max_signaled != 0 && memory.max_signaled < memory.wqebbs;
      return table_type(is_told ? memory.max_signaled : memory.wqebbs, memory.wqebbs);
    } else {
      return table_type(memory.wqebbs);
    }
  }

  std::uint32_t mask() const noexcept { return static_cast<std::uint32_t>(mask_); }

  /// Computes again how far WQEs of any size may be built in place: up to the ring's end, or until
  /// the queue is full. A closed ring allows none.
  void aim() noexcept {
    const auto free_end = at_.pi + room() - max_wqebbs;
    const auto ring_last = at_.pi + to_end() - max_wqebbs;
    in_place_until_ = static_cast<std::int32_t>(free_end - ring_last) < 0 ? free_end : ring_last;
    straight_until_ = fence_next_ ? at_.pi - 1 : in_place_until_;
    if (closed_) stop_building();
  }

  /// Sends the next WQE through add_aside(), which refuses it as long as the queue is closed or its table is
  /// full.
  void stop_building() noexcept { straight_until_ = in_place_until_ = at_.pi - 1; }

  /// Lets the next WQE be built straight again, behind one that was built in place.
  void end_fence() noexcept {
    fence_next_ = false;
    straight_until_ = in_place_until_;
  }

  /// Returns the address of a WQE that is not built straight.
  std::byte* aside(bool in_place) const noexcept {
    return in_place ? at(at_.pi) : spare_->bytes.data();
  }

  /// Returns the number of WQEBBs that can be posted now, and records it, because WQEBBs must be
  /// known to be free before they are overwritten.
  std::uint32_t room() noexcept {
    at_.ci = table_.free_from(at_);
    if constexpr (may_fill) {
      if (table_.room() == 0) return 0;
    }
    return wqebbs() - (at_.pi - at_.ci);
  }

  /// Moves the body of a WQE from the spare memory to its place in the ring, if there is room.
  post_error settle(unsigned octowords) noexcept {
    const auto error = refusal(octowords);
    if (error != post_error::none) return error;
    if (const auto gap = gap_before((octowords + 3) / 4); gap != 0) add_nop(gap);
    // The body is copied by octowords, because it may wrap at the ring's end. This is faster than a
    // call of memcpy.
    for (unsigned i = 0; i < octowords; ++i) {
      std::memcpy(at(at_.pi + i / 4) + i % 4 * octoword, spare_->bytes.data() + i * octoword,
                  octoword);
    }
    return post_error::none;
  }

  /// Adds one NOP over `length` WQEBBs, at most 15. It needs no separate room.
  void add_nop(std::uint32_t length, fence_mode fence = fence_mode::none) noexcept {
    const auto end = at_.pi + length;
    ctrl_seg{
        .wqe_index = static_cast<std::uint16_t>(at_.pi),
        .opcode = opcode::nop,
        .qpn = qpn_,
        .ds = static_cast<std::uint8_t>(length * 4),
        .fm = fence,
        .ce = table_type::signals_fillers ? completion_mode::always : completion_mode::on_error}
        .write(at(at_.pi));
    std::memcpy(&last_ctrl_, at(at_.pi), sizeof last_ctrl_);
    table_.keep_filler(at_.pi & mask(), at_.pi, end);
    if constexpr (Policies::counts) counters_.count_wrap(at_.pi, end, mask());
    at_.pi = end;
  }

  // All members that a completion needs are in one cache line, the first of the queue.
  std::byte* ring_;
  std::size_t mask_;
  ring_indexes at_;
  std::uint64_t qpn_ctrl_ = 0;  // the first 8 bytes of a ctrl_seg that has only the QP number
  table_type table_;
  std::uint64_t last_ctrl_ = 0;
  std::uint32_t straight_until_ = 0;
  std::uint32_t qpn_;
  std::uint32_t in_place_until_ = 0;  // further than straight_until_ if the next WQE waits
  bool closed_ = false;
  bool fence_next_ = false;
  spare_memory spare_;
  [[no_unique_address]] counters_type counters_;
};

}  // namespace verbatim::detail
