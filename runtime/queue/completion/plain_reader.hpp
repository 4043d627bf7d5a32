// Reads CQEs that are not compressed.
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
#include "verbatim/queue/completion/cqe_ring.hpp"
#include "verbatim/queue/completion/cqe_step.hpp"

namespace verbatim::detail {

/// A reader of CQEs that each represent one completion.
template <cq_format Format>
class plain_reader : public cqe_ring<Format, owner_bit> {
  using ring = cqe_ring<Format, owner_bit>;
  using ring::at, ring::ci_, ring::op_own_of;

 public:
  using typename ring::place;

  /// True if one CQE may represent several completions.
  static constexpr bool unfolds = false;

  explicit plain_reader(const completion_queue_memory& memory) noexcept : ring(memory) {}

  /// Returns 0: every CQE is one completion.
  static constexpr std::uint32_t ready() noexcept { return 0; }

  [[gnu::always_inline]] seen_cqe look(place& p) noexcept {
    assert(p.ci == ci_);
    return this->look_at(p);
  }

  /// Prefetches the lines of `count` CQEs from the next one on, up to the ring's end, if the device has
  /// written that one. An empty poll prefetches nothing: the device would have to take the lines back before
  /// it writes.
  [[gnu::always_inline]] void fetch_ahead(place p, std::uint32_t count) const noexcept {
    const auto first = this->look_at(p);
    if (owner_bit::nothing_there(first.op_own)) return;
    const auto to_end = this->cqes() - static_cast<std::uint32_t>(this->slot_of(p.ci));
    const std::byte* const end = first.at + std::size_t{std::min(count, to_end)} * Format.cqe_size;
    for (const std::byte* cqe = first.at + Format.cqe_size; cqe < end; cqe += Format.cqe_size) {
      __builtin_prefetch(cqe);
    }
  }

  [[gnu::always_inline]] good_cqe take(seen_cqe seen, place& p, bool of_send) noexcept {
    mmio::owner_before_cqe();
    ci_ = ++p.ci;
    return this->good_of(seen, of_send);
  }

  [[gnu::noinline]] cqe_step next_other() noexcept { return peek(); }

  /// Returns the next step. Reading does not change the ring.
  cqe_step peek() noexcept {
    const auto op_own = op_own_of(ci_);
    if (owner_bit::nothing_there(op_own)) return {};
    mmio::owner_before_cqe();
    const cqe64 cqe(at(ci_++));
    if (format_of(op_own) == cqe_format::compressed)
      return malformed(cqe, cqe_problem::unexpected_compression);
    const auto [what, problem] = this->judge(op_own);
    if (what == cqe_step::kind::malformed) return malformed(cqe, problem);
    if (what == cqe_step::kind::unfolded) {
      this->leave_ring();
      return {what};
    }
    return {what, cqe_problem::none, opcode_of(op_own), ring::owner_of(cqe), cqe};
  }

  [[gnu::always_inline]] void publish() noexcept { this->publish_ci(); }

  template <class Unwanted>
  void disown(Unwanted unwanted, std::uint32_t heir = 0) noexcept {
    this->each_unread(ci_, [&](std::byte* cqe, std::uint8_t) {
      ring::disown_cqe(cqe, unwanted, heir);
      return 1u;
    });
  }

  void close() noexcept { this->close_ring(); }

 private:
  static cqe_step malformed(cqe64 cqe, cqe_problem problem) noexcept {
    return {cqe_step::kind::malformed, problem, cqe.opcode(), 0, cqe};
  }
};

}  // namespace verbatim::detail
