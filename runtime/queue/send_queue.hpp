// A send queue: the ring of WQEs, the table of what was signaled, and the doorbell.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/entry.hpp"
#include "verbatim/queue/post_result.hpp"
#include "verbatim/queue/send_flags.hpp"
#include "verbatim/queue/use_once.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim {

inline constexpr std::size_t octoword = 16;  ///< bytes; a WQE's unit of length
inline constexpr std::size_t wqebb = 64;     ///< bytes; a send ring's unit of length

/// What happens to a WQE that needs more WQEBBs than are left before the ring's end.
enum class ring_end : std::uint8_t {
  contiguous,  ///< a NOP fills the gap, and the WQE goes to the ring's start
  wrapping,    ///< the WQE continues at the ring's start, as libmlx5, UCX and DPDK let it
};

/// Where a send queue lives. The memory belongs to whoever created the QP and outlives the queue.
struct send_queue_memory {
  std::byte* ring;
  std::uint32_t wqebbs;               ///< a power of two, at most 2^16
  std::byte* dbrec;                   ///< the word that takes snd_counter (qp_dbrec.yaml)
  mmio::doorbell_register* doorbell;  ///< shared with the queues that use the same register
  std::uint32_t qpn;
};

/// Ordered and sparse: WQEs complete in order, and those that asked for a CQE carry an Entry.
///
///   qp.sq_wqe().write(flags).rdma(raddr, rkey).sge(addr, len, lkey).signal(entry).finish();
///   qp.ring_doorbell();
///
/// MaxWqebbs bounds a single WQE: 4 WQEBBs (256 bytes) hold 15 octowords behind ctrl_seg. Entry is
/// default-constructible and moves without throwing. One thread at a time.
template <class Transport, class Entry, ring_end RingEnd = ring_end::contiguous,
          unsigned MaxWqebbs = 4>
class send_queue {
  static_assert(MaxWqebbs >= 1 && MaxWqebbs <= 16, "ctrl_seg.ds ends a WQE at 16 WQEBBs");
  static_assert(is_entry<Entry>, "an Entry is default-constructible and moves without throwing");

 public:
  using transport = Transport;
  using entry = Entry;

  /// The longest WQE: ctrl_seg.ds counts up to 63, and a transport may allow less.
  static constexpr unsigned max_octowords =
      std::min({MaxWqebbs * 4, 63u, Transport::max_octowords});

  /// The fewest WQEBBs of a ring in which a WQE of MaxWqebbs fits wherever it begins: a contiguous
  /// one may first have to fill a gap that is one WQEBB shorter than itself.
  static constexpr std::uint32_t min_wqebbs =
      RingEnd == ring_end::contiguous ? 2 * MaxWqebbs - 1 : MaxWqebbs;

  /// `memory.wqebbs` is at least min_wqebbs. Allocates the table: nothing is allocated afterwards.
  explicit send_queue(const send_queue_memory& memory)
      : ring_(memory.ring),
        mask_(memory.wqebbs - 1),
        qpn_(memory.qpn),
        dbrec_(memory.dbrec),
        doorbell_(memory.doorbell),
        spare_(std::make_unique<spare>()),
        records_(memory.wqebbs) {
    assert((memory.wqebbs & mask_) == 0 && memory.wqebbs <= (1u << 16));
    assert(memory.wqebbs >= min_wqebbs && "the longest WQE would never fit");
    assert(memory.qpn < (1u << 24));
    reset();
  }

  /// Room for one WQE, as the builders see it.
  class slot {
   public:
    using entry = Entry;
    using flags = send_flags;
    static constexpr unsigned max_octowords = send_queue::max_octowords;

    void begin(send_flags flags) noexcept { flags_ = flags; }
    void imm(std::uint32_t imm) noexcept { imm_ = imm; }

    template <class Segment>
    void write(const Segment& segment) noexcept {
      once_.check();
      segment.write(cursor());
      octowords_ += static_cast<unsigned>(Segment::size / octoword);
    }

    /// An empty segment is written but not counted: cheaper than a branch, and it is overwritten.
    template <unsigned wqe_max, class Segment>
    void append(const Segment& segment) noexcept {
      static_assert(Segment::size == octoword);
      once_.check();
      if (octowords_ >= std::min(wqe_max, max_octowords)) [[unlikely]] {
        if (!segment.empty()) error_ = post_error::too_many_sges;
        return;
      }
      segment.write(cursor());
      octowords_ += segment.empty() ? 0 : 1;
    }

