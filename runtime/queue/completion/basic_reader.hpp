// Reads compressed CQEs of the basic layout: titles, and arrays of mini CQEs after them.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/queue/completion/cqe_ownership.hpp"
#include "verbatim/queue/completion/cqe_step.hpp"
#include "verbatim/queue/completion/unfolding_reader.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::detail {

/// A reader of the basic layout. A title gives the number of completions in its group, and the
/// group takes as many slots. Mini CQEs 0 to 7 are in the slot after the title. The next arrays are
/// in the slots of completions 8, 16 and so on, counted from 0. The reader erases the slots it has
/// read, so that it does not mistake an old array for a new one.
template <cq_format Format>
class basic_reader : public unfolding_reader<Format, owner_bit, 8> {
  static constexpr std::uint32_t minis_in_array = 8;
  using unfolding = unfolding_reader<Format, owner_bit, minis_in_array>;
  using unfolding::at, unfolding::ci_, unfolding::op_own_of, unfolding::mini_of,
      unfolding::ready_end_, unfolding::array_;

 public:
  using typename unfolding::place, typename unfolding::session;
  using unfolding::ready, unfolding::cqes;

  explicit basic_reader(const completion_queue_memory& memory) noexcept : unfolding(memory) {}

  [[gnu::always_inline]] seen_cqe look(place& p) noexcept {
    assert(p.ci == ci_ && ready() == 0);
    tidy_last();
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
    if (begin_session(seen.at, seen.op_own, p.ci) != cqe_problem::none) return {};
    const std::byte* const minis = this->minis_.data();
    if (erased(minis)) return {};
    return this->session_of(p.ci, minis, std::min({most, ready_end_ - p.ci, minis_in_array}));
  }

  [[gnu::always_inline]] session resume(std::uint32_t most) noexcept {
    if (!reach<true>(ci_)) return {};
    return this->session_of(ci_, mini_of(ci_),
                            std::min({most, ready(), array_ + minis_in_array - ci_}));
  }

  [[gnu::noinline]] cqe_step next_other() noexcept { return other_step<true>(); }

  cqe_step peek() noexcept {
    if (ready() == 0 || !reach<false>(ci_)) return other_step<false>();
    this->copy_title();
    return this->expand_next();
  }

  [[gnu::always_inline]] void publish() noexcept {
    if (ready() != 0) {
      this->copy_title();
      this->minis_.keep();
    }
    tidy_last();
    this->publish_ci();
  }

  template <class Unwanted>
  void disown(Unwanted unwanted, std::uint32_t heir = 0) noexcept {
    this->copy_title();
    this->disown_ready(unwanted, heir);
    this->each_unread(ready_end_, [&](std::byte* cqe, std::uint8_t op_own) {
      unfolding::disown_cqe(cqe, unwanted, heir);
      return slots_of(cqe, op_own);
    });
  }

  void close() noexcept {
    this->close_unfolding();
    untidy_ = nullptr;
  }

 private:
  /// Returns the next step if it is not of the usual kind. Erases the slots that it passes if
  /// `tidy`.
  template <bool tidy>
  cqe_step other_step() noexcept {
    if (ready() != 0) {  // the step shows the title; its array is not there
      this->copy_title();
      const auto step = this->malformed_expanded(cqe_problem::array_missing);
      skip<tidy>(ready());
      return step;
    }
    const auto op_own = op_own_of(ci_);
    if (owner_bit::nothing_there(op_own)) return {};
    mmio::owner_before_cqe();
    if (format_of(op_own) == cqe_format::compressed) {
      const auto problem = begin_session(at(ci_), op_own, ci_);
      if (problem != cqe_problem::none) return skip_malformed<tidy>(problem);
      return {cqe_step::kind::unfolded};
    }
    const auto [what, problem] = this->judge(op_own);
    if (what == cqe_step::kind::malformed) return skip_malformed<tidy>(problem);
    if (what == cqe_step::kind::unfolded) {
      this->pass(1);
      this->leave_ring();
      return {what};
    }
    const cqe64 cqe(at(ci_));
    took(at(ci_), ci_);
    if (what == cqe_step::kind::error) this->title_.forget();
    return {what, cqe_problem::none, opcode_of(op_own), unfolding::owner_of(cqe), cqe};
  }

  template <bool tidy>
  cqe_step skip_malformed(cqe_problem problem) noexcept {
    const auto step = this->malformed(problem);
    skip<tidy>(1);
    return step;
  }
  template <bool tidy>
  void skip(std::uint32_t slots) noexcept {
    if constexpr (tidy) {
      for (auto i = ci_; i != ci_ + slots; ++i) erase(at(i));
      untidy_ = nullptr;
    }
    this->pass(slots);
  }

  /// Moves past a CQE that is not compressed.
  [[gnu::always_inline]] void took(std::byte* cqe, std::uint32_t ci) noexcept {
    ci_ = ci + 1;
    ready_end_ = ci + 1;
    untidy_ = untidy_array_ = cqe;
  }

  /// Begins a title. Changes nothing if it has a problem.
  [[gnu::always_inline]] cqe_problem begin_session(std::byte* title, std::uint8_t op_own,
                                                   std::uint32_t ci) noexcept {
    const auto count = cqe64(title).byte_cnt();
    if (op_own >= least(cqe_opcode::resize_cq)) return cqe_problem::unknown_opcode;
    if (count - 2 > cqes() - 2) return cqe_problem::count_beyond_ring;
    this->begin_title(title, op_own, cqe64(title).wqe_counter());
    untidy_ = title;
    untidy_array_ = at(ci + 1);
    this->begin_array(untidy_array_, ci);
    ready_end_ = ci + count;
    return cqe_problem::none;
  }

  /// Makes sure that mini_of(index) can be read; `index` is ci_. Returns false if the device has
  /// not written the array.
  template <bool tidy>
  [[gnu::always_inline]] bool reach(std::uint32_t index) noexcept {
    if (index - array_ == minis_in_array) next_array<tidy>(index);
    return index != array_ || !erased(mini_of(index));
  }

  template <bool tidy>
  void next_array(std::uint32_t index) noexcept {
    if constexpr (tidy) {
      this->copy_title();
      tidy_last();
      untidy_ = untidy_array_ = at(index);
    }
    this->begin_array(at(index), index);
  }

  std::uint32_t slots_of(const std::byte* cqe, std::uint8_t op_own) const noexcept {
    if (format_of(op_own) != cqe_format::compressed) return 1;
    const auto count = cqe64(cqe).byte_cnt();
    return count >= 2 && count <= cqes() ? count : 1;
  }

  /// Erases a slot. The device writes an array in one write of 64 bytes, so the first mini CQE
  /// shows whether the array was written. The slots that the device skips are erased already.
  [[gnu::always_inline]] static void erase(std::byte* slot) noexcept {
    wire::store64(slot, erased_mini);
    slot[op_own_at] = nobodys;
  }
  static bool erased(const std::byte* array) noexcept { return wire::load64(array) == erased_mini; }
  static constexpr auto erased_mini = ~std::uint64_t{0};

  [[gnu::always_inline]] void tidy_last() noexcept {
    if (untidy_ == nullptr) return;
    erase(untidy_);
    erase(untidy_array_);
    untidy_ = nullptr;
  }

  // The slots to erase before they go back to the device, because they still look like a CQE or an
  // array: a title and its first array, or twice the same slot.
  std::byte* untidy_ = nullptr;
  std::byte* untidy_array_ = nullptr;
};

}  // namespace verbatim::detail
