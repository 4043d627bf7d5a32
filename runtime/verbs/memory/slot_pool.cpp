// Registered memory in slots of one size, which programs take and give back.
#include "verbatim/verbs/memory/slot_pool.hpp"

#include <cstring>
#include <string>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim {
namespace verbs {

slot_stack::slot_stack(mr memory, std::size_t slot_bytes, std::uint32_t slots)
    : memory_(std::move(memory)),
      slot_bytes_(slot_bytes),
      slots_(slots),
      addr_(memory_.addr()),
      lkey_(memory_.lkey()),
      rkey_(memory_.rkey()),
      states_(std::make_unique<std::atomic<std::uint32_t>[]>(slots)),
      head_(0),
      available_(slots),
      fewest_(slots) {
  for (std::uint32_t i = 0; i < slots; ++i) states_[i] = i + 1 < slots ? i + 1 : none;
}

std::optional<std::uint32_t> slot_stack::pop() noexcept {
  auto head = head_.load(std::memory_order_acquire);
  for (;;) {
    const auto index = static_cast<std::uint32_t>(head);
    if (index == none) return std::nullopt;
    const auto below = states_[index].load(std::memory_order_relaxed);
    const auto next = ((head >> 32) + 1) << 32 | below;
    if (!head_.compare_exchange_weak(head, next, std::memory_order_acquire)) continue;
    states_[index].store(taken, std::memory_order_relaxed);
    const auto left = available_.fetch_sub(1, std::memory_order_relaxed) - 1;
    auto fewest = fewest_.load(std::memory_order_relaxed);
    while (left < fewest &&
           !fewest_.compare_exchange_weak(fewest, left, std::memory_order_relaxed)) {
    }
    return index;
  }
}

void slot_stack::push(std::uint32_t index) noexcept {
  available_.fetch_add(1, std::memory_order_relaxed);  // before another thread can take it
  auto head = head_.load(std::memory_order_relaxed);
  std::uint64_t next = 0;
  do {
    states_[index].store(static_cast<std::uint32_t>(head), std::memory_order_relaxed);
    next = ((head >> 32) + 1) << 32 | index;
  } while (!head_.compare_exchange_weak(head, next, std::memory_order_release,
                                        std::memory_order_relaxed));
}

bool slot_stack::take_back(std::uint64_t index) noexcept {
  auto expected = let_go_of;
  return index < slots_ &&
         states_[index].compare_exchange_strong(expected, taken, std::memory_order_relaxed);
}

}  // namespace verbs

memory_slice verbs::slot::put(std::span<const std::byte> bytes) const {
  const auto piece = slice().slice(0, bytes.size());
  std::memcpy(memory().data(), bytes.data(), bytes.size());
  return piece;
}

namespace {

mr memory_for(const pd& pd, std::size_t slot_bytes, std::uint32_t slots,
              const verbs::mr_allocation& how) {
  const auto refuse = [&](const std::string& reason) {
    return error(std::errc::invalid_argument, "slot_pool", pd.describe(), reason);
  };
  constexpr std::uint32_t most = 1u << 31;
  if (slots == 0 || slots > most) {
    throw refuse(std::to_string(slots) + " slots: it has from 1 to " + std::to_string(most));
  }
  if (slot_bytes == 0 || slot_bytes > verbs::max_message) {
    throw refuse("slots of " + std::to_string(slot_bytes) + " bytes: they have from 1 to " +
                 std::to_string(verbs::max_message));
  }
  if (slot_bytes > SIZE_MAX / slots) throw refuse("so much memory has no address");
  return mr::allocate(pd, slot_bytes * slots, how);
}

}  // namespace

slot_pool::slot_pool(const pd& pd, std::size_t slot_bytes, std::uint32_t slots,
                     const verbs::mr_allocation& how)
    : stack_(std::make_shared<verbs::slot_stack>(memory_for(pd, slot_bytes, slots, how), slot_bytes,
                                                 slots)) {}

}  // namespace verbatim
