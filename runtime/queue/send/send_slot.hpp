// Room for one WQE of a send queue: the interface for the builders.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/base/use_once.hpp"
#include "verbatim/queue/send/send_policies.hpp"
#include "verbatim/queue/send/send_ring.hpp"
#include "verbatim/queue/send/wqe_writer.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::detail {

/// The end of a chain, for each kind of slot. `Slot` has a `place` in the ring, whose post() posts the
/// WQE.
template <class Slot, class Ring, unsigned max>
class finishing_slot : public wqe_writer<max> {
  using policies = typename Ring::policies;

 public:
  using entry = typename Ring::entry;

  /// The type that signal() takes.
  using signaled_entry =
      std::conditional_t<policies::order == ordering::relaxed, fenced<entry>, entry>;

  [[gnu::always_inline]] post_result finish(wire::wqe_kind<opcode> kind) && noexcept {
    static_assert(policies::table != wqe_table::unordered,
                  "unsignaled WQE on an unordered queue: each needs a CQE of its own to be freed, "
                  "so ask for one by signal(entry)");
    static_assert(policies::table != wqe_table::ordered_dense,
                  "a WQE without an entry on a dense queue: give it one by signal(entry), or by "
                  "entry(entry) to go without a CQE");
    return commit(kind, completion_mode::on_error);
  }
  [[gnu::always_inline]] post_result finish(wire::wqe_kind<opcode> kind,
                                            signaled_entry&& carried) && noexcept {
    if constexpr (policies::order == ordering::relaxed) {
      if (this->flags_.fence != fence_mode::everything)
        this->flags_.fence = fence_mode::reads_atomics_and_key_changes;
      return commit(kind, completion_mode::always, std::move(carried.entry));
    } else {
      return commit(kind, completion_mode::always, std::move(carried));
    }
  }
  [[gnu::always_inline]] post_result finish_unsignaled(wire::wqe_kind<opcode> kind,
                                                       entry&& carried) && noexcept {
    static_assert(policies::table == wqe_table::ordered_dense,
                  "entry() without a CQE: only wqe_table::ordered_dense hands such entries back");
    return commit(kind, completion_mode::on_error, std::move(carried));
  }

  /// Returns the error that finish() would return now. An entry that is given to signal() is lost if
  /// finish() returns an error.
  post_error refusal() const noexcept {
    const auto error = this->error();
    return error != post_error::none ? error : self().place_.refusal(this->octowords());
  }

 protected:
  using wqe_writer<max>::wqe_writer;

 private:
  const Slot& self() const noexcept { return static_cast<const Slot&>(*this); }

  /// Posts the WQE. `carried` is one entry, or nothing if the WQE has none. Always inlined, like
  /// the earlier steps: a call that takes the slot would make compilers forget what those steps
  /// know about it.
  template <class... Entries>
  [[gnu::always_inline]] post_result commit(wire::wqe_kind<opcode> kind, completion_mode ce,
                                            Entries&&... carried) noexcept {
    [[maybe_unused]] const use_once given_up = std::move(this->once_);
    const auto& place = self().place_;
    ctrl_seg ctrl{.opmod = kind.opmod,
                  .wqe_index = static_cast<std::uint16_t>(place.pi),
                  .opcode = kind.opcode,
                  .ds = static_cast<std::uint8_t>(this->octowords_),
                  .dci_stream_channel_id = this->stream_id_,
                  .fm = this->flags_.fence,
                  .ce = ce,
                  .se = this->flags_.solicited,
                  .imm = this->imm_};
    if (this->unusual_ != 0) [[unlikely]] {
      if (const auto error = this->error(); error != post_error::none) {
        if constexpr (policies::counts) place.ring->counters().count_refused();
        return error;
      }
      ctrl.ds = static_cast<std::uint8_t>(this->octowords());
      ctrl_words words;
      ctrl.write(reinterpret_cast<std::byte*>(words.data()));
      if constexpr (Slot::in_run) self().note(ctrl.ds, kind.fences_next);
      return post_closed_up<std::remove_cvref_t<decltype(place)>>(
          *place.ring, this->wqe_, words[0], words[1],
          place.pi | std::uint64_t{kind.fences_next} << 32, std::move(carried)...);
    }
    if constexpr (Slot::in_run) self().note(ctrl.ds, kind.fences_next);
    return place.post(this->wqe_, ctrl, kind.fences_next, std::move(carried)...);
  }

  using ctrl_words = std::array<std::uint64_t, ctrl_seg::size / sizeof(std::uint64_t)>;

