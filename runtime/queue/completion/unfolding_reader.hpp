// The completions of a compressed CQE. Both layouts hand them out in this way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/queue/completion/bytes_or_copy.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/queue/completion/cqe_ring.hpp"
#include "verbatim/queue/completion/cqe_step.hpp"
#include "verbatim/queue/completion/mini_cqe.hpp"

namespace verbatim::detail {

/// The part of a reader of compressed CQEs that does not depend on the layout's places: a title,
/// and an array of mini CQEs that each represent one completion.
template <cq_format Format, class Ownership, std::uint32_t minis>
class unfolding_reader : public cqe_ring<Format, Ownership> {
  using ring = cqe_ring<Format, Ownership>;

 public:
  /// True if one CQE may represent several completions.
  static constexpr bool unfolds = true;

  /// Completions of a compressed CQE that can be handed out now. All have one owner. The polling
  /// function keeps it in registers.
  struct session {
    const std::byte* title = nullptr;  ///< with the bytes in front of the cqe64
    const std::byte* mini = nullptr;   ///< the mini CQE of the first completion
    std::uint32_t ci = 0;              ///< the index of the first completion
    std::uint32_t count = 0;           ///< 0: call next_other()
    std::uint32_t owner = 0;           ///< QP number or user index, depending on the format
    bool of_sends = false;
  };

  /// Returns the number of a compressed CQE's completions that still have to be handed out.
  std::uint32_t ready() const noexcept { return ready_end_ - ci_; }

  /// Hands out the completions of a session. A callback may disown the rest or close the queue.
  template <class Each>
  [[gnu::always_inline]] void each_ready(const session& s, Each&& each) {
    if (s.of_sends) return hand_out<true>(s, each);
    hand_out<false>(s, each);
  }

 protected:
  using ring::at, ring::ci_, ring::in_front;

  explicit unfolding_reader(const completion_queue_memory& memory) noexcept : ring(memory) {}

  /// Begins a title and the mini CQEs after it. Title and mini CQEs are read in the ring, without a
  /// copy.
  [[gnu::always_inline]] void begin_title(const std::byte* title, std::uint8_t op_own,
                                          std::uint16_t wqe_counter) noexcept {
    title_.look_at(title - in_front);
    expanded_owner_ = ring::owner_of(cqe64(title));
    expansion_.begin(op_own < least(cqe_opcode::resp_wr_imm), wqe_counter);
  }

  /// Begins an array of mini CQEs. The first mini CQE is for the completion `index`.
  [[gnu::always_inline]] void begin_array(const std::byte* array, std::uint32_t index) noexcept {
    minis_.look_at(array);
    array_ = index;
  }
  const std::byte* mini_of(std::uint32_t index) const noexcept {
    return minis_.data() + (index - array_) * mini_cqe_size;
  }

  /// Returns the session of `count` completions from ci_, which is `ci`, on. Their mini CQEs begin at
  /// `mini`.
  [[gnu::always_inline]] session session_of(std::uint32_t ci, const std::byte* mini,
                                            std::uint32_t count) const noexcept {
    return {title_.data(), mini, ci, count, expanded_owner_, expansion_.of_sends()};
  }

  /// Expands the next completion to a CQE. Only copies of a reader call it, after copy_title().
  cqe_step expand_next() noexcept {
    const std::byte* const mini = mini_of(ci_++);
    if (expansion_.of_sends())
      expand<true>(mini);
    else
      expand<false>(mini);
    const cqe64 cqe(expanded());
    return {cqe_step::kind::good, cqe_problem::none, cqe.opcode(), expanded_owner_, cqe};
  }

  /// Returns a `malformed` step with the CQE at ci_.
  cqe_step malformed(cqe_problem problem) noexcept {
    std::memcpy(expanded(), at(ci_), cqe64::size);
    return malformed_expanded(problem);
  }
  cqe_step malformed_expanded(cqe_problem problem) noexcept {
    const cqe64 shown(expanded());
    return {cqe_step::kind::malformed, problem, shown.opcode(), 0, shown};
  }

  /// Moves past slots that are not completions.
  void pass(std::uint32_t slots) noexcept {
    ci_ += slots;
    ready_end_ = ci_;
    title_.forget();
  }

  /// Copies the title before its slot goes back to the device.
  void copy_title() noexcept {
    if (title_.keep()) mini_cqe_expansion<Format>::make_plain(expanded());
  }

  /// Reassigns the ready completions to `heir` if they belong to an `unwanted` owner.
  template <class Unwanted>
  void disown_ready(Unwanted& unwanted, std::uint32_t heir) noexcept {
    if (!unwanted(expanded_owner_)) return;
    expanded_owner_ = heir;
    end_session();
  }

  void close_unfolding() noexcept {
    this->close_ring();
    ready_end_ = ci_;
    end_session();
    expanded_owner_ = 0;
    title_.forget();
    minis_.forget();
  }

  std::byte* expanded() noexcept { return title_.copy() + in_front; }

  std::uint32_t ready_end_ = 0;  // index after the last completion of the title
  std::uint32_t array_ = 0;      // index of the completion of the array's first mini CQE

 private:
  /// Hands out no further completion of the session, if there is one.
  void end_session() noexcept {
    if (minis_.data() != nullptr) each_end_ = mini_of(ci_);
  }

  template <bool of_send, class Each>
  [[gnu::always_inline]] void hand_out(const session& s, Each& each) {
    const std::byte* mini = s.mini;
    auto index = s.ci;
    each_end_ = mini + s.count * mini_cqe_size;
    do {
      const auto wqe_counter = expansion_.template next_counter<of_send>(mini);
      ci_ = ++index;
      each(unfolded_cqe<Format, of_send>{s.title, mini, wqe_counter});
      mini += mini_cqe_size;
    } while (mini != each_end_);
  }

  template <bool of_send>
  void expand(const std::byte* mini) noexcept {
    expansion_.template expand<of_send>(expanded(), mini,
                                        expansion_.template next_counter<of_send>(mini));
  }

  const std::byte* each_end_ = nullptr;  // the end of the mini CQEs to hand out now
  std::uint32_t expanded_owner_ = 0;
  mini_cqe_expansion<Format> expansion_;

 protected:
  bytes_or_copy<Format.cqe_size> title_;  // with the bytes in front of the cqe64
  bytes_or_copy<minis * mini_cqe_size> minis_;
};

}  // namespace verbatim::detail