    template <unsigned wqe_max>
    void append_inline(std::span<const std::byte> bytes) noexcept {
      once_.check();
      const auto end = octowords_ * octoword + inline_seg::size + bytes.size();
      if (end > std::min(wqe_max, max_octowords) * octoword) [[unlikely]] {
        if (!bytes.empty()) error_ = post_error::inline_too_long;
        return;
      }
      if (bytes.empty()) return;
      const auto octowords = (inline_seg::size + bytes.size() + octoword - 1) / octoword;
      std::memset(cursor() + (octowords - 1) * octoword, 0, octoword);  // the padding
      inline_seg{.byte_count = static_cast<std::uint16_t>(bytes.size())}.write(cursor());
      std::memcpy(cursor() + inline_seg::size, bytes.data(), bytes.size());
      octowords_ += static_cast<unsigned>(octowords);
    }

    /// `segment`, and `bytes` from its byte `begin` on: packet headers, which the device pads itself.
    template <unsigned begin, class Segment>
    void write_header(const Segment& segment, std::span<const std::byte> bytes) noexcept {
      once_.check();
      const auto length = std::max(begin + bytes.size(), Segment::size);
      const auto octowords = (length + octoword - 1) / octoword;
      if (octowords_ + octowords > max_octowords) [[unlikely]] {
        error_ = post_error::inline_too_long;
        return;
      }
      std::memset(cursor() + (octowords - 1) * octoword, 0, octoword);  // the padding
      segment.write(cursor());
      if (!bytes.empty()) std::memcpy(cursor() + begin, bytes.data(), bytes.size());
      octowords_ += static_cast<unsigned>(octowords);
    }

    unsigned octowords() const noexcept { return octowords_; }

    /// Fills the WQE with zeros up to a multiple of `multiple` octowords, which divides WQEBBs.
    void pad(unsigned multiple) noexcept {
      const auto padding = (multiple - octowords_ % multiple) % multiple;
      std::memset(cursor(), 0, padding * octoword);
      octowords_ += padding;
    }

    /// Puts `value` into a field that was written as 0, in the word at byte `at` of the WQE.
    template <unsigned at, unsigned msb, unsigned lsb>
    void patch(std::uint32_t value) noexcept {
      once_.check();
      wire::store32(wqe_ + at, wire::load32(wqe_ + at) | wire::put<msb, lsb>(value));
    }

    post_result finish(wire::wqe_kind<opcode> kind) && noexcept {
      return sq_->commit(*this, kind, completion_mode::on_error);
    }
    post_result finish(wire::wqe_kind<opcode> kind, Entry&& entry) && noexcept {
      return sq_->commit(*this, kind, completion_mode::always, std::move(entry));
    }

   private:
    friend send_queue;
    explicit slot(send_queue* sq) noexcept
        : sq_(sq),
          pi_(sq->pi_),
          straight_(sq->may_build_straight()),
          wqe_(straight_ ? sq->at(pi_) : sq->spare_->bytes.data()) {}

    std::byte* cursor() const noexcept { return wqe_ + octowords_ * octoword; }

    send_queue* sq_;
    std::uint32_t pi_;  // where the WQE goes, unless it has to move to the ring's start
    bool straight_;     // built in the ring, not in the spare slot
    std::byte* wqe_;
    unsigned octowords_ = ctrl_seg::size / octoword;
    std::uint32_t imm_ = 0;
    send_flags flags_;
    post_error error_ = post_error::none;
    [[no_unique_address]] use_once once_;
  };

  /// Begins a WQE. Always succeeds: where there is no room the WQE is built in a spare slot, and
  /// finish() says so. Finish or drop one builder before the next is begun.
  typename Transport::template builder<slot>::start sq_wqe() noexcept {
    static_assert(wire::wqe_slot<slot, opcode, data_seg>);
    return typename Transport::template builder<slot>::start{slot{this}};
  }

  /// Tells the device about every WQE finished so far.
  void ring_doorbell() noexcept {
    // Read before the barrier, behind which the compiler would have to look again.
    const auto pi = pi_;
    const auto ctrl = last_ctrl_;
    mmio::wqe_before_dbrec();
    dbrec_.publish(pi & 0xffff);
    doorbell_->ring(ctrl);
  }

  /// WQEBBs that are free.
  std::uint32_t available() const noexcept { return wqebbs() - (pi_ - ci_); }

  /// WQEBBs from the next WQE to the ring's end; at the end itself, the whole ring.
  std::uint32_t slots_to_ring_end() const noexcept { return wqebbs() - (pi_ & mask_); }

