// A send queue: WQEs, the entries that their completions bring back, and the doorbell.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/queue/base/counters.hpp"
#include "verbatim/queue/base/entry.hpp"
#include "verbatim/queue/base/inline_scatter.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/base/posting_thread.hpp"
#include "verbatim/queue/base/probes.hpp"
#include "verbatim/queue/send/blueflame_batch.hpp"
#include "verbatim/queue/send/dci_stream.hpp"
#include "verbatim/queue/send/like_requests.hpp"
#include "verbatim/queue/send/many_wqes.hpp"
#include "verbatim/queue/send/posted_requests.hpp"
#include "verbatim/queue/send/send_doorbell.hpp"
#include "verbatim/queue/send/send_policies.hpp"
#include "verbatim/queue/send/send_queue_memory.hpp"
#include "verbatim/queue/send/send_ring.hpp"
#include "verbatim/queue/send/send_slot.hpp"
#include "verbatim/wire/words.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim {

/// The send queue of a transport: a ring of WQEs whose completions bring back an Entry. `Policies`
/// are in send_policies.hpp. By default, WQEs complete in order and only signaled WQEs carry an
/// Entry.
///
///   qp.sq_wqe().write(flags).rdma(raddr, rkey).sge(addr, len, lkey).signal(entry).finish();
///   qp.ring_doorbell();
///
/// A number among the policies sets the most WQEBBs of a single WQE. The default, 4 WQEBBs (256
/// bytes), has room for 15 octowords after ctrl_seg. Entry is default-constructible and moves
/// without throwing. Use the queue from one thread at a time.
template <class Transport, class Entry, auto... Policies>
class alignas(64) send_queue {
  using ring = detail::send_ring<Entry, send_policies<Transport, Policies...>>;

  static_assert(detail::is_entry<Entry>,
                "an Entry is default-constructible and moves without throwing");

 public:
  using transport = Transport;
  using memory_type = detail::send_queue_memory;
  using entry = Entry;
  using policies = send_policies<Transport, Policies...>;

  /// The most WQEBBs of a single WQE.
  static constexpr unsigned max_wqebbs = policies::max_wqebbs;

  /// The length of the longest WQE, in octowords: at most 63, because of ctrl_seg.ds. A transport
  /// may allow less.
  static constexpr unsigned max_octowords =
      std::min({max_wqebbs * 4, 63u, Transport::max_octowords});

  /// The fewest WQEBBs of a ring in which the longest WQE fits at every position. Before a
  /// contiguous WQE, NOPs may have to fill a gap that is one WQEBB shorter than the WQE.
  static constexpr std::uint32_t min_wqebbs =
      policies::end == ring_end::contiguous ? 2 * max_wqebbs - 1 : max_wqebbs;

  /// `memory.wqebbs` is at least min_wqebbs. Allocates the table; nothing is allocated afterwards.
  explicit send_queue(const detail::send_queue_memory& memory,
                      const detail::shared_spare<policies::max_wqebbs>& spare = {})
      : ring_(memory, spare), doorbell_(memory), null_lkey_(memory.null_lkey) {
    assert(memory.wqebbs >= min_wqebbs && "the longest WQE would never fit");
  }

  /// Room for one WQE: the interface for the builders.
  class slot : public detail::send_slot<ring, max_octowords> {
   protected:
    friend blueflame_batch<send_queue>;
    friend send_queue;
    explicit slot(send_queue& sq) noexcept : detail::send_slot<ring, max_octowords>(sq.ring_) {
      sq.thread_.check();
    }
  };

  /// Begins a WQE. Always succeeds: if there is no room, the WQE is built in spare memory, and
  /// finish() returns the error. Finish or drop one builder before you begin the next.
  auto sq_wqe() noexcept {
    static_assert(wire::wqe_slot<slot, opcode, data_seg>);
    return begin_chain(slot{*this});
  }

