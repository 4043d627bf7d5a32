// A shared receive queue: a list of receive WQEs for messages to several queue pairs.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/srq_next_seg.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/queue/base/entry.hpp"
#include "verbatim/queue/base/inline_scatter.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/base/posting_thread.hpp"
#include "verbatim/queue/receive/index_list.hpp"
#include "verbatim/queue/receive/recv_wqe.hpp"

namespace verbatim {

namespace detail {

/// The memory of a shared receive queue to which nothing was posted yet. It belongs to the creator
/// of the SRQ and outlives the queue.
struct shared_recv_queue_memory {
  std::byte* ring;       ///< the WQEs, one after the other
  std::uint32_t wqes;    ///< one more than can be posted; at most 2^16: mlx5dv_srq.tail + 1
  std::uint32_t stride;  ///< bytes per WQE: a power of two, 16 for srq_next_seg and for each SGE
  std::byte* dbrec;      ///< the big-endian word for the counter (srq_dbrec.yaml)
  std::uint32_t srqn;    ///< number of the SRQ, 24 bits
  /// The lkey of the empty SGE that ends a short list.
  lkey terminator = terminator_lkey;
  /// The lkey of the null memory region, if the device has one.
  lkey null_lkey = no_lkey;
};

}  // namespace detail

/// An unordered shared receive queue, in which each receive WQE has an Entry. Messages take WQEs in
/// the order of posting. WQEs complete in any order, because their queue pairs run at different
/// speeds. A completed WQE can be posted again at once: the device follows the links at the start
/// of the WQEs.
///
///   srq.srq_wqe().sge(addr, len, lkey).finish(entry);
///   srq.ring_doorbell();
///
/// Entry is default-constructible and moves without throwing. Use the queue from one thread at a
/// time.
template <class Entry>
class shared_recv_queue {
  static_assert(detail::is_entry<Entry>,
                "an Entry is default-constructible and moves without throwing");

 public:
  using memory_type = detail::shared_recv_queue_memory;
  using entry = Entry;
  using builder = detail::recv_wqe_builder<shared_recv_queue>;

  /// Allocates the tables and links the WQEs; nothing is allocated afterwards.
  explicit shared_recv_queue(const detail::shared_recv_queue_memory& memory)
      : ring_(memory.ring),
        stride_(memory.stride),
        terminator_(memory.terminator),
        null_lkey_(memory.null_lkey),
        srqn_(memory.srqn),
        dbrec_(memory.dbrec),
        free_(memory.wqes),
        entries_(memory.wqes) {
    assert(memory.stride >= srq_next_seg::size + data_seg::size);
    assert((memory.stride & (memory.stride - 1)) == 0);
    for (std::uint32_t i = 0; i + 1 < memory.wqes; ++i) link(i, i + 1);
  }

  /// Begins a receive WQE. Always succeeds: finish() returns an error if the queue is full.
  /// Otherwise it returns the WQE's index, which comes back as wqe_counter of the CQE.
  builder srq_wqe() noexcept {
    thread_.check();
    auto error = available() == 0 ? post_error::queue_full : post_error::none;
    if (closed_) error = post_error::closed;
    std::byte* const wqe = error == post_error::none ? at(free_.head()) : spare_.data();
    return {this, wqe + srq_next_seg::size, list_size(), error};
  }

  /// Tells the device about every WQE finished so far. There is no doorbell register: the device
  /// reads the doorbell record when a message arrives.
  void ring_doorbell() const noexcept {
    mmio::wqe_before_dbrec();
    dbrec_.publish16(posted_);
  }

  /// Returns the number of finished WQEs for which no doorbell was rung yet; 0 if the queue is closed.
  std::uint32_t unrung() const noexcept {
    return closed_ ? 0 : static_cast<std::uint16_t>(posted_ - dbrec_.published16());
  }

  /// Returns the number of free WQEs.
  std::uint32_t available() const noexcept { return free_.available(); }

  /// Returns the number of SGEs that one WQE can have.
  std::uint32_t max_sges() const noexcept {
    return list_size() / static_cast<std::uint32_t>(data_seg::size);
  }

  /// Returns the number of the SRQ.
  std::uint32_t srqn() const noexcept { return srqn_; }