  /// Fills the ring up to its end with NOPs, so that the next WQE begins at its start.
  post_result post_nop_to_ring_end() noexcept {
    const auto first = static_cast<std::uint16_t>(pi_);
    if (closed_) return post_error::closed;
    if (slots_to_ring_end() == wqebbs()) return first;
    if (available() < slots_to_ring_end()) return post_error::queue_full;
    while ((pi_ & mask_) != 0) post_nop(std::min(slots_to_ring_end(), std::uint32_t{15}));
    aim();
    return first;
  }

  /// Every WQE begun from now on is answered `closed`, and the doorbell rings nowhere: the memory
  /// that was given to the queue may go. Drop a WQE that is under construction first.
  void close() noexcept {
    closed_ = true;
    dbrec_ = mmio::doorbell_record(spare_->bytes.data());
    doorbell_ = &spare_->nowhere;
    aim();
  }

  /// Begins anew, as the device does when the QP goes to RESET: what was posted is forgotten.
  void reset() noexcept {
    pi_ = ci_ = 0;
    fence_next_ = false;
    for (auto& r : records_) r = record{};
    // A doorbell without any WQE names at least the right queue.
    ctrl_seg{.qpn = qpn_}.write(spare_->bytes.data());
    std::memcpy(&last_ctrl_, spare_->bytes.data(), sizeof last_ctrl_);
    aim();
  }

  std::uint32_t qpn() const noexcept { return qpn_; }
  std::uint32_t wqebbs() const noexcept { return mask_ + 1; }
  std::uint32_t pi() const noexcept { return pi_; }  ///< free-running, in WQEBBs
  std::uint32_t ci() const noexcept { return ci_; }  ///< free-running, in WQEBBs

  /// The WQE with this index, as it stands in the ring.
  const std::byte* wqe_at(std::uint16_t wqe_index) const noexcept { return at(wqe_index); }

  /// What a completion gives back.
  struct completed {
    Entry entry;
    bool signaled;  ///< false: the WQE carried no entry, and failed
  };

  /// A signaled WQE is done, and so is everything before it.
  completed retire(std::uint16_t wqe_counter) noexcept {
    auto& r = records_[wqe_counter & mask_];
    ci_ = r.end;
    return {std::move(r.entry), true};
  }

  /// A WQE failed; everything before it is done. It need not have been signaled.
  completed retire_failed(std::uint16_t wqe_counter) noexcept {
    const auto begin = ci_ + static_cast<std::uint16_t>(wqe_counter - ci_);
    const auto length = (ctrl_seg::read(at(begin)).ds + 3u) / 4u;
    auto& r = records_[wqe_counter & mask_];
    ci_ = begin + length;
    if (r.end != ci_) return {Entry{}, false};
    return {std::move(r.entry), true};
  }

 private:
  /// What a signaled WQE left, found by its first ring slot.
  struct record {
    Entry entry;
    std::uint32_t end = 0;  // the free-running index after the WQE: tells old laps apart
  };

  /// Where WQEs are built that have no room in the ring, and where a closed queue rings.
  struct spare {
    alignas(std::uint64_t) std::array<std::byte, MaxWqebbs * wqebb> bytes{};
    mmio::doorbell_register nowhere{bytes.data(), 0};
  };

  std::byte* at(std::uint32_t index) const noexcept {
    return ring_ + std::size_t{index & mask_} * wqebb;
  }

  /// Posts a finished WQE; `entry` is one Entry if it is signaled, or nothing.
  template <class... Entries>
  post_result commit(slot& s, wire::wqe_kind<opcode> kind, completion_mode ce,
                     Entries&&... entry) noexcept {
    [[maybe_unused]] const use_once given_up = std::move(s.once_);
    assert(s.pi_ == pi_ && "two builders of one queue at a time: the later one overwrote this");
    if (s.error_ != post_error::none) [[unlikely]]
      return s.error_;
    ctrl_seg{.opmod = kind.opmod,
             .wqe_index = static_cast<std::uint16_t>(s.pi_),
             .opcode = kind.opcode,
             .qpn = qpn_,
             .ds = static_cast<std::uint8_t>(s.octowords_),
             .fm = s.flags_.fence,
             .ce = ce,
             .se = s.flags_.solicited,
             .imm = s.imm_}
        .write(s.wqe_);
    if (!s.straight_) [[unlikely]]
      return commit_spare(kind.fences_next, std::move(entry)...);
    const auto result = advance(s.pi_, s.wqe_, s.octowords_, std::move(entry)...);
    if (kind.fences_next) fence_next();
    return result;
  }