  /// Begins a batch of WQEs that are written to the device together. See blueflame_batch.
  blueflame_batch<send_queue> sq_blueflame_wqe() noexcept {
    return blueflame_batch<send_queue>{this};
  }

  /// Posts requests of one kind and rings one doorbell for all of them:
  ///
  ///   auto posted = qp.post_all(writes(slices, regions).signal(entries));
  ///
  /// Posts in order, up to the first request that does not fit or is wrong. See writes(), reads()
  /// and sends(). The WQEs are those of a loop of sq_wqe().
  template <class Requests>
  [[gnu::always_inline]] detail::posted_requests post_all(const Requests& requests) noexcept {
    thread_.check();
    const auto posted = detail::many_wqes<send_queue>::add(*this, requests);
    if (posted.accepted != 0) ring_doorbell();
    return posted;
  }

  /// Posts a WQE for each element of a std::array, std::vector or std::span, and rings one doorbell
  /// for all of them. `post(wqe, element)` goes on where sq_wqe() begins, and returns what finish()
  /// returns:
  ///
  ///   auto posted = qp.post_all(jobs, [](auto&& wqe, const job& j) {
  ///     return std::move(wqe).fetch_add().rdma(j.at).operands(1).sge(j.result).signal(j.id).finish();
  ///   });
  ///
  /// Stops at the first element that was not posted.
  template <class Range, class Post>
  [[gnu::always_inline]] detail::posted_requests post_all(Range&& range, Post&& post) noexcept {
    thread_.check();
    const auto posted = detail::many_wqes<send_queue>::add(*this, std::span(range), post);
    if (posted.accepted != 0) ring_doorbell();
    return posted;
  }

  /// Tells the device about every WQE finished so far.
  VERBATIM_PROBED void ring_doorbell() noexcept {
    thread_.check();
    if constexpr (policies::counts) ring_.counters().count_doorbell();
    VERBATIM_PROBE2(doorbell, ring_.qpn(), ring_.pi());
    doorbell_.ring(ring_.pi(), ring_.last_ctrl());
  }

  /// Rings the doorbell. If only one WQE is waiting for a doorbell and it fits into the register,
  /// the WQE itself is written there. Then the device need not read it from memory.
  VERBATIM_PROBED void ring_blueflame_doorbell() noexcept {
    std::array<std::byte, ctrl_seg::size> ctrl{};
    std::memcpy(ctrl.data(), &ring_.last_ctrl(), sizeof ring_.last_ctrl());
    const auto octowords = ctrl_seg::read(ctrl.data()).ds;
    // A WQE that is only a ctrl_seg gains nothing: a doorbell already carries half of it.
    if (octowords <= 1) return ring_doorbell();
    if constexpr (policies::counts) ring_.counters().count_doorbell();
    VERBATIM_PROBE2(doorbell, ring_.qpn(), ring_.pi());
    doorbell_.push(ring_, ring_.pi() - (octowords + 3u) / 4u, 1);
  }

  /// Returns the number of free WQEBBs. On an unordered queue, some of them may be blocked by an
  /// older WQE that is still outstanding. So a WQE may be refused with queue_full nevertheless.
  std::uint32_t available() const noexcept {
    return wqebbs() - ring_.table().used(ring_.indexes());
  }

  /// Returns the number of free WQEBBs that can be posted now: those before the oldest WQE that is
  /// still outstanding. On an unordered queue, it has to walk through the WQEs.
  std::uint32_t scan_available() const noexcept { return wqebbs() - (pi() - ci()); }

  /// Returns the number of finished WQEs for which no doorbell was rung yet; 0 if the queue is
  /// closed.
  std::uint32_t unrung() const noexcept {
    if (ring_.closed()) return 0;
    std::uint32_t wqes = 0;
    auto left = static_cast<std::int32_t>(static_cast<std::uint16_t>(pi() - doorbell_.published()));
    for (; left > 0; ++wqes) {
      const auto ds = ring_.ctrl_at(pi() - static_cast<std::uint32_t>(left)).ds;
      left -= static_cast<std::int32_t>((ds + 3u) / 4u) + (ds == 0 ? 1 : 0);
    }
    return wqes;
  }

