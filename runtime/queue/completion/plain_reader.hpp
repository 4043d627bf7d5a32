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
  /// True if one CQE may represent several completions.
  static constexpr bool unfolds = false;

  explicit plain_reader(const completion_queue_memory& memory) noexcept : ring(memory) {}

  /// CQEs that follow each other in memory and belong to one lap. The polling function keeps it in
  /// registers.
  struct run {
    std::byte* next;
    std::uint32_t ci;  ///< of `next`
    std::uint8_t lap;  ///< owner bit of all CQEs

    void operator++() noexcept { next += Format.cqe_size; }
  };

  /// Begins a run of at most `most` CQEs, up to the ring's end.
  [[gnu::always_inline]] run begin_run(std::uint32_t most) noexcept {
    const auto to_end = this->cqes() - static_cast<std::uint32_t>(this->slot_of(ci_));
    const run begun{at(ci_), ci_, this->lap_of(ci_)};
    run_end_ = begun.next + std::size_t{std::min(most, to_end)} * Format.cqe_size;
    return begun;
  }

  /// Returns true if the run has a next CQE. close() ends it.
  bool has(const run& r) const noexcept { return r.next < run_end_; }

  [[gnu::always_inline]] seen_cqe look(const run& r) const noexcept {
    assert(r.ci == ci_);
    return {r.next, owner_bit::op_own_of(r.next, r.lap)};
  }

  [[gnu::always_inline]] good_cqe take(seen_cqe seen, run& r, bool of_send) noexcept {
    mmio::owner_before_cqe();
    if constexpr (Format.prefetch != 0) fetch_ahead(r.next);
    ci_ = ++r.ci;
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

  void close() noexcept {
    this->close_ring();
    run_end_ = nullptr;
  }

 private:
  /// Prefetches the line of a CQE further behind. Behind the ring's end this is in vain, and not an
  /// access.
  [[gnu::always_inline]] static void fetch_ahead(const std::byte* cqe) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(cqe);
    __builtin_prefetch(
        reinterpret_cast<const void*>(address + std::size_t{Format.prefetch} * Format.cqe_size));
  }

  static cqe_step malformed(cqe64 cqe, cqe_problem problem) noexcept {
    return {cqe_step::kind::malformed, problem, cqe.opcode(), 0, cqe};
  }

  std::byte* run_end_ = nullptr;
};

}  // namespace verbatim::detail
