// The threads that wait for a completion queue, so that close() can wait for them.
#include "verbatim/verbs/base/waiting_threads.hpp"

namespace verbatim::verbs {
namespace {

/// The innermost visit of this thread.
thread_local constinit const waiting_threads::visit* latest = nullptr;

}  // namespace

waiting_threads::visit::visit(waiting_threads& threads) noexcept
    : threads_(threads),
      outer_(latest),
      inside_((threads.state_.fetch_add(1, std::memory_order_acq_rel) & leaving) == 0) {
  latest = this;
}

waiting_threads::visit::~visit() {
  latest = outer_;
  // Everything that this thread has done here happens before close() continues.
  const auto before = threads_.state_.fetch_sub(1, std::memory_order_acq_rel);
  if ((before & leaving) != 0) threads_.state_.notify_all();
}

bool waiting_threads::has_others(std::uint32_t state) const noexcept {
  std::uint32_t own = 0;
  for (const auto* one = latest; one != nullptr; one = one->outer_) own += &one->threads_ == this;
  return (state & ~leaving) > own;
}

bool waiting_threads::tell_to_leave() noexcept {
  return has_others(state_.fetch_or(leaving, std::memory_order_acq_rel));
}

void waiting_threads::wait_until_left() const noexcept {
  if (where_ != nullptr) where_->interrupt();
  for (;;) {
    const auto state = state_.load(std::memory_order_acquire);
    if (!has_others(state)) break;
    state_.wait(state, std::memory_order_acquire);
  }
  if (where_ != nullptr) where_->resume();
}

bool waiting_threads::end_if_empty() noexcept {
  auto state = state_.load(std::memory_order_relaxed);
  while (!has_others(state)) {
    if (state_.compare_exchange_weak(state, state | leaving, std::memory_order_acq_rel)) {
      return true;
    }
  }
  return false;
}

}  // namespace verbatim::verbs
