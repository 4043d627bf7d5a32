// Room for one WQE of a send queue: the interface for the builders.
#pragma once

#include <cassert>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/base/use_once.hpp"
#include "verbatim/queue/send/send_policies.hpp"
#include "verbatim/queue/send/wqe_writer.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::detail {

/// Room for one WQE of at most `max` octowords. The WQE joins the ring when it is finished.
template <class Ring, unsigned max>
class send_slot : public wqe_writer<max> {
  using policies = typename Ring::policies;

 public:
  using entry = typename Ring::entry;

  /// The type that signal() takes.
  using signaled_entry =
      std::conditional_t<policies::order == ordering::relaxed, fenced<entry>, entry>;

  explicit send_slot(Ring& ring) noexcept
      : wqe_writer<max>(ring.next_wqe()),
        ring_(&ring),
        pi_(ring.pi()),
        straight_(ring.may_build_straight()) {}

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

 private:
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
      if constexpr (policies::counts) ring_->counters().count_refused();
      return this->error_;
    }
    ring_->write_ctrl(this->wqe_, {.opmod = kind.opmod,
                                   .wqe_index = static_cast<std::uint16_t>(pi_),
                                   .opcode = kind.opcode,
                                   .ds = static_cast<std::uint8_t>(this->octowords_),
                                   .dci_stream_channel_id = this->stream_id_,
                                   .fm = this->flags_.fence,
                                   .ce = ce,
                                   .se = this->flags_.solicited,
                                   .imm = this->imm_});
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

}  // namespace verbatim::detail
