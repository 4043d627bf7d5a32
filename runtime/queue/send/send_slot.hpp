// Room for one WQE of a send queue: the interface for the builders.
#pragma once

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

/// The end of a chain, for each kind of slot: `Slot` has a commit(), which posts the WQE.
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
    return self().commit(kind, completion_mode::on_error);
  }
  [[gnu::always_inline]] post_result finish(wire::wqe_kind<opcode> kind,
                                            signaled_entry&& carried) && noexcept {
    if constexpr (policies::order == ordering::relaxed) {
      if (this->flags_.fence != fence_mode::everything)
        this->flags_.fence = fence_mode::reads_atomics_and_key_changes;
      return self().commit(kind, completion_mode::always, std::move(carried.entry));
    } else {
      return self().commit(kind, completion_mode::always, std::move(carried));
    }
  }
  [[gnu::always_inline]] post_result finish_unsignaled(wire::wqe_kind<opcode> kind,
                                                       entry&& carried) && noexcept {
    static_assert(policies::table == wqe_table::ordered_dense,
                  "entry() without a CQE: only wqe_table::ordered_dense hands such entries back");
    return self().commit(kind, completion_mode::on_error, std::move(carried));
  }

 protected:
  using wqe_writer<max>::wqe_writer;

  /// Writes the ctrl_seg of the WQE, which will have this index.
  [[gnu::always_inline]] void write_ctrl(const Ring& ring, std::uint32_t pi,
                                         wire::wqe_kind<opcode> kind,
                                         completion_mode ce) const noexcept {
    ring.write_ctrl(this->wqe_, {.opmod = kind.opmod,
                                 .wqe_index = static_cast<std::uint16_t>(pi),
                                 .opcode = kind.opcode,
                                 .ds = static_cast<std::uint8_t>(this->octowords_),
                                 .dci_stream_channel_id = this->stream_id_,
                                 .fm = this->flags_.fence,
                                 .ce = ce,
                                 .se = this->flags_.solicited,
                                 .imm = this->imm_});
  }

 private:
  [[gnu::always_inline]] Slot& self() noexcept { return static_cast<Slot&>(*this); }
};

/// Room for one WQE of at most `max` octowords. The WQE joins the ring when it is finished.
template <class Ring, unsigned max>
class send_slot : public finishing_slot<send_slot<Ring, max>, Ring, max> {
 public:
  explicit send_slot(Ring& ring) noexcept
      : finishing_slot<send_slot, Ring, max>(ring.next_wqe()),
        ring_(&ring),
        pi_(ring.pi()),
        straight_(ring.may_build_straight()) {}

  /// Returns the error that finish() would return now. An entry that is given to signal() is lost if
  /// finish() returns an error.
  post_error refusal() const noexcept {
    if (this->error_ != post_error::none || straight_) return this->error_;
    return ring_->refusal(this->octowords_);
  }

 private:
  friend finishing_slot<send_slot, Ring, max>;

  /// Posts the WQE. `carried` is one entry, or nothing if the WQE has none. Always inlined, like
  /// the earlier steps: a call that takes the slot would make compilers forget what those steps
  /// know about it.
  template <class... Entries>
  [[gnu::always_inline]] post_result commit(wire::wqe_kind<opcode> kind, completion_mode ce,
                                            Entries&&... carried) noexcept {
    [[maybe_unused]] const use_once given_up = std::move(this->once_);
    assert(pi_ == ring_->pi() &&
           "two builders of one queue at a time: the later one overwrote this");
    if (this->error_ != post_error::none) [[unlikely]] {
      if constexpr (Ring::policies::counts) ring_->counters().count_refused();
      return this->error_;
    }
    // Kinds that change keys usually follow one another.
    if (kind.fences_next && !straight_ && ring_->waits_in_place()) {
      this->flags_.fence = with_small_fence(this->flags_.fence);
      straight_ = true;
    }
    this->write_ctrl(*ring_, pi_, kind, ce);
    if (!straight_) [[unlikely]]
      return ring_->add_aside(kind.fences_next, std::move(carried)...);
    const auto result = ring_->add(pi_, this->wqe_, this->octowords_, ce, std::move(carried)...);
    if (kind.fences_next) ring_->fence_next();
    return result;
  }

  Ring* ring_;
  std::uint32_t pi_;  // index of the WQE, unless it has to move to the ring's start
  bool straight_;     // built in the ring: finish() has nothing left to check
};

/// A WQE of a run: the values that its chain passes to post_all().
struct finished_wqe {
  unsigned wqebbs = 0;       ///< its length
  bool fences_next = false;  ///< the next WQE has to wait for it
};

/// Room for a WQE of a run that is known to fit.
template <class Ring, unsigned max>
class run_slot : public finishing_slot<run_slot<Ring, max>, Ring, max> {
 public:
  explicit run_slot(Ring& ring, const run_place& at, finished_wqe& done) noexcept
      : finishing_slot<run_slot, Ring, max>(at.wqe),
        ring_(&ring),
        pi_(at.pi),
        slot_(at.slot),
        done_(&done) {}

  /// Returns the error that finish() would return now.
  post_error refusal() const noexcept { return this->error_; }

 private:
  friend finishing_slot<run_slot, Ring, max>;

  template <class... Entries>
  [[gnu::always_inline]] post_result commit(wire::wqe_kind<opcode> kind, completion_mode ce,
                                            Entries&&... carried) noexcept {
    [[maybe_unused]] const use_once given_up = std::move(this->once_);
    assert(done_->wqebbs == 0 && "the callback of post_all() finishes one WQE");
    if (this->error_ != post_error::none) [[unlikely]] {
      if constexpr (Ring::policies::counts) ring_->counters().count_refused();
      return this->error_;
    }
    const auto length = (this->octowords_ + 3) / 4;
    this->write_ctrl(*ring_, pi_, kind, ce);
    (ring_->keep(slot_, pi_, pi_ + length, std::move(carried), ce), ...);
    *done_ = {length, kind.fences_next};
    ring_->tell_of(pi_, pi_ + length, this->octowords_, this->wqe_);
    return static_cast<std::uint16_t>(pi_);
  }

  Ring* ring_;
  std::uint32_t pi_;
  std::size_t slot_;
  finished_wqe* done_;
};

}  // namespace verbatim::detail
