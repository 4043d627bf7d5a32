// Reads the ring of a completion queue: whose turn it is, and what compressed CQEs stand for.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/queue/cq_format.hpp"
#include "verbatim/queue/mini_cqe.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// What a reader found. Its CQE is valid until the next call.
struct cqe_step {
  enum class kind : std::uint8_t {
    empty,      ///< nothing yet
    good,       ///< a completion, its payload in memory
    inlined,    ///< a completion, its payload in the CQE
    error,      ///< a completion with error: err_cqe
    unfolded,   ///< no completion yet: a compressed CQE is ready(), or the ring is another
    malformed,  ///< no completion; `problem` says why
  };

  kind what = kind::empty;
  cqe_problem problem = cqe_problem::none;
  cqe_opcode opcode{};
  std::uint32_t owner = 0;  ///< QP number or user index, as the format says
  cqe64 cqe{nullptr};
};

/// The usual case, in registers: a good completion whose payload is in memory, or none.
struct good_cqe {
  cqe64 cqe{nullptr};
  std::uint32_t owner = 0;  ///< QP number or user index, as the format says
  std::uint16_t wqe_counter = 0;
  std::uint8_t op_own = 0;  ///< opcode and solicited event
  bool of_send = false;     ///< the opcode is cqe_opcode::req

  cqe_opcode opcode() const noexcept { return static_cast<cqe_opcode>(wire::get<7, 4>(op_own)); }

  explicit operator bool() const noexcept { return cqe.bytes() != nullptr; }

  /// As of an unfolded_cqe, though it is in the ring already.
  struct in_ring {
    cqe64 cqe;
    cqe64 view() const noexcept { return cqe; }
  };
  in_ring whole() const noexcept { return {cqe}; }
};

/// Where the next CQE is or will be. Whoever asks first what is usual there has the fewest branches.
struct seen_cqe {
  std::byte* at = nullptr;
  std::uint8_t op_own = 0;  ///< the owner bit is 0 if it has been written

  static constexpr std::uint8_t solicited = 2;  ///< of op_own, between format and owner

  /// A good completion of a send, its payload in memory: all bits are 0 but that one.
  bool of_send() const noexcept { return (op_own & ~solicited) == 0; }

  /// The same, or of a receive. Opcodes from 5 on mean something else.
  bool good() const noexcept {
    return (op_own & ~solicited & 0x0f) == 0 &&
           op_own < wire::put<7, 4>(static_cast<std::uint8_t>(cqe_opcode::resize_cq));
  }

  /// Stands for several completions, or says so.
  bool compressed() const noexcept {
    return (op_own & 0x0d) == wire::put<3, 2>(static_cast<std::uint8_t>(cqe_format::compressed));
  }
};

/// Bytes of a ring, or a copy of them when the ring is to be the device's again.
template <std::size_t size>
class bytes_or_copy {
 public:
  bytes_or_copy() = default;
  bytes_or_copy(const bytes_or_copy& other) noexcept { *this = other; }
  bytes_or_copy& operator=(const bytes_or_copy& other) noexcept {
    copy_ = other.copy_;
    at_ = other.at_ == other.copy_.data() ? copy_.data() : other.at_;
    return *this;
  }

  void look_at(const std::byte* bytes) noexcept { at_ = bytes; }
  void forget() noexcept { at_ = nullptr; }

  /// Null if there is nothing to look at.
  const std::byte* data() const noexcept { return at_; }

  /// False if nothing had to be copied.
  bool keep() noexcept {
    if (at_ == nullptr || at_ == copy_.data()) return false;
    std::memcpy(copy_.data(), at_, size);
    at_ = copy_.data();
    return true;
  }
  std::byte* copy() noexcept { return copy_.data(); }

 private:
  const std::byte* at_ = nullptr;
  alignas(16) std::array<std::byte, size> copy_{};
};

/// Goes through a ring of CQEs, each once and in order. What is compressed comes one by one. A copy
/// is a second reader at the same place.
template <cq_format Format = cq_format{}>
class cqe_reader {
  static_assert(Format.cqe_size == cqe64::size || Format.cqe_size == 2 * cqe64::size,
                "a CQE has 64 or 128 bytes");
  static_assert(Format.minis != mini_cqe_format::ftag_stridx || Format.owner != cqe_owner::qpn,
                "mini_cqe_format::ftag_stridx puts a flow tag in the place of the QP number: take "
                "cqe_owner::user_index");
  static constexpr bool basic = Format.compression == cqe_compression::basic;
  static constexpr bool enhanced = Format.compression == cqe_compression::enhanced;