  /// The same for a WQE in the spare slot: moves it to its place in the ring, if it has one there.
  /// By value, so that on the usual way the entry need not be in memory.
  template <class... Entries>
  [[gnu::noinline, gnu::cold]] post_result commit_spare(bool fences_next,
                                                        Entries... entry) noexcept {
    auto ctrl = ctrl_seg::read(spare_->bytes.data());
    if (const auto error = settle(ctrl.ds); error != post_error::none) return error;
    ctrl.wqe_index = static_cast<std::uint16_t>(pi_);
    if (fence_next_) ctrl.fm = with_small_fence(ctrl.fm);
    ctrl.write(at(pi_));
    const auto result = advance(pi_, at(pi_), ctrl.ds, std::move(entry)...);
    fence_next_ = fences_next;
    aim();
    return result;
  }

  /// The WQE just posted changes a key; the next one must not overtake it. That one is built in the
  /// spare slot, so that nobody else has to ask.
  void fence_next() noexcept {
    fence_next_ = true;
    aim();
  }

  static constexpr fence_mode with_small_fence(fence_mode fence) noexcept {
    if (fence == fence_mode::none) return fence_mode::initiator_small;
    return fence == fence_mode::fence ? fence_mode::fence_and_small : fence;
  }

  /// Moves the producer index past a WQE: from here on it exists.
  template <class... Entries>
  post_result advance(std::uint32_t pi, const std::byte* wqe, unsigned octowords,
                      Entries&&... entry) noexcept {
    const auto end = pi + (octowords + 3) / 4;
    std::memcpy(&last_ctrl_, wqe, sizeof last_ctrl_);
    (remember(pi, end, std::move(entry)), ...);
    pi_ = end;
    return static_cast<std::uint16_t>(pi);
  }

  void remember(std::uint32_t begin, std::uint32_t end, Entry&& entry) noexcept {
    auto& r = records_[begin & mask_];
    r.entry = std::move(entry);
    r.end = end;
  }

  /// True if a WQE of any size fits in place. False also where nobody has looked since completions
  /// made room: then one WQE takes the way over the spare slot, and commit_spare() looks again.
  bool may_build_straight() const noexcept {
    return static_cast<std::int32_t>(straight_until_ - pi_) >= 0;
  }

  /// Looks again how far WQEs of any size may be built in place: up to where the ring ends, or the
  /// queue is full, or not at all once it is closed.
  void aim() noexcept {
    const auto free_end = ci_ + wqebbs() - MaxWqebbs;
    const auto ring_last = pi_ + slots_to_ring_end() - MaxWqebbs;
    straight_until_ = static_cast<std::int32_t>(free_end - ring_last) < 0 ? free_end : ring_last;
    if (closed_ || fence_next_) straight_until_ = pi_ - 1;
  }

  /// Moves the body of a WQE from the spare slot to its place in the ring, if it has one there.
  post_error settle(unsigned octowords) noexcept {
    if (closed_) return post_error::closed;
    const auto length = (octowords + 3) / 4;
    const auto to_end = slots_to_ring_end();
    const bool gap = RingEnd == ring_end::contiguous && length > to_end;
    if (available() < length + (gap ? to_end : 0)) return post_error::queue_full;
    if (gap) post_nop(to_end);
    // Piece by piece, which may be on both sides of the ring's end, and faster than calls to memcpy.
    for (unsigned i = 0; i < octowords; ++i) {
      std::memcpy(at(pi_ + i / 4) + i % 4 * octoword, spare_->bytes.data() + i * octoword,
                  octoword);
    }
    return post_error::none;
  }

  /// One unsignaled NOP over `length` WQEBBs, at most 15. It needs no room of its own.
  void post_nop(std::uint32_t length) noexcept {
    ctrl_seg{.wqe_index = static_cast<std::uint16_t>(pi_),
             .opcode = opcode::nop,
             .qpn = qpn_,
             .ds = static_cast<std::uint8_t>(length * 4)}
        .write(at(pi_));
    std::memcpy(&last_ctrl_, at(pi_), sizeof last_ctrl_);
    pi_ += length;
  }

  std::byte* ring_;
  std::uint32_t mask_;
  std::uint32_t qpn_;
  std::uint32_t pi_ = 0;
  std::uint32_t ci_ = 0;
  std::uint32_t straight_until_ = 0;
  bool closed_ = false;
  bool fence_next_ = false;
  std::uint64_t last_ctrl_ = 0;  // the first 8 bytes of the last WQE, as the doorbell wants them
  mmio::doorbell_record dbrec_;
  mmio::doorbell_register* doorbell_;
  std::unique_ptr<spare> spare_;
  std::vector<record> records_;
};

}  // namespace verbatim
