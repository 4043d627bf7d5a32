// Reads compressed CQEs of the enhanced layout: blocks of mini CQEs after an ordinary CQE.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/queue/completion/cqe_ownership.hpp"
#include "verbatim/queue/completion/cqe_step.hpp"
#include "verbatim/queue/completion/mini_cqe.hpp"
#include "verbatim/queue/completion/unfolding_reader.hpp"

namespace verbatim::detail {

/// A reader of the enhanced layout. The title of a block is the CQE before it. A block has up to
/// seven mini CQEs, and takes as many slots.
template <cq_format Format>
class enhanced_reader : public unfolding_reader<Format, validity_byte, 7> {
  static constexpr std::uint32_t minis_in_block = 7;
  using unfolding = unfolding_reader<Format, validity_byte, minis_in_block>;
  using unfolding::at, unfolding::ci_, unfolding::op_own_of, unfolding::ready_end_;

 public:
  using typename unfolding::place, typename unfolding::session;
  using unfolding::ready, unfolding::cqes;

  explicit enhanced_reader(const completion_queue_memory& memory) noexcept : unfolding(memory) {}

  [[gnu::always_inline]] seen_cqe look(place& p) noexcept {
    assert(p.ci == ci_ && ready() == 0);
    return this->look_at(p);
  }

  [[gnu::always_inline]] good_cqe take(seen_cqe seen, place& p, bool of_send) noexcept {
    mmio::owner_before_cqe();
    took(seen.at, p.ci++);
    return this->good_of(seen, of_send);
  }

  [[gnu::always_inline]] session unfold(seen_cqe seen, place p, std::uint32_t most) noexcept {
    assert(p.ci == ci_);
    if (!seen.compressed()) return {};
    mmio::owner_before_cqe();
    if (begin_block<true>(seen.at, seen.op_own, p.ci) != cqe_problem::none) return {};
    return this->session_of(p.ci, seen.at, std::min(most, count_of(seen.op_own)));
  }

  /// The device writes a block at once: all of its mini CQEs can be read.
  [[gnu::always_inline]] session resume(std::uint32_t most) noexcept {
    return this->session_of(ci_, this->mini_of(ci_), std::min(most, ready()));
  }

  [[gnu::noinline]] cqe_step next_other() noexcept { return other_step<true>(); }

  cqe_step peek() noexcept {
    if (ready() == 0) return other_step<false>();
    keep_title();
    return this->expand_next();
  }

  [[gnu::always_inline]] void publish() noexcept {
    keep_title();
    if (ready() != 0) this->minis_.keep();
    this->publish_ci();
  }

  template <class Unwanted>
  void disown(Unwanted unwanted, std::uint32_t heir = 0) noexcept {
    keep_title();
    this->disown_ready(unwanted, heir);
    this->each_unread(ready_end_, [&](std::byte* cqe, std::uint8_t op_own) {
      if (format_of(op_own) == cqe_format::compressed) return count_of(op_own);
      unfolding::disown_cqe(cqe, unwanted, heir);
      return 1u;
    });
  }

  void close() noexcept {
    this->close_unfolding();
    last_ = nullptr;
  }

 private:
  static std::uint32_t count_of(std::uint8_t op_own) noexcept { return (op_own >> 4) + 1u; }

  /// Returns the next step if it is not of the usual kind. Marks the slots that it passes if
  /// `tidy`.
  template <bool tidy>
  cqe_step other_step() noexcept {
    const auto op_own = op_own_of(ci_);
    if (validity_byte::nothing_there(op_own)) return {};
    mmio::owner_before_cqe();
    if (format_of(op_own) == cqe_format::compressed) {
      const auto problem = begin_block<tidy>(at(ci_), op_own, ci_);
      if (problem == cqe_problem::none) return {cqe_step::kind::unfolded};
      return skip<tidy>(problem, problem == cqe_problem::title_missing ? count_of(op_own) : 1);
    }
    const auto [what, problem] = this->judge(op_own);
    if (what == cqe_step::kind::malformed) return skip<tidy>(problem, 1);
    if (what == cqe_step::kind::unfolded) {
      pass(1);
      this->leave_ring();
      return {what};
    }
    const cqe64 cqe(at(ci_));
    took(at(ci_), ci_);
    if (what == cqe_step::kind::error) forget_title();
    return {what, cqe_problem::none, opcode_of(op_own), unfolding::owner_of(cqe), cqe};
  }

  template <bool tidy>
  cqe_step skip(cqe_problem problem, std::uint32_t slots) noexcept {
    const auto step = this->malformed(problem);
    if constexpr (tidy) mark(ci_, slots);
    pass(slots);
    return step;
  }
  void pass(std::uint32_t slots) noexcept {
    unfolding::pass(slots);
    last_ = nullptr;
  }

  /// Moves past a CQE that is not compressed.
  [[gnu::always_inline]] void took(std::byte* cqe, std::uint32_t ci) noexcept {
    ci_ = ci + 1;
    ready_end_ = ci + 1;
    last_ = cqe;
  }

  /// Begins a block. Changes nothing if it has a problem.
  template <bool tidy>
  [[gnu::always_inline]] cqe_problem begin_block(std::byte* block, std::uint8_t op_own,
                                                 std::uint32_t ci) noexcept {
    const auto count = count_of(op_own);
    begin_last();
    if (this->title_.data() == nullptr) return cqe_problem::title_missing;
    if (count > minis_in_block || count > cqes()) return cqe_problem::count_beyond_ring;
    this->begin_array(block, ci);
    ready_end_ = ci + count;
    if constexpr (tidy) mark_block(ci, count);
    // Prefetches the next title and its block: processors cannot predict the length of a block.
    __builtin_prefetch(at(ready_end_));
    __builtin_prefetch(at(ready_end_ + 1));
    return cqe_problem::none;
  }

  /// Makes the CQE that was read last the title, because a block may follow it.
  [[gnu::always_inline]] void begin_last() noexcept {
    if (last_ == nullptr) return;
    const cqe64 title(std::exchange(last_, nullptr));
    this->begin_title(title.bytes(), static_cast<std::uint8_t>(title.bytes()[op_own_at]),
                      counter_behind<Format>(title.wqe_counter(), title.byte_cnt()));
  }
  void keep_title() noexcept {
    begin_last();
    this->copy_title();
  }
  void forget_title() noexcept {
    last_ = nullptr;
    this->title_.forget();
  }

  /// Marks the slots of a block as read. The device does not write the slots after a block's first
  /// one, so old bytes in them would look valid 256 laps later. It is enough to mark slots in every
  /// 128th lap.
  [[gnu::always_inline]] void mark_block(std::uint32_t first, std::uint32_t count) noexcept {
    if (((this->lap_number(first) + 1) & 127) <= 1) [[unlikely]]  // it may reach into the next lap
      mark(first, count);
  }
  [[gnu::noinline, gnu::cold]] void mark(std::uint32_t first, std::uint32_t count) noexcept {
    for (auto i = first; i != first + count; ++i) {
      if (const auto lap = this->lap_of(i); lap % 128 == 0) at(i)[validity_at] = std::byte{lap};
    }
  }

  const std::byte* last_ = nullptr;  // a CQE in the ring that may be a title
};

}  // namespace verbatim::detail