 public:
  /// Makes every CQE the device's.
  explicit cqe_reader(const completion_queue_memory& memory) noexcept : dbrec_(memory.dbrec) {
    clear(memory);
    take_ring(memory);
  }

  /// Where reading goes on, in registers of who polls.
  struct place {
    std::uint32_t ci;
    std::uint8_t lap;  ///< what CQEs of this lap have in their owner bit or validity byte
  };
  place here() const noexcept { return {ci_, lap_of(ci_)}; }

  /// What is here(). If it is good(), take() it; else ask next_other(), and be here() anew. Not if
  /// anything is ready(). Tidies what was read before.
  [[gnu::always_inline]] seen_cqe look(place& p) noexcept {
    assert(p.ci == ci_ && ready() == 0);
    if constexpr (basic) tidy_last();
    if ((p.ci & mask_) == 0) [[unlikely]]
      p.lap = lap_of(p.ci);
    return seen(p);
  }

  /// The completion that was seen; the caller says whether it is of a send, for the compiler to know.
  [[gnu::always_inline]] good_cqe take(seen_cqe seen, place& p, bool of_send) noexcept {
    mmio::owner_before_cqe();
    took(seen.at, p.ci++);
    const cqe64 cqe(seen.at);
    return {cqe, owner_of(cqe), cqe.wqe_counter(), seen.op_own, of_send};
  }

  /// Completions of a compressed CQE that each_ready() hands out, all of one owner if nobody disowns
  /// it.
  std::uint32_t ready() const noexcept { return basic || enhanced ? ready_end_ - ci_ : 0; }
  std::uint32_t ready_owner() const noexcept { return expanded_owner_; }

  /// Makes ready() what was seen, if it is compressed and as it should be; else ask next_other().
  [[gnu::always_inline]] void unfold(seen_cqe seen, place p) noexcept {
    if ((basic || enhanced) && seen.compressed()) {
      mmio::owner_before_cqe();
      begin<true>(seen.at, seen.op_own, p.ci);
    }
  }

  /// Calls each(unfolded_cqe) for those that are ready(), `budget` at most, until somebody disowns
  /// them. Answers false if the device has not written what it announced: ask next_other().
  template <class Each>
  [[gnu::always_inline]] bool each_ready(unsigned budget, Each&& each) {
    if (expansion_.of_sends()) return each_mini<true>(budget, each);
    return each_mini<false>(budget, each);
  }

  /// What there is that is not good.
  [[gnu::noinline]] cqe_step next_other() noexcept { return other_step<true>(); }

  /// Whatever comes next, and leaves the ring as it is: for a copy.
  cqe_step peek() noexcept {
    if (ready() != 0) {
      if (expansion_.of_sends() ? expand_next<true>() : expand_next<false>()) {
        const cqe64 cqe(expanded());
        return {cqe_step::kind::good, cqe_problem::none, cqe.opcode(), expanded_owner_, cqe};
      }
    } else {
      auto p = here();
      if (const auto there = seen(p); there.good()) return step_of(take(there, p, there.of_send()));
    }
    return other_step<false>();
  }

  /// Gives everything that was read back to the device.
  [[gnu::always_inline]] void publish() noexcept {
    if constexpr (basic || enhanced) {
      if (enhanced || ready() != 0) keep();
    }
    if constexpr (basic) tidy_last();
    mmio::cqe_before_consumer_index();
    dbrec_.publish(ci_ & 0xffffff);
  }

  /// Reading will go on in another ring behind the CQE with which the device ends this one. Call it
  /// before the device is told of the new ring. The old one is in use as long as resizing().
  void resize_to(const completion_queue_memory& memory) noexcept {
    clear(memory);
    next_ring_ = memory;
    resizing_ = true;
  }
  bool resizing() const noexcept { return resizing_; }

  /// The device has refused the new ring.
  void stay() noexcept { resizing_ = false; }

  /// By what a CQE is told from those of others.
  static std::uint32_t owner_of(cqe64 cqe) noexcept {
    return Format.owner == cqe_owner::qpn ? cqe.qpn() : cqe.srqn_uidx();
  }