  /// Posts a WQE of which octowords were left out. Few WQEs are so; the others know their length when they
  /// are compiled. The arguments are numbers, and the entry is passed by value, so that the others need not
  /// keep anything in memory.
  template <class Place, class... Entries>
  [[gnu::noinline, gnu::cold]] static post_result post_closed_up(Ring& ring, std::byte* wqe,
                                                                 std::uint64_t ctrl0,
                                                                 std::uint64_t ctrl1,
                                                                 std::uint64_t pi_and_fence,
                                                                 Entries... carried) noexcept {
    const ctrl_words words{ctrl0, ctrl1};
    const auto ctrl = ctrl_seg::read(reinterpret_cast<const std::byte*>(words.data()));
    const auto place = Place::of(ring, static_cast<std::uint32_t>(pi_and_fence));
    return place.post(wqe, ctrl, pi_and_fence >> 32 != 0, std::move(carried)...);
  }
};

/// The place of the next WQE, and its ring.
template <class Ring>
struct next_place {
  Ring* ring;
  std::uint32_t pi;
  std::size_t slot;

  /// Returns the place of the WQE that is being built.
  static next_place of(Ring& ring, std::uint32_t) noexcept {
    const auto at = ring.begin_wqe();
    return {&ring, at.pi, at.slot};
  }

  /// Returns the reason why a WQE of so many octowords would be refused.
  post_error refusal(unsigned octowords) const noexcept {
    return ring->may_build_straight(pi) ? post_error::none : ring->refusal(octowords);
  }

  template <class... Entries>
  [[gnu::always_inline]] post_result post(std::byte* wqe, ctrl_seg ctrl, bool fences_next,
                                          Entries&&... carried) const noexcept {
    assert(pi == ring->pi() && "two builders of one queue at a time: the later one overwrote this");
    // Kinds that change keys usually follow one another.
    if (fences_next && ring->waits()) ctrl.fm = with_small_fence(ctrl.fm);
    ring->write_ctrl(wqe, ctrl);
    // The ring is asked again, because its answer of before would take a register and more jumps.
    const bool is_done = fences_next ? ring->may_build_in_place(pi) : ring->may_build_straight(pi);
    if (!is_done) [[unlikely]]
      return ring->add_aside(fences_next, std::move(carried)...);
    const auto result = ring->add(pi, slot, wqe, ctrl.ds, ctrl.ce, std::move(carried)...);
    if (fences_next) ring->fence_next();
    return result;
  }
};

/// Room for one WQE of at most `max` octowords. The WQE joins the ring when it is finished.
template <class Ring, unsigned max>
class send_slot : public finishing_slot<send_slot<Ring, max>, Ring, max> {
 public:
  explicit send_slot(Ring& ring) noexcept : send_slot(ring, ring.begin_wqe()) {}

 private:
  friend finishing_slot<send_slot, Ring, max>;

  send_slot(Ring& ring, const wqe_place& at) noexcept
      : finishing_slot<send_slot, Ring, max>(at.wqe), place_{&ring, at.pi, at.slot} {}

  static constexpr bool in_run = false;

  next_place<Ring> place_;
};

/// A WQE of a run: the values that its chain passes to post_all().
struct finished_wqe {
  unsigned wqebbs = 0;       ///< its length
  bool fences_next = false;  ///< the next WQE has to wait for it
};

/// The place of a WQE of a run, where it is known to fit.
template <class Ring>
struct place_in_run {
  Ring* ring;
  std::uint32_t pi;
  std::size_t slot;

  static place_in_run of(Ring& ring, std::uint32_t pi) noexcept {
    return {&ring, pi, ring.slot_of(static_cast<std::uint16_t>(pi))};
  }

  static post_error refusal(unsigned) noexcept { return post_error::none; }

  template <class... Entries>
  [[gnu::always_inline]] post_result post(std::byte* wqe, const ctrl_seg& ctrl, bool,
                                          Entries&&... carried) const noexcept {
    const auto end = pi + (ctrl.ds + 3u) / 4u;
    ring->write_ctrl(wqe, ctrl);
    (ring->keep(slot, pi, end, std::move(carried), ctrl.ce), ...);
    ring->tell_of(pi, end, ctrl.ds, wqe);
    return static_cast<std::uint16_t>(pi);
  }
};

/// Room for a WQE of a run.
template <class Ring, unsigned max>
class run_slot : public finishing_slot<run_slot<Ring, max>, Ring, max> {
 public:
  explicit run_slot(Ring& ring, const run_place& at, finished_wqe& done) noexcept
      : finishing_slot<run_slot, Ring, max>(at.wqe), place_{&ring, at.pi, at.slot}, done_(&done) {}

 private:
  friend finishing_slot<run_slot, Ring, max>;

  static constexpr bool in_run = true;

  /// Tells post_all() what was built.
  void note(unsigned octowords, bool fences_next) const noexcept {
    assert(done_->wqebbs == 0 && "the callback of post_all() finishes one WQE");
    *done_ = {(octowords + 3) / 4, fences_next};
  }

  place_in_run<Ring> place_;
  finished_wqe* done_;
};

}  // namespace verbatim::detail
