// A send queue: the ring of WQEs, the table of their entries, and the doorbell.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/base/entry.hpp"
#include "verbatim/queue/base/inline_scatter.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/base/posting_thread.hpp"
#include "verbatim/queue/base/use_once.hpp"
#include "verbatim/queue/send/blueflame_batch.hpp"
#include "verbatim/queue/send/dci_stream.hpp"
#include "verbatim/queue/send/send_flags.hpp"
#include "verbatim/queue/send/send_policies.hpp"
#include "verbatim/queue/send/wqe_tables.hpp"
#include "verbatim/wire/units.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim {

namespace detail {

/// The memory of a send queue. It belongs to the creator of the QP and outlives the queue.
struct send_queue_memory {
  std::byte* ring;                    ///< the WQEBBs, one behind the other
  std::uint32_t wqebbs;               ///< a power of two, at most 2^16
  std::byte* dbrec;                   ///< the word for snd_counter (qp_dbrec.yaml)
  mmio::doorbell_register* doorbell;  ///< shared with the queues that use the same register
  std::uint32_t qpn;                  ///< number of the queue pair, 24 bits
  /// The lkey of the null memory region, if the device has one.
  std::uint32_t null_lkey = no_lkey;
};

}  // namespace detail

/// The send queue of a transport: a ring of WQEs whose completions bring back an Entry. `Policies`
/// are in send_policies.hpp. By default, WQEs complete in order and those that are signaled carry
/// an Entry.
///
///   qp.sq_wqe().write(flags).rdma(raddr, rkey).sge(addr, len, lkey).signal(entry).finish();
///   qp.ring_doorbell();
///
/// A number among the policies is the most WQEBBs of a single WQE. The default, 4 WQEBBs (256
/// bytes), holds 15 octowords behind ctrl_seg. Entry is default-constructible and moves without
/// throwing. Use the queue from one thread at a time.
template <class Transport, class Entry, auto... Policies>
class alignas(64) send_queue {
  static_assert(detail::is_entry<Entry>,
                "an Entry is default-constructible and moves without throwing");

 public:
  using transport = Transport;
  using memory_type = detail::send_queue_memory;
  using entry = Entry;
  using policies = send_policies<Transport, Policies...>;

  /// The most WQEBBs of a single WQE.
  static constexpr unsigned max_wqebbs = policies::max_wqebbs;

  /// The length of the longest WQE, in octowords: ctrl_seg.ds counts up to 63, and a transport may
  /// allow less.
  static constexpr unsigned max_octowords =
      std::min({max_wqebbs * 4, 63u, Transport::max_octowords});

  /// The fewest WQEBBs of a ring in which the longest WQE fits wherever it begins. A contiguous WQE
  /// may first have to fill a gap that is one WQEBB shorter than itself.
  static constexpr std::uint32_t min_wqebbs =
      policies::end == ring_end::contiguous ? 2 * max_wqebbs - 1 : max_wqebbs;