  /// Returns the number of WQEs posted so far.
  std::uint32_t posted() const noexcept { return posted_; }

  /// Passes the queue to the next thread that posts, like send_queue::hand_over().
  void hand_over() noexcept { thread_.release(); }

  /// Closes the queue: every WQE begun afterwards returns `closed`, and doorbells do not reach the
  /// device. The memory that was given to the queue may then be freed. Drop a WQE that is under
  /// construction first.
  void close() noexcept {
    closed_ = true;
    dbrec_ = mmio::doorbell_record(spare_.data());
  }

  /// Returns the address in the ring of the receive WQE with this index.
  const std::byte* wqe_at(std::uint16_t wqe_index) const noexcept { return at(wqe_index); }

  /// Returns true if the WQE with this index is outstanding.
  bool holds(std::uint16_t wqe_index) const noexcept { return free_.is_taken(wqe_index); }

  /// Calls visit(wqe_index) for each outstanding WQE, in the ring's order. `visit` may retire the
  /// WQE.
  template <class Visit>
  void each_posted(Visit&& visit) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const auto wqe_index = static_cast<std::uint16_t>(i);
      if (holds(wqe_index)) visit(wqe_index);
    }
  }

  /// Copies a message from its CQE into the buffers of its WQE. Returns false if they are too
  /// small.
  bool scatter(std::uint16_t wqe_index, std::span<const std::byte> payload) const noexcept {
    detail::inline_scatter to(payload, null_lkey_);
    to.into_list(at(wqe_index) + srq_next_seg::size, list_size(), terminator_);
    return to.done();
  }

  /// Retires a WQE that a message has filled or that failed, and returns its entry. The CQE has the
  /// index in wqe_counter.
  Entry retire(std::uint16_t wqe_index) noexcept {
    give_back(wqe_index);
    return std::move(entries_[wqe_index]);
  }

  /// Retires a WQE without returning its entry. The entry lives until the WQE is posted again.
  void give_back(std::uint16_t wqe_index) noexcept {
    assert(wqe_index < entries_.size());
    if (!closed_) link(free_.tail(), wqe_index);
    free_.give_back(wqe_index);
  }

  /// Posts a receive WQE again, with its entry, and rings the doorbell. This is for a message that was
  /// dropped.
  void post_again(std::uint16_t wqe_index) noexcept {
    give_back(wqe_index);
    if (closed_) return;
    const auto to = free_.take();
    if (to != wqe_index) {
      std::memcpy(at(to) + srq_next_seg::size, at(wqe_index) + srq_next_seg::size, list_size());
      entries_[to] = std::move(entries_[wqe_index]);
    }
    ++posted_;
    ring_doorbell();
  }

 private:
  friend builder;

  std::byte* at(std::uint32_t index) const noexcept { return ring_ + std::size_t{index} * stride_; }

  std::uint32_t list_size() const noexcept {
    return stride_ - static_cast<std::uint32_t>(srq_next_seg::size);
  }

  lkey terminator() const noexcept { return terminator_; }

  /// Links WQE `from` to WQE `to`, the next one that the device takes. The device does not read the
  /// link of a free WQE.
  void link(std::uint32_t from, std::uint32_t to) noexcept {
    srq_next_seg{.next_wqe_index = static_cast<std::uint16_t>(to)}.write(at(from));
  }

  post_result commit([[maybe_unused]] const std::byte* list, Entry&& value) noexcept {
    assert(list == at(free_.head()) + srq_next_seg::size &&
           "two builders of one queue at a time: the later one overwrote this");
    const auto index = free_.take();
    entries_[index] = std::move(value);
    ++posted_;
    return index;
  }

  std::byte* ring_;
  std::uint32_t stride_;
  lkey terminator_;
  lkey null_lkey_;
  std::uint32_t srqn_;
  std::uint32_t posted_ = 0;
  bool closed_ = false;
  mmio::doorbell_record dbrec_;
  detail::index_list free_;
  std::vector<Entry> entries_;
  std::vector<std::byte> spare_ = std::vector<std::byte>(stride_);
  [[no_unique_address]] detail::posting_thread thread_;
};

}  // namespace verbatim
