// A receive queue: the ring of receive WQEs, and the entries that their completions bring back.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/queue/base/entry.hpp"
#include "verbatim/queue/base/inline_scatter.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/base/posting_thread.hpp"
#include "verbatim/queue/receive/recv_wqe.hpp"

namespace verbatim {

namespace detail {

/// The memory of a receive queue. It belongs to the creator of the QP and outlives the queue.
struct recv_queue_memory {
  std::byte* ring;       ///< the WQEs, one after the other
  std::uint32_t wqes;    ///< a power of two, at most 2^15
  std::uint32_t stride;  ///< bytes per WQE: a power of two, 16 for each SGE that a WQE can have
  std::byte* dbrec;      ///< the big-endian word for rcv_counter (qp_dbrec.yaml)
  /// The lkey of the empty SGE that ends a short list.
  lkey terminator = terminator_lkey;
  /// The lkey of the null memory region, if the device has one.
  lkey null_lkey = no_lkey;
};

}  // namespace detail

/// An ordered, dense receive queue: messages fill the receive WQEs in order, and every receive WQE
/// carries an Entry.
///
///   qp.rq_wqe().sge(mr.slice(0, 64)).finish(entry);
///   qp.ring_recv_doorbell();
///
/// Entry is default-constructible and moves without throwing. Use the queue from one thread at a
/// time.
template <class Entry>
class recv_queue {
  static_assert(detail::is_entry<Entry>,
                "an Entry is default-constructible and moves without throwing");

 public:
  using memory_type = detail::recv_queue_memory;
  using entry = Entry;

  /// Allocates the table of entries; nothing is allocated afterwards.
  explicit recv_queue(const detail::recv_queue_memory& memory)
      : ring_(memory.ring),
        mask_(memory.wqes - 1),
        stride_(memory.stride),
        terminator_(memory.terminator),
        null_lkey_(memory.null_lkey),
        word_(memory.dbrec),
        dbrec_(memory.dbrec),
        entries_(memory.wqes) {
    assert((memory.wqes & mask_) == 0 && memory.wqes <= (1u << 15));
    assert(memory.stride >= data_seg::size && (memory.stride & (memory.stride - 1)) == 0);
  }

  using builder = detail::recv_wqe_builder<recv_queue>;

  /// Begins a receive WQE. Always succeeds: if the queue is full, finish() returns the error.
  builder rq_wqe() noexcept {
    thread_.check();
    auto error = available() == 0 ? post_error::queue_full : post_error::none;
    if (closed_) error = post_error::closed;
    return {this, error == post_error::none ? at(pi_) : spare_.data(), stride_, error};
  }

  /// Tells the device about every WQE finished so far. There is no doorbell register: the device
  /// reads the doorbell record when a message arrives.
  void ring_doorbell() const noexcept {
    mmio::wqe_before_dbrec();
    dbrec_.publish(pi_ & 0xffff);
  }

  /// Returns the number of free WQEs.
  std::uint32_t available() const noexcept { return mask_ + 1 - (pi_ - ci_); }

  /// Returns the number of finished WQEs for which no doorbell was rung yet; 0 if the queue is
  /// closed.
  std::uint32_t unrung() const noexcept {
    return closed_ ? 0 : static_cast<std::uint16_t>(pi_ - dbrec_.published16());
  }

  /// Returns the number of SGEs that one WQE can have.
  std::uint32_t max_sges() const noexcept {
    return stride_ / static_cast<std::uint32_t>(data_seg::size);
  }

  /// Passes the queue to the next thread that posts, like send_queue::hand_over().
  void hand_over() noexcept { thread_.release(); }

  /// Closes the queue: every WQE begun afterwards returns `closed`, and doorbells do not reach the
  /// device. The memory that was given to the queue may then be freed. Drop a WQE that is under
  /// construction first.
  void close() noexcept {
    closed_ = true;
    dbrec_ = mmio::doorbell_record(spare_.data());
  }

  /// Holds doorbells back until release(). This is for queue pairs of raw packets: their receive
  /// queue works already in INIT, before the queue pair may receive.
  void hold() noexcept {
    held_ = true;
    dbrec_ = mmio::doorbell_record(spare_.data());
  }

  /// Ends hold(): rings the doorbell for every WQE finished so far, and no longer holds doorbells
  /// back. It does nothing without hold().
  void release() noexcept {
    if (closed_ || !held_) return;
    held_ = false;
    dbrec_ = mmio::doorbell_record(word_);
    ring_doorbell();
  }

  /// Forgets everything that was posted, as the device does when the QP goes to RESET.
  void reset() noexcept {
    pi_ = ci_ = 0;
    thread_.release();
    for (auto& e : entries_) e = Entry{};
  }

  std::uint32_t pi() const noexcept { return pi_; }  ///< free-running, in WQEs
  std::uint32_t ci() const noexcept { return ci_; }  ///< free-running, in WQEs

  /// Returns the address in the ring of the receive WQE with this wqe_counter.
  const std::byte* wqe_at(std::uint16_t wqe_counter) const noexcept { return at(wqe_counter); }

  /// Returns true if the WQE with this wqe_counter is outstanding.
  bool holds(std::uint16_t wqe_counter) const noexcept {
    return static_cast<std::uint16_t>(wqe_counter - ci_) < pi_ - ci_;
  }

  /// Calls visit(wqe_counter) for each outstanding WQE, the oldest first. `visit` may retire the
  /// WQE.
  template <class Visit>
  void each_posted(Visit&& visit) const {
    const auto end = pi_;
    for (auto next = ci_; next != end; ++next) visit(static_cast<std::uint16_t>(next));
  }

  /// Copies a message from its CQE into the buffers of its WQE. Returns false if they are too
  /// small.
  bool scatter(std::uint16_t wqe_counter, std::span<const std::byte> payload) const noexcept {
    detail::inline_scatter to(payload, null_lkey_);
    to.into_list(at(wqe_counter), stride_, terminator_);
    return to.done();
  }

  /// Retires a WQE that a message has filled or that failed, and returns its entry.
  Entry retire(std::uint16_t wqe_counter) noexcept {
    ci_ += static_cast<std::uint16_t>(wqe_counter - ci_) + 1u;
    return std::move(entries_[wqe_counter & mask_]);
  }

 private:
  friend builder;

  std::byte* at(std::uint32_t index) const noexcept {
    return ring_ + std::size_t{index & mask_} * stride_;
  }

  lkey terminator() const noexcept { return terminator_; }

  post_result commit([[maybe_unused]] const std::byte* wqe, Entry&& value) noexcept {
    assert(wqe == at(pi_) && "two builders of one queue at a time: the later one overwrote this");
    entries_[pi_ & mask_] = std::move(value);
    return static_cast<std::uint16_t>(pi_++);
  }

  std::byte* ring_;
  std::uint32_t mask_;
  std::uint32_t stride_;
  lkey terminator_;
  lkey null_lkey_;
  std::uint32_t pi_ = 0;
  std::uint32_t ci_ = 0;
  bool closed_ = false;
  bool held_ = false;
  std::byte* word_;
  mmio::doorbell_record dbrec_;
  std::vector<std::byte> spare_ = std::vector<std::byte>(stride_);
  std::vector<Entry> entries_;
  [[no_unique_address]] detail::posting_thread thread_;
};

}  // namespace verbatim