  /// Makes what is queued for `unwanted` owners that of number 0, which nobody has.
  template <class Unwanted>
  void disown(Unwanted unwanted) noexcept {
    keep_title();
    if (unwanted(expanded_owner_)) {
      expanded_owner_ = 0;
      each_end_ = ci_;
    }
    // Of what is compressed only the title has the number.
    for (auto i = ci_ + ready(); i - ci_ <= mask_;) {
      const auto op_own = op_own_of(i);
      if (nothing_there(op_own)) return;
      mmio::owner_before_cqe();
      if (!enhanced || format_of(op_own) != cqe_format::compressed) disown(at(i), unwanted);
      i += slots_of(i, op_own);
    }
  }

  /// Nothing is found from now on, and the memory may go.
  void close() noexcept {
    ring_ = closed.data();
    mask_ = 0;
    ready_end_ = each_end_ = ci_;
    expanded_owner_ = 0;
    resizing_ = false;
    untidy_ = untidy::nothing;
    forget_title();
    minis_.forget();
    dbrec_ = mmio::doorbell_record(closed.data());
  }

  std::uint32_t ci() const noexcept { return ci_; }  ///< free-running
  std::uint32_t cqes() const noexcept { return mask_ + 1; }

 private:
  static constexpr std::size_t op_own_at = cqe64::size - 1;
  static constexpr std::size_t validity_at = cqe64::size - 2;
  static constexpr std::uint32_t minis_in_array = 8;
  static constexpr unsigned minis_in_block = 7;
  static constexpr auto in_front = Format.cqe_size - cqe64::size;

  /// What a closed reader reads: one CQE that is never anybody's.
  alignas(8) static inline std::array<std::byte, cqe64::size> closed = [] {
    std::array<std::byte, cqe64::size> cqe{};
    cqe[op_own_at] = std::byte{0xf0};
    return cqe;
  }();

  /// What is to be erased before the device is given its place, as it looks like a CQE or an array.
  enum class untidy : std::uint8_t { nothing, cqe, array, title_and_array };

  /// Looked up before the barrier, behind which the compiler would have to look again.
  [[gnu::always_inline]] seen_cqe seen(place p) const noexcept { return {at(p.ci), op_own_of(p)}; }

  template <bool tidy>
  cqe_step other_step() noexcept {
    if (ready() != 0) return skip<tidy>(cqe_problem::array_missing, ready());
    const auto op_own = op_own_of(ci_);
    if (nothing_there(op_own)) return {};
    mmio::owner_before_cqe();
    return rare_step<tidy>(op_own);
  }

  static cqe_step step_of(good_cqe good) noexcept {
    return {cqe_step::kind::good, cqe_problem::none, good.opcode(), good.owner, good.cqe};
  }

  /// A CQE that is not compressed.
  [[gnu::always_inline]] void took(std::byte* cqe, std::uint32_t ci) noexcept {
    ci_ = ci + 1;
    if constexpr (basic || enhanced) ready_end_ = ci + 1;
    if constexpr (basic) untidy_ = untidy::cqe;
    if constexpr (enhanced) last_ = cqe;
  }
  cqe_step take_as(cqe_step::kind what, std::uint8_t op_own) noexcept {
    std::byte* const cqe = at(ci_);
    took(cqe, ci_);
    return {what, cqe_problem::none, opcode_of(op_own), owner_of(cqe64(cqe)), cqe64(cqe)};
  }

  template <bool tidy>
  cqe_step rare_step(std::uint8_t op_own) noexcept {
    if (format_of(op_own) == cqe_format::compressed) {
      const auto problem = begin<tidy>(at(ci_), op_own, ci_);
      if (problem == cqe_problem::none) return {cqe_step::kind::unfolded};
      return skip<tidy>(problem, problem == cqe_problem::title_missing ? slots_of(ci_, op_own) : 1);
    }
    switch (opcode_of(op_own)) {
      case cqe_opcode::req_err:
      case cqe_opcode::resp_err: {
        const auto error = take_as(cqe_step::kind::error, op_own);
        forget_title();
        return error;
      }
      case cqe_opcode::sig_err:
        return skip<tidy>(cqe_problem::signature_error, 1);
      case cqe_opcode::resize_cq:
        if (!resizing_) return skip<tidy>(cqe_problem::unknown_opcode, 1);
        ready_end_ = ++ci_;
        forget_title();
        take_ring(next_ring_);
        resizing_ = false;
        return {cqe_step::kind::unfolded};
      case cqe_opcode::req:
      case cqe_opcode::resp_wr_imm:
      case cqe_opcode::resp_send:
      case cqe_opcode::resp_send_imm:
      case cqe_opcode::resp_send_inv:
      case cqe_opcode::no_packet:
        break;
      default:
        return skip<tidy>(cqe_problem::unknown_opcode, 1);
    }
    if (format_of(op_own) == cqe_format::plain) return take_as(cqe_step::kind::good, op_own);
    if (format_of(op_own) == cqe_format::inline_64 && Format.cqe_size == cqe64::size) {
      return skip<tidy>(cqe_problem::inline_data_too_long, 1);
    }
    return take_as(cqe_step::kind::inlined, op_own);
  }

