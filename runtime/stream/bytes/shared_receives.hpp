// The receives of many streams, in one shared receive queue.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <unordered_map>
#include <vector>

#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/bytes/arrivals.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/protocol/message.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

/// Slots for messages that arrive for any of the streams, and an account of them. A slot is promised
/// to one stream or to none. The peer of a stream may fill as many slots as are promised to the
/// stream, whichever they are. The sum of the promises is at most the number of slots, so every
/// message finds a posted receive.
class shared_slots {
 public:
  shared_slots(const shared_slots&) = delete;
  shared_slots& operator=(const shared_slots&) = delete;

  /// The slot in the tickets of all receives.
  static constexpr std::uint32_t ticket_slot = 0xffffffff;

  /// The receives of a stream at its beginning: one for data, and one for each other kind. A stream
  /// that may lend messages takes one more.
  static constexpr std::uint32_t least_window = 1;
  static constexpr std::uint32_t least = least_window + protocol::control_receives_without_lending;

  /// Returns true if a stream in that protection domain may share the receives.
  bool is_for(const pd& domain) const noexcept { return domain.native() == pd_.native(); }

  std::uint32_t slot_bytes() const noexcept { return slot_bytes_; }

  /// Returns the number of slots that are promised to no stream.
  std::uint32_t free() const noexcept { return free_; }

  /// Returns true if streams should give back what they do not need: few slots are left for new streams.
  bool is_short() const noexcept { return free_ < kept(); }

  /// Promises slots. Returns false if there are fewer.
  bool take(std::uint32_t count) noexcept {
    if (free_ < count) return false;
    free_ -= count;
    return true;
  }

  /// Promises at most so many slots, and at most half of those that are left, without those for new streams.
  /// Returns their number.
  std::uint32_t take_some(std::uint32_t most) noexcept {
    const auto count = is_short() ? 0 : std::min(most, (free_ - kept() + 1) / 2);
    free_ -= count;
    return count;
  }
  void give(std::uint32_t count) noexcept { free_ += count; }

  /// Returns the first byte of the first slot, and the records of all slots.
  std::byte* first() const noexcept { return memory_.memory().data() + head_; }
  std::span<arrival> records() noexcept { return records_; }

  /// Returns the index of the limit word of a new stream. Throws if there is none.
  std::uint32_t take_word() {
    if (free_words_.empty()) throw no_room();
    const auto index = free_words_.back();
    free_words_.pop_back();
    return index;
  }
  void give_word(std::uint32_t index) noexcept { free_words_.push_back(index); }
  std::byte* word(std::uint32_t index) const noexcept {
    return words_.memory().data() + std::size_t{index} * word_bytes;
  }
  remote_region remote_word(std::uint32_t index) const {
    return words_.remote(std::size_t{index} * word_bytes, sizeof(std::uint32_t));
  }

  /// Returns the memory of a written header of the stream that has the limit word with this index.
  memory_slice head(std::uint32_t word, std::uint32_t index) const {
    return heads_->slice((std::size_t{word} * heads_per_stream_ + index) * head_, head_);
  }

  /// Adds a stream under its queue pair, because no receive belongs to a stream.
  void add(std::uint32_t qpn, std::uint32_t number) { numbers_[qpn] = number; }
  void remove(std::uint32_t qpn) noexcept { numbers_.erase(qpn); }

  error no_room() const {
    return error(std::errc::no_buffer_space, "share_receives", pd_.describe(),
                 "there are not " + std::to_string(least) +
                     " free slots for another stream: give shared_options more slots");
  }

 protected:
  /// `head` is the length of a written header, or 0. Each slot has room for one in front of it, and each
  /// stream for `heads` outside of the slots.
  shared_slots(const pd& pd, const shared_options& how, std::uint32_t head, std::uint32_t heads)
      : pd_(pd),
        slot_bytes_(how.slot_bytes),
        head_(head),
        slots_(how.slots),
        free_(how.slots),
        memory_(mr::allocate(pd, std::size_t{how.slots} * (how.slot_bytes + head),
                             {.access = access::local_write})),
        words_(mr::allocate(pd, std::size_t{most_streams()} * word_bytes,
                            {.access = access::local_write | access::remote_write})),
        records_(how.slots),
        heads_per_stream_(heads) {
    if (head != 0) {
      heads_.emplace(mr::allocate(pd, std::size_t{most_streams()} * heads * head,
                                  {.access = access::local_write}));
    }
    for (std::uint32_t i = most_streams(); i != 0; --i) free_words_.push_back(i - 1);
  }
  ~shared_slots() = default;

  /// Returns the memory of a receive: a slot, with the header in front of it.
  memory_slice slot(std::uint32_t index) const noexcept {
    const auto stride = slot_bytes_ + head_;
    return {memory_.addr() + std::size_t{index} * stride, stride, memory_.lkey()};
  }

  /// Returns the number of the stream of a queue pair; null if there is none.
  const std::uint32_t* number_of(std::uint32_t qpn) const noexcept {
    const auto found = numbers_.find(qpn);
    return found != numbers_.end() ? &found->second : nullptr;
  }

 private:
  static constexpr std::size_t word_bytes = 8;

  /// Returns the slots that windows leave for new streams.
  std::uint32_t kept() const noexcept { return std::min(4 * least, slots_ / 8); }

  std::uint32_t most_streams() const noexcept { return std::max(1u, slots_ / least); }

  verbatim::pd pd_;
  std::uint32_t slot_bytes_, head_, slots_;
  std::uint32_t free_;  ///< slots that are promised to no stream
  mr memory_, words_;
  std::vector<arrival> records_;
  std::optional<mr> heads_;
  std::uint32_t heads_per_stream_;
  std::vector<std::uint32_t> free_words_;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;  ///< of streams, by QP number
};

/// The slots, and the queue that has their receives. Its `post(slice, ticket)` posts one.
template <class Queue>
class shared_receives final : public shared_slots {
 public:
  shared_receives(const pd& pd, const shared_options& how, std::uint32_t head, std::uint32_t heads)
      : shared_slots(pd, how, head, heads), queue(pd, how.slots) {
    for (std::uint32_t i = 0; i < how.slots; ++i) post(i);
  }

  /// Posts the receive of a slot. The queue has room for all slots, and only a device that has
  /// failed refuses.
  void post(std::uint32_t index) noexcept {
    queue.post(slot(index), ticket{ticket_slot, index + 1});
  }

  /// Returns the ticket of the stream of the queue pair in place of that of a receive, which has
  /// completed. A receive without a message is posted again.
  [[gnu::noinline]] ticket of_stream(ticket whose, std::uint32_t qpn, bool has_message) noexcept {
    const auto* const number = number_of(qpn);
    if (number == nullptr || !has_message) post(whose.generation - 1);
    return number != nullptr ? ticket{*number, whose.generation} : ticket{};
  }

  /// Returns the ticket of the stream of a queue pair whose WQE has failed. A WQE that was not
  /// signaled has no ticket, and the stream has no receive of its own that could be flushed.
  [[gnu::noinline]] ticket of_failed(std::uint32_t qpn) const noexcept {
    const auto* const number = number_of(qpn);
    return number != nullptr ? ticket{*number, 0} : ticket{};
  }

  Queue queue;
};

}  // namespace verbatim::stream::detail