  /// `memory.wqebbs` is at least min_wqebbs. Allocates the table; nothing is allocated afterwards.
  explicit send_queue(const detail::send_queue_memory& memory)
      : ring_(memory.ring),
        mask_(memory.wqebbs - 1),
        qpn_(memory.qpn),
        table_(memory.wqebbs),
        dbrec_(memory.dbrec),
        doorbell_(memory.doorbell),
        spare_(std::make_unique<spare>()),
        null_lkey_(memory.null_lkey) {
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

    /// The type that signal() takes.
    using signaled_entry =
        std::conditional_t<policies::order == ordering::relaxed, fenced<Entry>, Entry>;

    void begin(send_flags flags) noexcept { flags_ = flags; }
    void imm(std::uint32_t imm) noexcept { imm_ = imm; }
    void stream_id(std::uint16_t id) noexcept { stream_id_ = id; }

    template <class Segment>
    [[gnu::always_inline]] void write(const Segment& segment) noexcept {
      once_.check();
      if (too_large(segment)) [[unlikely]]
        error_ = post_error::sge_too_long;
      else
        segment.write(cursor());
      octowords_ += static_cast<unsigned>(Segment::size / octoword);
    }

    /// Appends a segment of a list. An empty segment is written but not counted, which is cheaper
    /// than a branch: it is overwritten.
    template <unsigned wqe_max, class Segment>
    [[gnu::always_inline]] void append(const Segment& segment) noexcept {
      static_assert(Segment::size == octoword);
      once_.check();
      if (octowords_ >= std::min(wqe_max, max_octowords)) [[unlikely]] {
        if (!segment.empty()) error_ = post_error::too_many_sges;
        return;
      }
      if (too_large(segment)) [[unlikely]] {
        error_ = post_error::sge_too_long;
        return;
      }
      segment.write(cursor());
      octowords_ += segment.empty() ? 0 : 1;
    }

    template <unsigned wqe_max>
    [[gnu::always_inline]] void append_inline(std::span<const std::byte> bytes) noexcept {
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

    /// Appends segments behind a list, however long it was: all of them or none.
    template <unsigned wqe_max, class... Segments>
    [[gnu::always_inline]] void append_whole(const Segments&... segments) noexcept {
      if (octowords_ + (Segments::size + ...) / octoword > std::min(wqe_max, max_octowords))
          [[unlikely]] {
        error_ = post_error::too_many_sges;
        return;
      }
      (write(segments), ...);
    }

    /// Writes `segment`, and `bytes` from its byte `begin` on: packet headers, which the device
    /// pads itself.
    template <unsigned begin, class Segment>
    [[gnu::always_inline]] void write_header(const Segment& segment,
                                             std::span<const std::byte> bytes) noexcept {
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

    /// Fills the WQE with zeros up to a multiple of `multiple` octowords. `multiple` divides the
    /// octowords of a WQEBB.
    [[gnu::always_inline]] void pad(unsigned multiple) noexcept {
      const auto padding = (multiple - octowords_ % multiple) % multiple;
      std::memset(cursor(), 0, padding * octoword);
      octowords_ += padding;
    }

    /// Adds `value` to a field, in the word at byte `at` of the WQE.
    template <unsigned at, unsigned msb, unsigned lsb>
    [[gnu::always_inline]] void patch(std::uint32_t value) noexcept {
      once_.check();
      wire::store32(wqe_ + at, wire::load32(wqe_ + at) + wire::put<msb, lsb>(value));
    }

    [[gnu::always_inline]] post_result finish(wire::wqe_kind<opcode> kind) && noexcept {
      static_assert(
          policies::table != wqe_table::unordered,
          "unsignaled WQE on an unordered queue: each needs a CQE of its own to be freed, "
          "so ask for one by signal(entry)");
      static_assert(policies::table != wqe_table::ordered_dense,
                    "a WQE without an entry on a dense queue: give it one by signal(entry), or by "
                    "entry(entry) to go without a CQE");
      return sq_->commit(*this, kind, completion_mode::on_error);
    }
    [[gnu::always_inline]] post_result finish(wire::wqe_kind<opcode> kind,
                                              signaled_entry&& entry) && noexcept {
      if constexpr (policies::order == ordering::relaxed) {
        if (flags_.fence != fence_mode::everything)
          flags_.fence = fence_mode::reads_atomics_and_key_changes;
        return sq_->commit(*this, kind, completion_mode::always, std::move(entry.entry));
      } else {
        return sq_->commit(*this, kind, completion_mode::always, std::move(entry));
      }
    }
    [[gnu::always_inline]] post_result finish_unsignaled(wire::wqe_kind<opcode> kind,
                                                         Entry&& entry) && noexcept {
      static_assert(policies::table == wqe_table::ordered_dense,
                    "entry() without a CQE: only wqe_table::ordered_dense hands such entries back");
      return sq_->commit(*this, kind, completion_mode::on_error, std::move(entry));
    }

   protected:
    friend blueflame_batch<send_queue>;
    friend send_queue;
    explicit slot(send_queue* sq) noexcept
        : sq_(sq),
          pi_(sq->at_.pi),
          straight_(sq->may_build_straight()),
          wqe_(straight_ ? sq->at(pi_) : sq->aside_) {
      sq->thread_.check();
    }

    std::byte* cursor() const noexcept { return wqe_ + octowords_ * octoword; }

    /// Returns true if a field of the segment is too large. Segments whose fields take every value
    /// are not asked.
    template <class Segment>
    static constexpr bool too_large(const Segment& segment) noexcept {
      if constexpr (requires { segment.too_large(); }) return segment.too_large();
      return false;
    }

    send_queue* sq_;
    std::uint32_t pi_;  // index of the WQE, unless it has to move to the ring's start
    bool straight_;     // built in the ring, with nothing left to check in finish()
    std::byte* wqe_;
    unsigned octowords_ = ctrl_seg::size / octoword;
    std::uint32_t imm_ = 0;
    std::uint16_t stream_id_ = 0;
    send_flags flags_;
    post_error error_ = post_error::none;
    [[no_unique_address]] detail::use_once once_;
  };

  /// Begins a WQE. Always succeeds: if there is no room, the WQE is built in a spare slot, and
  /// finish() returns the error. Finish or drop one builder before you begin the next.
  auto sq_wqe() noexcept {
    static_assert(wire::wqe_slot<slot, opcode, data_seg>);
    return begin_chain(slot{this});
  }

  /// Begins a batch of WQEs that go to the device in one piece. See blueflame_batch.
  blueflame_batch<send_queue> sq_blueflame_wqe() noexcept {
    return blueflame_batch<send_queue>{this};
  }

  /// Tells the device about every WQE finished so far.
  void ring_doorbell() noexcept {
    thread_.check();
    // Read before the barrier: after it, the compiler would have to read again.
    const auto pi = at_.pi;
    const auto ctrl = last_ctrl_;
    mmio::wqe_before_dbrec();
    dbrec_.publish16(pi);
    doorbell_->template ring<policies::ringers, policies::register_memory>(ctrl);
  }

  /// Rings the doorbell, and hands over the WQE itself if it is the only one that the device does
  /// not know of and fits into the register. That saves the device from reading it.
  void ring_blueflame_doorbell() noexcept {
    std::array<std::byte, ctrl_seg::size> ctrl{};
    std::memcpy(ctrl.data(), &last_ctrl_, sizeof last_ctrl_);
    const auto octowords = ctrl_seg::read(ctrl.data()).ds;
    // The doorbell already has half of a WQE that is ctrl_seg alone.
    if (octowords <= 1) return ring_doorbell();
    push(at_.pi - (octowords + 3u) / 4u, 1);
  }

  /// Returns the number of free WQEBBs. On an unordered queue some of them may lie behind a WQE
  /// that is still there: then a WQE can be refused with queue_full all the same.
  std::uint32_t available() const noexcept { return wqebbs() - table_.used(at_); }

  /// Returns the number of free WQEBBs that are not behind a WQE that is still there: those that
  /// can be posted now. Looks at the WQEs of an unordered queue one after the other.
  std::uint32_t scan_available() const noexcept {
    return wqebbs() - (at_.pi - table_.free_from(at_));
  }

  /// Returns the number of finished WQEs that the device has not been told of; 0 once the queue is
  /// closed.
  std::uint32_t unrung() const noexcept {
    if (closed_) return 0;
    std::uint32_t wqes = 0;
    auto left =
        static_cast<std::int32_t>(static_cast<std::uint16_t>(at_.pi - dbrec_.published16()));
    for (; left > 0; ++wqes) {
      const auto ds = ctrl_seg::read(at(at_.pi - static_cast<std::uint32_t>(left))).ds;
      left -= static_cast<std::int32_t>((ds + 3u) / 4u) + (ds == 0 ? 1 : 0);
    }
    return wqes;
  }

  /// Returns the number of WQEBBs from the next WQE to the ring's end; at the end itself, the whole
  /// ring.
  std::uint32_t slots_to_ring_end() const noexcept { return wqebbs() - (at_.pi & mask_); }

  /// Fills the ring up to its end with NOPs, so that the next WQE begins at the ring's start.
  post_result post_nop_to_ring_end() noexcept {
    const auto first = static_cast<std::uint16_t>(at_.pi);
    if (closed_) return post_error::closed;
    if (slots_to_ring_end() == wqebbs()) return first;
    if (room() < slots_to_ring_end()) return post_error::queue_full;
    while ((at_.pi & mask_) != 0) post_nop(std::min(slots_to_ring_end(), std::uint32_t{15}));
    aim();
    return first;
  }

  /// Posts a NOP that carries no entry and is not reported. Once it has completed, so has
  /// everything before it. It is for queues in ERROR: there the device flushes it with an error,
  /// although it is not signaled. Unsignaled WQEs before it that succeeded say nothing themselves.
  post_result post_marker() noexcept {
    const auto first = static_cast<std::uint16_t>(at_.pi);
    if (closed_) return post_error::closed;
    if (room() == 0) return post_error::queue_full;
    post_nop(1, fence_mode::reads_atomics_and_key_changes);
    aim();
    return first;
  }

  /// Gives the queue to the next thread that posts. In debug builds a queue belongs to the first
  /// thread that posts, and another thread that posts fails an assertion. In release builds this
  /// does nothing.
  void hand_over() noexcept { thread_.release(); }

  /// Closes the queue: every WQE begun from now on returns `closed`, and the doorbell goes nowhere.
  /// The memory that was given to the queue may then be freed. Drop a WQE that is under
  /// construction first.
  void close() noexcept {
    closed_ = true;
    dbrec_ = mmio::doorbell_record(spare_->bytes.data());
    doorbell_ = &spare_->nowhere;
    aim();
  }

  /// Forgets everything that was posted, as the device does when the QP goes to RESET.
  void reset() noexcept {
    at_ = {};
    fence_next_ = false;
    thread_.release();
    table_.reset();
    // A doorbell without any WQE names at least the right queue.
    ctrl_seg{.qpn = qpn_}.write(spare_->bytes.data());
    std::memcpy(&last_ctrl_, spare_->bytes.data(), sizeof last_ctrl_);
    aim();
  }

  /// Calls visit(wqe_index, opcode) for each WQE in the ring, the oldest first. The visitor may
  /// fail() the WQE.
  template <class Visit>
  void each_posted(Visit&& visit) const {
    const auto end = at_.pi;
    for (auto next = ci(); next != end;) {
      const auto ctrl = ctrl_seg::read(at(next));
      const auto wqe_index = static_cast<std::uint16_t>(next);
      next += (ctrl.ds + 3u) / 4u;
      visit(wqe_index, ctrl.opcode);
    }
  }

  /// Returns the number of the queue pair.
  std::uint32_t qpn() const noexcept { return qpn_; }

  /// Returns the size of the ring in WQEBBs.
  std::uint32_t wqebbs() const noexcept { return mask_ + 1; }
  std::uint32_t pi() const noexcept { return at_.pi; }                 ///< free-running, in WQEBBs
  std::uint32_t ci() const noexcept { return table_.free_from(at_); }  ///< free-running, in WQEBBs

  /// Returns the WQE with this index, as it stands in the ring.
  const std::byte* wqe_at(std::uint16_t wqe_index) const noexcept { return at(wqe_index); }

  /// Handles the CQE of a WQE that is done. Calls hand_back(entry, failed, signaled) for each entry
  /// that the CQE brings back, and retires the WQEs that it covers. The last of several entries is
  /// the WQE's own. hand_back may post. If several entries come back, it must leave the queue where
  /// it is. Returns false if there is no such WQE.
  template <class HandBack>
  bool complete(std::uint16_t wqe_counter, HandBack&& hand_back) {
    return table_.complete(at_, wqe_counter & mask_, std::forward<HandBack>(hand_back));
  }

  /// Handles the CQE of a WQE that failed, signaled or not. If a sparse queue has no entry for the
  /// WQE, it hands back Entry{} as not signaled. Returns false if there is no such WQE.
  template <class HandBack>
  bool fail(std::uint16_t wqe_counter, HandBack&& hand_back) {
    const auto begin = at_.whole(wqe_counter);
    if (!holds(wqe_counter)) return false;
    const auto ctrl = ctrl_seg::read(at(begin));
    const auto end = begin + (ctrl.ds + 3u) / 4u;
    // Nobody posted the NOPs that fill the ring's end, so nobody is told that they were flushed.
    const bool tell_unsignaled = ctrl.opcode != opcode::nop;
    const bool waited =
        ctrl.fm == fence_mode::reads_atomics_and_key_changes || ctrl.fm == fence_mode::everything;
    return table_.fail(at_, {wqe_counter & mask_, begin, end, waited, tell_unsignaled},
                       std::forward<HandBack>(hand_back));
  }

  /// Returns true if the WQE with this wqe_index is outstanding.
  bool holds(std::uint16_t wqe_index) const noexcept {
    const auto begin = at_.whole(wqe_index);
    const auto ctrl = ctrl_seg::read(at(begin));
    return begin - at_.ci < at_.pi - at_.ci && ctrl.wqe_index == wqe_index && ctrl.qpn == qpn_;
  }

  /// Copies the data that a READ or an atomic fetched, and that came in its CQE, into the buffers
  /// of an outstanding WQE. An atomic takes as much of the payload as its buffer is long. Returns
  /// false if the buffers or the payload are too short.
  bool scatter(std::uint16_t wqe_index, std::span<const std::byte> payload) const noexcept {
    const auto begin = at_.whole(wqe_index);
    const auto ctrl = ctrl_seg::read(at(begin));
    detail::inline_scatter to(payload, null_lkey_);
    if (ctrl.opcode == opcode::rdma_read) {
      if constexpr (requires { typename Transport::rdma_read; }) {
        unsigned sge = Transport::rdma_read::octowords_before_data;
        for (; sge < ctrl.ds && !to.done(); ++sge) to.into(octoword_at(begin, sge));
      }
      return to.done();
    }
    if (ctrl.ds < 2) return false;
    const std::byte* const sge = octoword_at(begin, ctrl.ds - 1u);
    to.into(sge);
    return data_seg::read(sge).byte_count <= payload.size();
  }

  /// The result of a CQE that covers one entry.
  struct completed {
    Entry entry{};          ///< the entry, or a default one if no WQE carried it
    bool signaled = false;  ///< false: the WQE carried no entry, and failed
  };

  /// Retires a WQE that is done, like complete(). For programs that read CQEs themselves.
  completed retire(std::uint16_t wqe_counter) noexcept {
    static_assert(policies::table != wqe_table::ordered_dense,
                  "on a dense queue one CQE brings back several entries: use complete()");
    completed result;
    complete(wqe_counter, keep_in(result));
    return result;
  }

  /// Retires a WQE that failed, like fail(). For programs that read CQEs themselves.
  completed retire_failed(std::uint16_t wqe_counter) noexcept {
    static_assert(policies::table != wqe_table::ordered_dense,
                  "on a dense queue one CQE brings back several entries: use fail()");
    completed result;
    fail(wqe_counter, keep_in(result));
    return result;
  }

 private:
  friend blueflame_batch<send_queue>;

  using table =
      std::conditional_t<policies::table == wqe_table::unordered, detail::unordered_table<Entry>,
                         std::conditional_t<policies::table == wqe_table::ordered_dense,
                                            detail::ordered_dense_table<Entry, policies::order>,
                                            detail::ordered_sparse_table<Entry, policies::order>>>;

  static auto keep_in(completed& result) noexcept {
    return [&result](Entry&& entry, bool, bool signaled) noexcept {
      result.entry = std::move(entry);
      result.signaled = signaled;
    };
  }

  /// Returns the first step of a chain: that of the transport, or before it that of the stream.
  template <class Slot>
  static auto begin_chain(Slot&& slot) noexcept {
    using start = typename Transport::template builder<Slot>::start;
    if constexpr (policies::streams == dci_streams::used) {
      return detail::needs_stream_id<Slot, start>{std::move(slot)};
    } else {
      return start{std::move(slot)};
    }
  }

  /// Spare memory: WQEs that have no room in the ring are built here, and a closed queue rings
  /// here.
  struct spare {
    alignas(std::uint64_t) std::array<std::byte, max_wqebbs * wqebb> bytes{};
    mmio::doorbell_register nowhere{bytes.data(), 0};
  };

  std::byte* at(std::uint32_t index) const noexcept {
    return ring_ + std::size_t{index & mask_} * wqebb;
  }

  /// Returns octoword `index` of a WQE that may go on at the ring's start.
  const std::byte* octoword_at(std::uint32_t begin, unsigned index) const noexcept {
    return at(begin + index / 4) + index % 4 * octoword;
  }

  /// Posts a finished WQE. `entry` is one Entry, or nothing if the WQE has none. Always inlined,
  /// like the steps before it: compilers know what those steps know only as long as no call gets
  /// the slot.
  template <class... Entries>
  [[gnu::always_inline]] post_result commit(slot& s, wire::wqe_kind<opcode> kind,
                                            completion_mode ce, Entries&&... entry) noexcept {
    [[maybe_unused]] const detail::use_once given_up = std::move(s.once_);
    assert(s.pi_ == at_.pi && "two builders of one queue at a time: the later one overwrote this");
    if (s.error_ != post_error::none) [[unlikely]]
      return s.error_;
    ctrl_seg{.opmod = kind.opmod,
             .wqe_index = static_cast<std::uint16_t>(s.pi_),
             .opcode = kind.opcode,
             .qpn = qpn_,
             .ds = static_cast<std::uint8_t>(s.octowords_),
             .dci_stream_channel_id = s.stream_id_,
             .fm = s.flags_.fence,
             .ce = ce,
             .se = s.flags_.solicited,
             .imm = s.imm_}
        .write(s.wqe_);
    if (!s.straight_) [[unlikely]]
      return commit_aside(kind.fences_next, std::move(entry)...);
    const auto result = advance(s.pi_, s.wqe_, s.octowords_, ce, std::move(entry)...);
    if (kind.fences_next) fence_next();
    return result;
  }

  /// Posts a WQE that was not built straight. One in the spare slot moves to its place in the ring,
  /// if it has one there, and one that has to wait for the WQE before it gets its fence. The entry
  /// is passed by value, so that on the usual way it need not be in memory.
  template <class... Entries>
  [[gnu::noinline, gnu::cold]] post_result commit_aside(bool fences_next,
                                                        Entries... entry) noexcept {
    auto ctrl = ctrl_seg::read(aside_);
    if (aside_ == spare_->bytes.data()) {
      if (const auto error = settle(ctrl.ds); error != post_error::none) return error;
    }
    ctrl.wqe_index = static_cast<std::uint16_t>(at_.pi);
    if (fence_next_) ctrl.fm = with_small_fence(ctrl.fm);
    ctrl.write(at(at_.pi));
    const auto result = advance(at_.pi, at(at_.pi), ctrl.ds, ctrl.ce, std::move(entry)...);
    fence_next_ = fences_next;
    aim();
    return result;
  }

  /// Makes the next WQE wait for the one just posted, which changes a key. The next one goes
  /// through commit_aside(), so that no other WQE has to check.
  void fence_next() noexcept {
    fence_next_ = true;
    aim();
  }

  static constexpr fence_mode with_small_fence(fence_mode fence) noexcept {
    if (fence == fence_mode::none) return fence_mode::key_changes;
    return fence == fence_mode::reads_and_atomics ? fence_mode::reads_atomics_and_key_changes
                                                  : fence;
  }

  /// Moves the producer index past a WQE: from here on it exists.
  template <class... Entries>
  post_result advance(std::uint32_t pi, const std::byte* wqe, unsigned octowords,
                      completion_mode ce, Entries&&... entry) noexcept {
    const auto end = pi + (octowords + 3) / 4;
    std::uint64_t ctrl;
    std::memcpy(&ctrl, wqe, sizeof ctrl);
    (table_.keep(pi & mask_, pi, end, std::move(entry), ce == completion_mode::always), ...);
    last_ctrl_ = ctrl;  // beside at_, and behind the record: stores to one cache line go in pairs
    at_.pi = end;
    return static_cast<std::uint16_t>(pi);
  }

  /// Returns true if a WQE of any size fits in place. Returns false also if nobody has looked since
  /// completions made room: then one WQE goes through the spare slot, and commit_aside() looks
  /// again.
  bool may_build_straight() const noexcept {
    return static_cast<std::int32_t>(straight_until_ - at_.pi) >= 0;
  }

  /// Computes again how far WQEs of any size may be built in place: up to where the ring ends, or
  /// the queue is full, or not at all once it is closed.
  void aim() noexcept {
    const auto free_end = at_.pi + room() - max_wqebbs;
    const auto ring_last = at_.pi + slots_to_ring_end() - max_wqebbs;
    straight_until_ = static_cast<std::int32_t>(free_end - ring_last) < 0 ? free_end : ring_last;
    aside_ = spare_->bytes.data();
    if (closed_ || fence_next_) {
      if (!closed_ && may_build_straight()) aside_ = at(at_.pi);
      straight_until_ = at_.pi - 1;
    }
  }

  /// Returns the same as scan_available(), and notes it: WQEBBs must be known to be free before
  /// they are overwritten.
  std::uint32_t room() noexcept {
    at_.ci = table_.free_from(at_);
    return wqebbs() - (at_.pi - at_.ci);
  }

  /// Returns the number of WQEBBs to fill before a WQE that does not fit before the ring's end.
  std::uint32_t gap_before(std::uint32_t length) const noexcept {
    const auto to_end = slots_to_ring_end();
    return policies::end == ring_end::contiguous && length > to_end ? to_end : 0;
  }

  /// Moves the body of a WQE from the spare slot to its place in the ring, if it has one there.
  post_error settle(unsigned octowords) noexcept {
    if (closed_) return post_error::closed;
    const auto length = (octowords + 3) / 4;
    const auto gap = gap_before(length);
    if (room() < gap + length) return post_error::queue_full;
    if (gap != 0) post_nop(gap);
    // Octoword by octoword: it may wrap at the ring's end, and this is faster than calling memcpy.
    for (unsigned i = 0; i < octowords; ++i) {
      std::memcpy(at(at_.pi + i / 4) + i % 4 * octoword, spare_->bytes.data() + i * octoword,
                  octoword);
    }
    return post_error::none;
  }

  /// Posts one NOP over `length` WQEBBs, at most 15. It needs no room of its own.
  void post_nop(std::uint32_t length, fence_mode fence = fence_mode::none) noexcept {
    const auto end = at_.pi + length;
    ctrl_seg{.wqe_index = static_cast<std::uint16_t>(at_.pi),
             .opcode = opcode::nop,
             .qpn = qpn_,
             .ds = static_cast<std::uint8_t>(length * 4),
             .fm = fence,
             .ce = table::signals_fillers ? completion_mode::always : completion_mode::on_error}
        .write(at(at_.pi));
    std::memcpy(&last_ctrl_, at(at_.pi), sizeof last_ctrl_);
    table_.keep_filler(at_.pi & mask_, at_.pi, end);
    at_.pi = end;
  }

  /// Rings the doorbell, and hands over the WQEBBs from `begin` to the last, which hold `wqes`
  /// WQEs, if the device knows of all WQEs before them and the register can take them.
  void push(std::uint32_t begin, unsigned wqes) noexcept {
    const auto pi = at_.pi;
    const auto length = pi - begin;
    if (dbrec_.published16() != static_cast<std::uint16_t>(begin) ||
        length * wqebb > doorbell_->blueflame_size()) {
      return ring_doorbell();
    }
    mmio::wqe_before_dbrec();
    dbrec_.publish16(pi);
    doorbell_->template copy<policies::ringers>(
        length, [&](std::uint32_t i) { return at(begin + i); }, wqes > 1 ? &last_ctrl_ : nullptr);
  }

  // All that a completion needs is in one cache line, the first.
  std::byte* ring_;
  std::uint32_t mask_;
  std::uint32_t qpn_;
  detail::ring_indexes at_;
  std::uint32_t straight_until_ = 0;
  bool closed_ = false;
  bool fence_next_ = false;
  table table_;
  std::uint64_t last_ctrl_ = 0;  // the first 8 bytes of the last WQE, as the doorbell wants them
  mmio::doorbell_record dbrec_;
  mmio::doorbell_register* doorbell_;
  std::unique_ptr<spare> spare_;
  std::byte* aside_ = nullptr;  // place of WQEs that are not built straight
  std::uint32_t null_lkey_;
  [[no_unique_address]] detail::posting_thread thread_;
};

}  // namespace verbatim