  /// Returns the number of WQEBBs from the next WQE to the ring's end; at the end itself, the size
  /// of the ring.
  std::uint32_t slots_to_ring_end() const noexcept { return ring_.to_end(); }

  /// Fills the ring up to its end with NOPs, so that the next WQE begins at the ring's start.
  post_result post_nop_to_ring_end() noexcept { return ring_.add_nops_to_end(); }

  /// Posts a NOP that carries no entry and is not reported. When it completes, everything before it
  /// has completed. It is for queues in ERROR, where the device flushes it with an error although
  /// it is not signaled. Earlier unsignaled WQEs that succeeded write no CQE themselves.
  post_result post_marker() noexcept { return ring_.add_marker(); }

  /// Passes the queue to the next thread that posts. In debug builds, a queue belongs to the first
  /// thread that posts, and an assertion fails if another thread posts. In release builds, this
  /// function does nothing.
  void hand_over() noexcept { thread_.release(); }

  /// Closes the queue: every WQE begun afterwards returns `closed`, and doorbells do not reach the
  /// device. The memory that was given to the queue may then be freed. Drop a WQE that is under
  /// construction first.
  void close() noexcept {
    doorbell_.close(ring_.spare()->bytes.data(), ring_.spare()->nowhere);
    ring_.close();
  }

  /// Forgets everything that was posted, as the device does when the QP goes to RESET.
  void reset() noexcept {
    thread_.release();
    ring_.reset();
  }

  /// Calls visit(wqe_index, opcode) for each WQE in the ring, the oldest first. `visit` may fail()
  /// the WQE.
  template <class Visit>
  void each_posted(Visit&& visit) const {
    const auto end = pi();
    for (auto next = ci(); next != end;) {
      const auto ctrl = ring_.ctrl_at(next);
      const auto wqe_index = static_cast<std::uint16_t>(next);
      next += (ctrl.ds + 3u) / 4u;
      visit(wqe_index, ctrl.opcode);
    }
  }

  /// Returns the counters of a queue with the policy counting::counters::kept. Any thread may read
  /// them.
  const auto& counters() const noexcept {
    static_assert(policies::counts,
                  "this queue counts nothing: give it the policy counting::counters::kept");
    return static_cast<const counting::send_counters&>(ring_.counters());
  }

  /// Returns the number of the queue pair.
  std::uint32_t qpn() const noexcept { return ring_.qpn(); }

  /// Returns the size of the ring in WQEBBs.
  std::uint32_t wqebbs() const noexcept { return ring_.wqebbs(); }

  /// Returns the index after the last posted WQE: free-running, in WQEBBs.
  std::uint32_t pi() const noexcept { return ring_.pi(); }

  /// Returns the index of the oldest WQE in the ring: free-running, in WQEBBs.
  std::uint32_t ci() const noexcept { return ring_.table().free_from(ring_.indexes()); }

  /// Returns the address in the ring of the WQE with this index.
  const std::byte* wqe_at(std::uint16_t wqe_index) const noexcept { return ring_.at(wqe_index); }

  /// Handles the CQE of a WQE that is done. Calls hand_back(entry, failed, signaled) for each entry
  /// that the CQE brings back, and retires the WQEs that it covers. The last of several entries is
  /// the WQE's own. hand_back may post. While several entries come back, it must not move the
  /// queue. Returns false if there is no such WQE. Only the lower 16 bits of `wqe_counter` count.
  template <class HandBack>
  bool complete(std::uint32_t wqe_counter, HandBack&& hand_back) {
    if constexpr (policies::counts) ring_.counters().count_completion(false);
    return ring_.table().complete(ring_.indexes(), ring_.slot_of(wqe_counter),
                                  std::forward<HandBack>(hand_back));
  }

