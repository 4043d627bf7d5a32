// The receive queue of a queue pair whose type does not determine whether it is shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"

namespace verbatim::detail {

/// A receive queue of its own, or a reference to a shared one. Queue pairs of both kinds have one
/// type then, and post their sends in the same way. Post to the shared queue itself. The functions
/// for posting are for a queue of its own.
template <class Entry>
class own_or_shared_queue {
 public:
  using memory_type = recv_queue_memory;
  using entry = Entry;

  explicit own_or_shared_queue(const memory_type& memory)
      : own_(std::make_unique<recv_queue<Entry>>(memory)) {}
  explicit own_or_shared_queue(shared_recv_queue<Entry>& shared) noexcept : shared_(&shared) {}

  /// Returns true if the queue is shared.
  bool is_shared() const noexcept { return own_ == nullptr; }

  auto rq_wqe() noexcept { return own_->rq_wqe(); }
  void ring_doorbell() const noexcept { own_->ring_doorbell(); }
  std::uint32_t available() const noexcept { return own_->available(); }

  // The queue pair does not own the WQEs of a shared queue, so these functions retire none.

  std::uint32_t unrung() const noexcept { return is_shared() ? 0 : own_->unrung(); }
  std::uint32_t pi() const noexcept { return is_shared() ? 0 : own_->pi(); }
  std::uint32_t ci() const noexcept { return is_shared() ? 0 : own_->ci(); }
  void hand_over() noexcept {
    if (!is_shared()) own_->hand_over();
  }
  void close() noexcept {
    if (!is_shared()) own_->close();
  }
  void reset() noexcept {
    if (!is_shared()) own_->reset();
  }
  template <class Visit>
  void each_posted(Visit&& visit) const {
    if (!is_shared()) own_->each_posted(visit);
  }

  // The following functions are for completions.

  [[gnu::always_inline]] bool holds(std::uint16_t wqe_counter) const noexcept {
    if (is_shared()) return shared_->holds(wqe_counter);
    return own_->holds(wqe_counter);
  }
  [[gnu::always_inline]] Entry retire(std::uint16_t wqe_counter) noexcept {
    if (is_shared()) return shared_->retire(wqe_counter);
    return own_->retire(wqe_counter);
  }
  bool scatter(std::uint16_t wqe_counter, std::span<const std::byte> payload) const noexcept {
    if (is_shared()) return shared_->scatter(wqe_counter, payload);
    return own_->scatter(wqe_counter, payload);
  }

  /// Posts the receive of a dropped message again, if the queue is shared.
  void give_back(std::uint16_t wqe_index) noexcept {
    if (is_shared()) shared_->post_again(wqe_index);
  }

 private:
  std::unique_ptr<recv_queue<Entry>> own_;
  shared_recv_queue<Entry>* shared_ = nullptr;
};

}  // namespace verbatim::detail