  /// Makes ready what a compressed CQE stands for. Changes nothing if it has a problem.
  template <bool tidy>
  [[gnu::always_inline]] cqe_problem begin(std::byte* cqe, std::uint8_t op_own,
                                           std::uint32_t ci) noexcept {
    if constexpr (basic) return begin_session(cqe, op_own, ci);
    if constexpr (enhanced) return begin_block<tidy>(cqe, op_own, ci);
    return cqe_problem::unexpected_compression;
  }

  /// Basic layout: a title, which says how many completions it and its arrays stand for.
  [[gnu::always_inline]] cqe_problem begin_session(std::byte* title, std::uint8_t op_own,
                                                   std::uint32_t ci) noexcept {
    const auto count = cqe64(title).byte_cnt();
    if (op_own >= least(cqe_opcode::resize_cq)) return cqe_problem::unknown_opcode;
    if (count < 2 || count > cqes()) return cqe_problem::count_beyond_ring;
    begin_title(title, cqe64(title).wqe_counter());
    minis_.look_at(at(ci + 1));
    array_ = ci;
    ready_end_ = ci + count;
    untidy_ = untidy::title_and_array;
    return cqe_problem::none;
  }

  /// Enhanced layout: a block, whose title is the CQE before it.
  template <bool tidy>
  [[gnu::always_inline]] cqe_problem begin_block(std::byte* block, std::uint8_t op_own,
                                                 std::uint32_t ci) noexcept {
    const unsigned count = (op_own >> 4) + 1u;
    begin_last();
    if (title_.data() == nullptr) return cqe_problem::title_missing;
    if (count > minis_in_block || count > cqes()) return cqe_problem::count_beyond_ring;
    minis_.look_at(block);
    array_ = ci;
    ready_end_ = ci + count;
    if constexpr (tidy) mark_block(ci, count);
    // The next title and its block: processors do not guess how far a block goes.
    __builtin_prefetch(at(ready_end_));
    __builtin_prefetch(at(ready_end_ + 1));
    return cqe_problem::none;
  }

  /// Up to the end of an array. A callback may disown the others, or close the queue.
  template <bool of_send, class Each>
  [[gnu::always_inline]] bool each_mini(unsigned budget, Each& each) {
    auto index = ci_;
    if (!reach<true>(index)) [[unlikely]]
      return false;
    const std::byte* const title = title_.data();
    const std::byte* mini = mini_of(index);
    each_end_ = index + std::min({budget, ready_end_ - index, array_ + minis_in_array - index});
    do {
      const auto wqe_counter = expansion_.template next_counter<of_send>(mini);
      ci_ = ++index;
      each(unfolded_cqe<Format, of_send>{title, mini, wqe_counter});
      mini += mini_cqe_size;
    } while (index != each_end_);
    return true;
  }

  /// For a copy: makes expanded() the next one. False if the array has not been written.
  template <bool of_send>
  bool expand_next() noexcept {
    if (!reach<false>(ci_)) return false;
    keep_title();
    const std::byte* const mini = mini_of(ci_++);
    expansion_.template expand<of_send>(expanded(), mini,
                                        expansion_.template next_counter<of_send>(mini));
    return true;
  }

  /// Sees to it that mini_of(index) is there, which is ci_. False if the array has not been written.
  template <bool tidy>
  [[gnu::always_inline]] bool reach(std::uint32_t index) noexcept {
    if constexpr (!basic) return true;
    if (index - array_ == minis_in_array) next_array<tidy>(index);
    return index != array_ || !erased(mini_of(index));
  }
  const std::byte* mini_of(std::uint32_t index) const noexcept {
    return minis_.data() + (index - array_) * mini_cqe_size;
  }

  std::byte* expanded() noexcept { return title_.copy() + in_front; }