  /// Handles the CQE of a WQE that failed, signaled or not. If a sparse queue has no entry for the
  /// WQE, it hands back Entry{} as not signaled. Returns false if there is no such WQE.
  template <class HandBack>
  bool fail(std::uint16_t wqe_counter, HandBack&& hand_back) {
    const auto begin = ring_.indexes().whole(wqe_counter);
    if (!holds(wqe_counter)) return false;
    const auto ctrl = ring_.ctrl_at(begin);
    const auto end = begin + (ctrl.ds + 3u) / 4u;
    // The queue posted the NOPs at the ring's end itself, so it does not report that they were
    // flushed.
    const bool tell_unsignaled = ctrl.opcode != opcode::nop;
    const bool waited =
        ctrl.fm == fence_mode::reads_atomics_and_key_changes || ctrl.fm == fence_mode::everything;
    if constexpr (policies::counts) ring_.counters().count_completion(true);
    return ring_.table().fail(ring_.indexes(),
                              {ring_.slot_of(wqe_counter), begin, end, waited, tell_unsignaled},
                              std::forward<HandBack>(hand_back));
  }

  /// Returns true if the WQE with this wqe_index is outstanding.
  bool holds(std::uint16_t wqe_index) const noexcept {
    const auto begin = ring_.indexes().whole(wqe_index);
    const auto ctrl = ring_.ctrl_at(begin);
    return begin - ring_.indexes().ci < pi() - ring_.indexes().ci && ctrl.wqe_index == wqe_index &&
           ctrl.qpn == qpn();
  }

  /// Copies the data of a READ or an atomic from its CQE into the buffers of an outstanding WQE.
  /// For an atomic, it copies only as many bytes as the buffer holds. The result of an atomic is
  /// big-endian in the CQE. A result of 8 bytes is stored in host order, as the device stores it in
  /// memory (UCX, uct_rc_mlx5_common_atomic64_le_handler). Returns false if the buffers or the
  /// payload are too short.
  bool scatter(std::uint16_t wqe_index, std::span<const std::byte> payload) const noexcept {
    const auto begin = ring_.indexes().whole(wqe_index);
    const auto ctrl = ring_.ctrl_at(begin);
    detail::inline_scatter to(payload, null_lkey_);
    if (ctrl.opcode == opcode::rdma_read) {
      if constexpr (requires { typename Transport::rdma_read; }) {
        unsigned sge = Transport::rdma_read::octowords_before_data;
        for (; sge < ctrl.ds && !to.done(); ++sge) to.into(ring_.octoword_at(begin, sge));
      }
      return to.done();
    }
    if (ctrl.ds < 2) return false;
    const std::byte* const sge = ring_.octoword_at(begin, ctrl.ds - 1u);
    const auto size = data_seg::read(sge).byte_count;
    if (size == sizeof(std::uint64_t) && size <= payload.size()) {
      const auto number = wire::load64(payload.data());
      detail::inline_scatter(std::as_bytes(std::span(&number, 1)), null_lkey_).into(sge);
      return true;
    }
    to.into(sge);
    return size <= payload.size();
  }

 private:
  friend blueflame_batch<send_queue>;
  friend detail::many_wqes<send_queue>;

  /// Returns the first step of a chain: the step of the stream if there is one, else the step of
  /// the transport.
  template <class Slot>
  static auto begin_chain(Slot&& slot) noexcept {
    using start = typename Transport::template builder<Slot>::start;
    if constexpr (policies::streams == dci_streams::used) {
      return detail::needs_stream_id<Slot, start>{std::move(slot)};
    } else {
      return start{std::move(slot)};
    }
  }

  ring ring_;  // first, so that one cache line has all that a completion needs
  detail::send_doorbell<policies> doorbell_;
  lkey null_lkey_;
  [[no_unique_address]] detail::posting_thread thread_;
};

}  // namespace verbatim
