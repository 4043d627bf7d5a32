// Reads the ring of a completion queue: finds new CQEs, and expands compressed ones.
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
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/queue/completion/mini_cqe.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::detail {

/// The result of one step of a reader. Its CQE is valid until the next call.
struct cqe_step {
  enum class kind : std::uint8_t {
    empty,      ///< nothing yet
    good,       ///< a completion, its payload in memory
    inlined,    ///< a completion, its payload in the CQE
    error,      ///< a completion with error: err_cqe
    unfolded,   ///< no completion yet: a compressed CQE is ready(), or a new ring begins
    malformed,  ///< no completion; `problem` says why
  };

  kind what = kind::empty;
  cqe_problem problem = cqe_problem::none;
  cqe_opcode opcode{};
  std::uint32_t owner = 0;  ///< QP number or user index, depending on the format
  cqe64 cqe{nullptr};
};

/// A good completion with its payload in memory, or none. This is the usual case, kept in
/// registers.
struct good_cqe {
  cqe64 cqe{nullptr};
  std::uint32_t owner = 0;  ///< QP number or user index, depending on the format
  std::uint16_t wqe_counter = 0;
  std::uint8_t op_own = 0;  ///< opcode and solicited event
  bool of_send = false;     ///< true if the opcode is cqe_opcode::req

  cqe_opcode opcode() const noexcept { return static_cast<cqe_opcode>(wire::get<7, 4>(op_own)); }

  explicit operator bool() const noexcept { return cqe.bytes() != nullptr; }

  /// The whole CQE, like unfolded_cqe::copy, but it is in the ring already.
  struct in_ring {
    cqe64 cqe;
    cqe64 view() const noexcept { return cqe; }
  };
  in_ring whole() const noexcept { return {cqe}; }
};

/// The place where the next CQE is or will be. Callers that ask first for what is usual there have
/// the fewest branches.
struct seen_cqe {
  std::byte* at = nullptr;
  std::uint8_t op_own = 0;  ///< the owner bit is 0 if the CQE has been written

  static constexpr std::uint8_t solicited = 2;  ///< the bit of op_own between format and owner

  /// Returns true for a good completion of a send with its payload in memory: all bits are 0 but
  /// the solicited one.
  bool of_send() const noexcept { return (op_own & ~solicited) == 0; }

  /// Returns true for a good completion of a send or a receive with its payload in memory. Opcodes
  /// from 5 on mean something else.
  bool good() const noexcept {
    return (op_own & ~solicited & 0x0f) == 0 &&
           op_own < wire::put<7, 4>(static_cast<std::uint8_t>(cqe_opcode::resize_cq));
  }

  /// Returns true if the CQE stands for several completions, or says that it does.
  bool compressed() const noexcept {
    return (op_own & 0x0d) == wire::put<3, 2>(static_cast<std::uint8_t>(cqe_format::compressed));
  }
};

/// A view of bytes in a ring, or a copy of them once the ring goes back to the device.
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

  /// Returns the bytes, or null if there are none to look at.
  const std::byte* data() const noexcept { return at_; }

  /// Copies the bytes that are looked at. Returns false if nothing had to be copied.
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

/// A reader that goes through a ring of CQEs, each once and in order. The completions of a
/// compressed CQE come one by one. A copy is a second reader at the same place.
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
  /// Begins with every CQE in the ring owned by the device.
  explicit cqe_reader(const completion_queue_memory& memory) noexcept : dbrec_(memory.dbrec) {
    clear(memory);
    take_ring(memory);
  }

  /// The place where reading goes on, which the polling function keeps in registers.
  struct place {
    std::uint32_t ci;
    std::uint8_t lap;  ///< owner bit or validity byte of the CQEs of this lap
  };
  place here() const noexcept { return {ci_, lap_of(ci_)}; }

  /// Returns what is at here(). If it is good(), take() it. Otherwise call next_other(), and then
  /// here() anew. Do not call it while anything is ready(). Tidies up what was read before.
  [[gnu::always_inline]] seen_cqe look(place& p) noexcept {
    assert(p.ci == ci_ && ready() == 0);
    if constexpr (basic) tidy_last();
    if ((p.ci & mask_) == 0) [[unlikely]]
      p.lap = lap_of(p.ci);
    return seen(p);
  }

  /// Takes the completion that was seen. The caller says whether it is of a send, so that the
  /// compiler knows.
  [[gnu::always_inline]] good_cqe take(seen_cqe seen, place& p, bool of_send) noexcept {
    mmio::owner_before_cqe();
    took(seen.at, p.ci++);
    const cqe64 cqe(seen.at);
    return {cqe, owner_of(cqe), cqe.wqe_counter(), seen.op_own, of_send};
  }

  /// Returns the number of completions of a compressed CQE that each_ready() hands out. All are of
  /// one owner, ready_owner(), unless somebody disowns it.
  std::uint32_t ready() const noexcept { return basic || enhanced ? ready_end_ - ci_ : 0; }
  std::uint32_t ready_owner() const noexcept { return expanded_owner_; }

  /// Makes the completions of the CQE that was seen ready(), if it is compressed and well-formed.
  /// Otherwise call next_other().
  [[gnu::always_inline]] void unfold(seen_cqe seen, place p) noexcept {
    if ((basic || enhanced) && seen.compressed()) {
      mmio::owner_before_cqe();
      begin<true>(seen.at, seen.op_own, p.ci);
    }
  }

  /// Calls each(unfolded_cqe) for the completions that are ready(), at most `budget`, until
  /// somebody disowns them. Returns false if the device has not written what it announced: then
  /// call next_other().
  template <class Each>
  [[gnu::always_inline]] bool each_ready(unsigned budget, Each&& each) {
    if (expansion_.of_sends()) return each_mini<true>(budget, each);
    return each_mini<false>(budget, each);
  }

  /// Returns the next step when the next CQE is not good().
  [[gnu::noinline]] cqe_step next_other() noexcept { return other_step<true>(); }

  /// Returns the next step of any kind and leaves the ring as it is. It is for a copy of the
  /// reader.
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

  /// Makes reading go on in another ring, behind the CQE with which the device ends this one. Call
  /// it before the device is told of the new ring. The old ring is in use as long as resizing() is
  /// true.
  void resize_to(const completion_queue_memory& memory) noexcept {
    clear(memory);
    next_ring_ = memory;
    resizing_ = true;
  }
  bool resizing() const noexcept { return resizing_; }

  /// Stays in this ring: the device has refused the new one.
  void stay() noexcept { resizing_ = false; }

  /// Returns the number that tells CQEs of different owners apart: QP number or user index.
  static std::uint32_t owner_of(cqe64 cqe) noexcept {
    return Format.owner == cqe_owner::qpn ? cqe.qpn() : cqe.srqn_uidx();
  }

  /// Reassigns queued CQEs of `unwanted` owners to `heir`: to number 0, which nobody has, or
  /// another.
  template <class Unwanted>
  void disown(Unwanted unwanted, std::uint32_t heir = 0) noexcept {
    keep_title();
    if (unwanted(expanded_owner_)) {
      expanded_owner_ = heir;
      each_end_ = ci_;
    }
    auto unread = *this;  // goes on in the next ring if the device has left this one
    auto begin = ci_;
    for (auto i = ci_ + ready(); i - begin <= unread.mask_;) {
      const auto op_own = unread.op_own_of(i);
      if (nothing_there(op_own)) return;
      mmio::owner_before_cqe();
      if (unread.ends_ring(op_own)) {
        unread.leave_ring();
        begin = ++i;
        continue;
      }
      // Only the title of compressed CQEs has the number.
      if (!enhanced || format_of(op_own) != cqe_format::compressed)
        disown(unread.at(i), unwanted, heir);
      i += unread.slots_of(i, op_own);
    }
  }

  /// Closes the reader: it finds nothing from now on, and the memory may be freed.
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

  /// The ring of a closed reader: one CQE that is never anybody's.
  alignas(8) static inline std::array<std::byte, cqe64::size> closed = [] {
    std::array<std::byte, cqe64::size> cqe{};
    cqe[op_own_at] = std::byte{0xf0};
    return cqe;
  }();

  /// The slots to erase before they go back to the device, as they look like a CQE or an array.
  enum class untidy : std::uint8_t { nothing, cqe, array, title_and_array };

  /// Returns what is at `p`. It is read before the barrier: after it, the compiler would have to
  /// read again.
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

  /// Moves past a CQE that is not compressed.
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
        leave_ring();
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

  /// Makes the completions of a compressed CQE ready. Changes nothing if the CQE has a problem.
  template <bool tidy>
  [[gnu::always_inline]] cqe_problem begin(std::byte* cqe, std::uint8_t op_own,
                                           std::uint32_t ci) noexcept {
    if constexpr (basic) return begin_session(cqe, op_own, ci);
    if constexpr (enhanced) return begin_block<tidy>(cqe, op_own, ci);
    return cqe_problem::unexpected_compression;
  }

  /// Basic layout: begins a title, which says how many completions it and its arrays stand for.
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

  /// Enhanced layout: begins a block, whose title is the CQE before it.
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
    // Prefetches the next title and its block: processors do not guess how far a block goes.
    __builtin_prefetch(at(ready_end_));
    __builtin_prefetch(at(ready_end_ + 1));
    return cqe_problem::none;
  }

  /// Hands out completions up to the end of an array. A callback may disown the rest, or close the
  /// queue.
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

  /// Makes expanded() the next completion, in a copy of the reader. Returns false if the array has
  /// not been written.
  template <bool of_send>
  bool expand_next() noexcept {
    if (!reach<false>(ci_)) return false;
    keep_title();
    const std::byte* const mini = mini_of(ci_++);
    expansion_.template expand<of_send>(expanded(), mini,
                                        expansion_.template next_counter<of_send>(mini));
    return true;
  }

  /// Makes sure that mini_of(index) is there; `index` is ci_. Returns false if the array has not
  /// been written.
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

  /// Goes on to the next array. The mini CQEs 0 to 7 of a title are behind it, and further ones are
  /// where the eighth, the sixteenth and so on would be.
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

  /// Skips something that is no completion. The step shows it as the device wrote it. If an array
  /// is missing, the step shows the completion that the array should have been of.
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

  /// Begins the title of all mini CQEs behind it. Title and mini CQEs are read where they are.
  [[gnu::always_inline]] void begin_title(const std::byte* title,
                                          std::uint16_t wqe_counter) noexcept {
    title_.look_at(title - in_front);
    expanded_owner_ = owner_of(cqe64(title));
    expansion_.begin(cqe64(title), wqe_counter);
  }

  /// Enhanced layout: makes the CQE that was read last the title, as a block may follow it.
  [[gnu::always_inline]] void begin_last() noexcept {
    if (last_ == nullptr) return;
    const cqe64 title(std::exchange(last_, nullptr));
    begin_title(title.bytes(), counter_behind<Format>(title.wqe_counter(), title.byte_cnt()));
  }

  /// Copies title and mini CQEs before their slots go back to the device.
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

  /// Enhanced layout: marks the slots of a block as read. The device does not write the slots
  /// behind a block, so what was there before would be found 256 laps later. Marking what is read
  /// in every 128th lap is enough.
  [[gnu::always_inline]] void mark_block(std::uint32_t first, std::uint32_t count) noexcept {
    if ((((first >> shift_) + 1) & 127) <= 1) [[unlikely]]  // it may reach into the next lap
      mark(first, count);
  }
  [[gnu::noinline, gnu::cold]] void mark(std::uint32_t first, std::uint32_t count) noexcept {
    for (auto i = first; i != first + count; ++i) {
      if (const auto lap = lap_of(i); lap % 128 == 0) at(i)[validity_at] = std::byte{lap};
    }
  }

  /// Basic layout: erases a slot. Neither a CQE nor an array that is not there yet may look like
  /// one that is. An array comes whole, in one write of 64 bytes, so its first mini CQE tells
  /// whether it is there. The slots that the device skips were erased before.
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
      erase(array_);  // for the first array, this is the title
      if (untidy_ == untidy::title_and_array) erase(array_ + 1);
    }
    untidy_ = untidy::nothing;
  }

  /// Returns the cqe64 with this free-running index: the second half of a CQE of 128 bytes.
  std::byte* at(std::uint32_t index) const noexcept {
    return ring_ + std::size_t{index & mask_} * Format.cqe_size;
  }

  std::uint8_t lap_of(std::uint32_t index) const noexcept {
    const auto lap = index >> shift_;
    return static_cast<std::uint8_t>(enhanced ? lap & 0xff : lap & 1);
  }

  /// Returns op_own of this CQE. If the CQE is ours, its owner bit becomes 0, whatever lap the ring
  /// is in.
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

  /// Returns the least op_own with this opcode: opcodes are compared without being taken out of it.
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
  static void disown(std::byte* cqe, Unwanted& unwanted, std::uint32_t heir) noexcept {
    if (!unwanted(owner_of(cqe64(cqe)))) return;
    std::byte* const at = cqe + (Format.owner == cqe_owner::qpn ? 0x38 : 0x20);
    wire::store32(at, (wire::load32(at) & 0xff000000) | heir);
  }

  /// Returns true for the CQE behind which reading goes on in the next ring.
  bool ends_ring(std::uint8_t op_own) const noexcept {
    return resizing_ && format_of(op_own) != cqe_format::compressed &&
           opcode_of(op_own) == cqe_opcode::resize_cq;
  }
  void leave_ring() noexcept {
    take_ring(next_ring_);
    resizing_ = false;
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
  untidy untidy_ = untidy::nothing;  // basic: kind of what was read last
  std::uint32_t ready_end_ = 0;      // index behind the last completion of the minis
  std::uint32_t array_ = 0;          // index of the completion of the first mini CQE
  std::uint32_t each_end_ = 0;       // index behind the last that each_ready() hands out now
  std::uint32_t expanded_owner_ = 0;
  mmio::doorbell_record dbrec_;
  const std::byte* last_ = nullptr;  // enhanced: a CQE in the ring that may be a title
  mini_cqe_expansion<Format> expansion_;
  completion_queue_memory next_ring_{};
  bytes_or_copy<Format.cqe_size> title_;  // with the bytes in front of it
  bytes_or_copy<minis_in_array * mini_cqe_size> minis_;
};

}  // namespace verbatim::detail