  /// The mini CQEs 0 to 7 of a title are behind it, and further ones where the eighth, the sixteenth
  /// and so on would be.
  template <bool tidy>
  void next_array(std::uint32_t index) noexcept {
    if constexpr (tidy) {
      keep_title();
      tidy_last();
      untidy_ = untidy::array;
    }
    minis_.look_at(at(index));
    array_ = index;
  }

  /// Leaves something out that is no completion. It is shown as the device wrote it; of an array that
  /// is missing, the completion that it should have been of.
  template <bool tidy>
  cqe_step skip(cqe_problem problem, std::uint32_t slots) noexcept {
    std::byte* const shown = expanded();
    if (problem == cqe_problem::array_missing) {
      keep_title();
    } else {
      std::memcpy(shown, at(ci_), cqe64::size);
    }
    if constexpr (tidy) {
      if constexpr (basic) {
        for (auto i = ci_; i != ci_ + slots; ++i) erase(i);
        untidy_ = untidy::nothing;
      } else if constexpr (enhanced) {
        mark(ci_, slots);
      }
    }
    ci_ += slots;
    ready_end_ = ci_;
    forget_title();
    return {cqe_step::kind::malformed, problem, cqe64(shown).opcode(), 0, cqe64(shown)};
  }

  /// Of all behind it: title and mini CQEs are read where they are.
  [[gnu::always_inline]] void begin_title(const std::byte* title,
                                          std::uint16_t wqe_counter) noexcept {
    title_.look_at(title - in_front);
    expanded_owner_ = owner_of(cqe64(title));
    expansion_.begin(cqe64(title), wqe_counter);
  }

  /// Enhanced layout: what was read last is a title, if a block is behind it.
  [[gnu::always_inline]] void begin_last() noexcept {
    if (last_ == nullptr) return;
    const cqe64 title(std::exchange(last_, nullptr));
    begin_title(title.bytes(), counter_behind<Format>(title.wqe_counter(), title.byte_cnt()));
  }

  /// Before the device is given their places.
  void keep() noexcept {
    keep_title();
    if (ready() != 0) minis_.keep();
  }
  void keep_title() noexcept {
    begin_last();
    if (title_.keep()) mini_cqe_expansion<Format>::make_plain(expanded());
  }
  void forget_title() noexcept {
    last_ = nullptr;
    title_.forget();
  }

  /// Enhanced layout: the device does not write the slots behind a block, so that what was there would
  /// be found 256 laps later. To mark what is read in every 128th is enough.
  [[gnu::always_inline]] void mark_block(std::uint32_t first, std::uint32_t count) noexcept {
    if ((((first >> shift_) + 1) & 127) <= 1) [[unlikely]]  // it may reach into the next lap
      mark(first, count);
  }
  [[gnu::noinline, gnu::cold]] void mark(std::uint32_t first, std::uint32_t count) noexcept {
    for (auto i = first; i != first + count; ++i) {
      if (const auto lap = lap_of(i); lap % 128 == 0) at(i)[validity_at] = std::byte{lap};
    }
  }

  /// Basic layout: neither a CQE nor an array that is not there yet may look like one that is. An array
  /// comes whole, in one write of 64 bytes, so that its first mini CQE tells. What the device skips
  /// was erased before.
  [[gnu::always_inline]] void erase(std::uint32_t index) noexcept {
    wire::store64(at(index), erased_mini);
    at(index)[op_own_at] = nobodys;
  }
  static bool erased(const std::byte* array) noexcept { return wire::load64(array) == erased_mini; }
  static constexpr auto erased_mini = ~std::uint64_t{0};
  static constexpr auto nobodys = std::byte{0xf1};

  [[gnu::always_inline]] void tidy_last() noexcept {
    if (untidy_ == untidy::nothing) return;
    if (untidy_ == untidy::cqe) {
      erase(ci_ - 1);
    } else {
      erase(array_);  // of the first array this is the title
      if (untidy_ == untidy::title_and_array) erase(array_ + 1);
    }
    untidy_ = untidy::nothing;
  }

  /// Where the cqe64 of this free-running index is: of 128 bytes, the second half.
  std::byte* at(std::uint32_t index) const noexcept {
    return ring_ + std::size_t{index & mask_} * Format.cqe_size;
  }

  std::uint8_t lap_of(std::uint32_t index) const noexcept {
    const auto lap = index >> shift_;
    return static_cast<std::uint8_t>(enhanced ? lap & 0xff : lap & 1);
  }

  /// op_own of this CQE. If it is ours its owner bit becomes 0, whatever lap the ring is in.
  std::uint8_t op_own_of(place p) const noexcept {
    if constexpr (enhanced) {
      std::uint16_t word = __atomic_load_n(
          reinterpret_cast<const std::uint16_t*>(at(p.ci) + validity_at), __ATOMIC_RELAXED);
      word = wire::big_endian(word);
      return word >> 8 == p.lap ? static_cast<std::uint8_t>(word & 0xfe) : std::uint8_t{0xff};
    } else {
      const auto op_own = __atomic_load_n(
          reinterpret_cast<const std::uint8_t*>(at(p.ci) + op_own_at), __ATOMIC_RELAXED);
      return op_own ^ p.lap;
    }
  }
  std::uint8_t op_own_of(std::uint32_t index) const noexcept {
    return op_own_of(place{index, lap_of(index)});
  }

  static bool nothing_there(std::uint8_t op_own) noexcept {
    if (wire::get<0, 0>(op_own) != 0) return true;
    return op_own >= least(cqe_opcode::invalid) &&
           !(enhanced && format_of(op_own) == cqe_format::compressed);  // there it is a count
  }

  /// The least op_own with this opcode: opcodes are compared without being taken out of it.
  static constexpr std::uint8_t least(cqe_opcode op) noexcept {
    return wire::put<7, 4>(static_cast<std::uint8_t>(op));
  }
  static cqe_opcode opcode_of(std::uint8_t op_own) noexcept {
    return static_cast<cqe_opcode>(wire::get<7, 4>(op_own));
  }
  static cqe_format format_of(std::uint8_t op_own) noexcept {
    return static_cast<cqe_format>(wire::get<3, 2>(op_own));
  }

  std::uint32_t slots_of(std::uint32_t index, std::uint8_t op_own) const noexcept {
    if (format_of(op_own) != cqe_format::compressed) return 1;
    if constexpr (enhanced) return (op_own >> 4) + 1u;
    const auto count = cqe64(at(index)).byte_cnt();
    return basic && count >= 2 && count <= cqes() ? count : 1;
  }

  template <class Unwanted>
  static void disown(std::byte* cqe, Unwanted& unwanted) noexcept {
    if (!unwanted(owner_of(cqe64(cqe)))) return;
    std::byte* const at = cqe + (Format.owner == cqe_owner::qpn ? 0x38 : 0x20);
    wire::store32(at, wire::load32(at) & 0xff000000);
  }

  void take_ring(const completion_queue_memory& memory) noexcept {
    ring_ = memory.ring + (Format.cqe_size - cqe64::size);
    mask_ = memory.cqes - 1;
    shift_ = static_cast<std::uint8_t>(std::countr_zero(memory.cqes));
  }

  void clear(const completion_queue_memory& memory) const noexcept {
    assert(std::has_single_bit(memory.cqes) && memory.cqe_size == Format.cqe_size);
    std::memset(memory.ring, 0xff, std::size_t{memory.cqes} * Format.cqe_size);
    const auto lap_before = (ci_ >> std::countr_zero(memory.cqes)) - 1;
    for (std::uint32_t i = 1; i <= memory.cqes; ++i) {
      std::byte* const end = memory.ring + std::size_t{i} * Format.cqe_size;
      end[-1] = nobodys;
      end[-2] = static_cast<std::byte>(lap_before & 0xff);
    }
  }

  std::byte* ring_ = nullptr;
  std::uint32_t mask_ = 0;
  std::uint32_t ci_ = 0;
  std::uint8_t shift_ = 0;
  bool resizing_ = false;
  untidy untidy_ = untidy::nothing;  // basic: what was read last
  std::uint32_t ready_end_ = 0;      // behind the last completion that the minis have
  std::uint32_t array_ = 0;          // index of the completion that the first mini CQE is
  std::uint32_t each_end_ = 0;       // behind the last that each_ready() is to hand out now
  std::uint32_t expanded_owner_ = 0;
  mmio::doorbell_record dbrec_;
  const std::byte* last_ = nullptr;  // enhanced: a CQE in the ring that may be a title
  mini_cqe_expansion<Format> expansion_;
  completion_queue_memory next_ring_{};
  bytes_or_copy<Format.cqe_size> title_;  // with what is in front of it
  bytes_or_copy<minis_in_array * mini_cqe_size> minis_;
};

}  // namespace verbatim
